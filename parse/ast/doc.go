// Package ast defines the syntax tree of JavaScript source.
//
// The tree is produced by package parse, printed by parse/print, turned into
// graphs by son/build and rebuilt by internal/emit. It covers ES2025 (scripts and
// modules, Annex B) plus `using` declarations. Nodes are pointers to structs;
// the interfaces [Expr] and [Stmt] are closed.
//
// Conventions a caller may rely on:
//
//   - Spans are byte offsets into the source, half open. A node made by an
//     optimizer has the zero Span.
//   - Parentheses are not nodes. An expression that was written in parentheses
//     has Base.Paren set; its Span leaves them out. Whether they matter (`(f) =
//     function(){}`, `(a, b) => …`, `("use strict")`) is up to the parser and
//     the printer.
//   - Strings are WTF-8: UTF-16 code units, where a surrogate pair is one
//     four-byte sequence and a lone surrogate is the three bytes that
//     generalized UTF-8 gives it. Equal JavaScript strings are equal Go
//     strings. See [UTF16] and [FromUTF16].
//   - Identifier names are cooked: escapes resolved.
//   - Patterns reuse expression nodes: a binding or assignment target is an
//     [*Ident], [*Member], [*Index], [*ArrayPat] or [*ObjectPat].
//   - After parse's scope analysis every [*Ident] that is a reference or a
//     binding has Sym set, unless it is unresolved (a global of the
//     environment) or its meaning is only known at run time; see [Scope].
package ast
