package parse

import "github.com/sonjs/son/parse/ast"

// tok is the kind of a token. The groups are contiguous so that one comparison
// answers "may this be an identifier?" or "is this an IdentifierName?".
type tok uint8

const (
	tEOF tok = iota

	// Identifiers. From tIdent to tEval a token may be an identifier, some only
	// in some contexts.
	tIdent
	tAsync
	tGet
	tSet
	tOf
	tUsing
	tAwait
	tYield
	tLet
	tStatic
	tFuture // implements interface package private protected public
	tArguments
	tEval

	// Reserved words. tEscaped is a reserved word written with escapes, which
	// only an IdentifierName may be.
	tEscaped
	tBreak
	tCase
	tCatch
	tClass
	tConst
	tContinue
	tDebugger
	tDefault
	tDelete
	tDo
	tElse
	tEnum
	tExport
	tExtends
	tFalse
	tFinally
	tFor
	tFunction
	tIf
	tImport
	tIn
	tInstanceof
	tNew
	tNull
	tReturn
	tSuper
	tSwitch
	tThis
	tThrow
	tTrue
	tTry
	tTypeof
	tVar
	tVoid
	tWhile
	tWith

	// Literals.
	tPrivate // #name
	tNumber
	tBigInt
	tString
	tTemplate // the opening backtick only; the parser scans on

	// Punctuators.
	tLBrace
	tRBrace
	tLParen
	tRParen
	tLBracket
	tRBracket
	tDot
	tDotDotDot
	tSemicolon
	tComma
	tQuestion
	tQuestionDot
	tColon
	tArrow
	tNot
	tBitNot
	tInc
	tDec

	tLt
	tGt
	tLe
	tGe
	tEq
	tNe
	tStrictEq
	tStrictNe
	tPlus
	tMinus
	tStar
	tSlash
	tPercent
	tStarStar
	tShl
	tShr
	tUShr
	tAnd
	tOr
	tXor
	tAndAnd
	tOrOr
	tNullish

	tAssign
	tPlusAssign
	tMinusAssign
	tStarAssign
	tSlashAssign
	tPercentAssign
	tStarStarAssign
	tShlAssign
	tShrAssign
	tUShrAssign
	tAndAssign
	tOrAssign
	tXorAssign
	tAndAndAssign
	tOrOrAssign
	tNullishAssign

	tokCount
)

func (t tok) isIdent() bool { return t >= tIdent && t <= tEval }
func (t tok) isName() bool  { return t >= tIdent && t <= tWith }

// tokText is the spelling of tokens that have only one.
var tokText = [tokCount]string{
	tAsync: "async", tGet: "get", tSet: "set", tOf: "of", tUsing: "using", tAwait: "await", tYield: "yield",
	tLet: "let", tStatic: "static", tArguments: "arguments", tEval: "eval",
	tBreak: "break", tCase: "case", tCatch: "catch", tClass: "class", tConst: "const", tContinue: "continue",
	tDebugger: "debugger", tDefault: "default", tDelete: "delete", tDo: "do", tElse: "else", tEnum: "enum",
	tExport: "export", tExtends: "extends", tFalse: "false", tFinally: "finally", tFor: "for",
	tFunction: "function", tIf: "if", tImport: "import", tIn: "in", tInstanceof: "instanceof", tNew: "new",
	tNull: "null", tReturn: "return", tSuper: "super", tSwitch: "switch", tThis: "this", tThrow: "throw",
	tTrue: "true", tTry: "try", tTypeof: "typeof", tVar: "var", tVoid: "void", tWhile: "while", tWith: "with",
	tLBrace: "{", tRBrace: "}", tLParen: "(", tRParen: ")", tLBracket: "[", tRBracket: "]", tDot: ".",
	tDotDotDot: "...", tSemicolon: ";", tComma: ",", tQuestion: "?", tQuestionDot: "?.", tColon: ":",
	tArrow: "=>", tNot: "!", tBitNot: "~", tInc: "++", tDec: "--", tSlash: "/", tStar: "*", tAssign: "=",
}

// binOps maps operator tokens to operators, compound assignments included.
var binOps = [tokCount]ast.BinaryOp{
	tLt: ast.Lt, tGt: ast.Gt, tLe: ast.Le, tGe: ast.Ge, tEq: ast.Eq, tNe: ast.Ne,
	tStrictEq: ast.StrictEq, tStrictNe: ast.StrictNe, tPlus: ast.Add, tMinus: ast.Sub, tStar: ast.Mul,
	tSlash: ast.Div, tPercent: ast.Mod, tStarStar: ast.Exp, tShl: ast.Shl, tShr: ast.Shr, tUShr: ast.UShr,
	tAnd: ast.BitAnd, tOr: ast.BitOr, tXor: ast.BitXor, tAndAnd: ast.LogicalAnd, tOrOr: ast.LogicalOr,
	tNullish: ast.Nullish, tIn: ast.In, tInstanceof: ast.InstanceOf,

	tPlusAssign: ast.Add, tMinusAssign: ast.Sub, tStarAssign: ast.Mul, tSlashAssign: ast.Div,
	tPercentAssign: ast.Mod, tStarStarAssign: ast.Exp, tShlAssign: ast.Shl, tShrAssign: ast.Shr,
	tUShrAssign: ast.UShr, tAndAssign: ast.BitAnd, tOrAssign: ast.BitOr, tXorAssign: ast.BitXor,
	tAndAndAssign: ast.LogicalAnd, tOrOrAssign: ast.LogicalOr, tNullishAssign: ast.Nullish,
}

// binPrecs is the precedence of binary operator tokens; 0 for all others.
var binPrecs = func() (t [tokCount]ast.Prec) {
	for k := range t {
		if op := binOps[k]; op != ast.NoOp && tok(k) < tAssign {
			t[k] = op.Prec()
		}
	}
	return
}()

// keywords is a perfect hash of the words that are not plain identifiers; a
// collision among them would show in TestKeywords.
var keywords = func() (t [128]struct {
	text string
	kind tok
}) {
	put := func(text string, kind tok) {
		e := &t[keywordHash(text)]
		e.text, e.kind = text, kind
	}
	for k := tAsync; k <= tWith; k++ {
		if tokText[k] != "" {
			put(tokText[k], k)
		}
	}
	for _, s := range []string{"implements", "interface", "package", "private", "protected", "public"} {
		put(s, tFuture)
	}
	return
}()

// keywordHash needs at least two bytes.
func keywordHash(s string) uint8 {
	return (s[0]*27 + s[1]*23 + s[len(s)-1]*3 + uint8(len(s))*56) & 127
}

// keywordKind classifies an identifier name.
func keywordKind(s string) tok {
	if len(s) < 2 || len(s) > 10 {
		return tIdent
	}
	if e := &keywords[keywordHash(s)]; e.text == s {
		return e.kind
	}
	return tIdent
}
