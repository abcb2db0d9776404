// Package normal is the normal form of programs: JavaScript of atomic statements only. It gives
// the bindings of a program different names ([Rename]) and checks that a program is in the form
// ([Check]), or in that of basic blocks ([CheckBlocks]).
//
//	for (let i = 0; i < 10; ++i) f(o.a, i);
//
//	let i = 0;
//	while (true) {
//	  const t = i < 10;
//	  if (t) {} else {
//	    break;
//	  }
//	  const t2 = o.a;
//	  f(t2, i);
//	  ++i;
//	}
//
// Package emit prints functions in the form, from their graphs; docs/normal-form.md has
// the grammar in full. Where the language allows code only inside an expression, the form has a
// bracket: between a reference and its use, after an optional link, in a pattern. Code nested
// there is counted ([Report.Nested]), so that nobody takes it for atomic.
package normal
