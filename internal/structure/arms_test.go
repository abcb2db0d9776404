package structure

// ifelse sets that the source has b with an else, and where it ends.
func (b Block) ifelse(last int32) Block { b.Hint, b.IfLast = IfElse, last; return b }

// then sets the source's form of the then-arm.
func (b Block) then(h ThenHint) Block { b.Then = h; return b }

// through sets the last Order of the code in b.
func (b Block) through(last int32) Block { b.Last = last; return b }

// These keep the shape of their source: loops right before an update, and ifs with their else.
var armShapes = []shape{
	{"a for that ends the body of a for", []Block{
		jump(1), extent(tst(3, 7).loop(For, 2), 7), expr(1), jump(4), extent(tst(6, 2).loop(For, 5), 7), expr(4), jump(5), end(),
	}, `
b0
for (; b1; b2) {
	b3
	for (; b4; b5) {
		b6
	}
}
b7
return b7 (end)
`},
	{"a while that ends the body of a for", []Block{
		extent(tst(2, 4).loop(For, 1), 4), expr(0), extent(tst(3, 1).loop(While, -1), 4), jump(2), end(),
	}, `
for (; b0; b1) {
	while (b2) {
		b3
	}
}
b4
return b4 (end)
`},
	{"a while that ends the body of a while", []Block{
		extent(tst(1, 3).loop(While, -1), 3), extent(tst(2, 0).loop(While, -1), 3), jump(1), end(),
	}, `
while (b0) {
	while (b1) {
		b2
	}
}
b3
return b3 (end)
`},
	{"a while that ends the body of an endless for", []Block{
		extent(jump(2).loop(For, 1), 4), expr(0), extent(tst(3, 1).loop(While, -1), 4), jump(2),
	}, `
for (;; b1) {
	b0
	while (b2) {
		b3
	}
}
`},
	{"a do-while that ends the body of a for", []Block{
		extent(tst(2, 5).loop(For, 1), 5), expr(0), extent(empty(3).loop(DoWhile, -1), 5), jump(4), tst(2, 1), end(),
	}, `
for (; b0; b1) {
	do {
		b3
	} while (b4)
}
b5
return b5 (end)
`},
	{"three fors that end together", []Block{
		extent(tst(2, 7).loop(For, 1), 7), expr(0), extent(tst(4, 1).loop(For, 3), 7), expr(2),
		extent(tst(6, 3).loop(For, 5), 7), expr(4), jump(5), end(),
	}, `
for (; b0; b1) {
	for (; b2; b3) {
		for (; b4; b5) {
			b6
		}
	}
}
b7
return b7 (end)
`},
	{"a for with a break in a for", []Block{
		extent(tst(2, 6).loop(For, 1), 6), expr(0), extent(tst(4, 1).loop(For, 3), 6), expr(2),
		code(1, 5).hint(IfPlain), jump(3), end(),
	}, `
for (; b0; b1) {
	for (; b2; b3) {
		b4
		if (b4) {
			break
		}
		b5
	}
}
b6
return b6 (end)
`},
	{"a switch that ends the body of a for", []Block{
		extent(tst(2, 6).loop(For, 1), 6), expr(0), choose(3, 4, 5).upto(6), jump(1), end(), jump(1), end(),
	}, `
for (; b0; b1) {
	b2
	switch (b2) {
	case 0:
		b3
		break
	case 1:
		b4
		return b4
	default:
		b5
	}
}
b6
return b6 (end)
`},
	{"a switch with one exit that ends the body of a for", []Block{
		extent(tst(2, 5).loop(For, 1), 5), expr(0), choose(3, 4).upto(5), jump(1), end(), end(),
	}, `
for (; b0; b1) {
	b2
	switch (b2) {
	case 0:
		b3
		break
	default:
		b4
		return b4
	}
}
b5
return b5 (end)
`},
	{"both arms return", []Block{code(1, 2).ifelse(3), end(), end()}, `
b0
if (b0) {
	b1
	return b1 (end)
} else {
	b2
	return b2 (end)
}
`},
	{"then returns, code after it", []Block{code(1, 2).ifelse(3), end(), jump(3), end()}, `
b0
if (b0) {
	b1
	return b1
} else {
	b2
}
b3
return b3 (end)
`},
	{"else returns, code after it", []Block{code(1, 2).ifelse(3), jump(3), end(), end()}, `
b0
if (b0) {
	b1
} else {
	b2
	return b2
}
b3
return b3 (end)
`},
	{"else breaks", []Block{
		extent(jump(1).loop(Endless, -1), 4), code(2, 4).ifelse(4), jump(3), jump(0), end(),
	}, `
for (;;) {
	b0
	b1
	if (b1) {
		b2
		b3
	} else {
		break
	}
}
b4
return b4 (end)
`},
	{"then continues, else if breaks", []Block{
		extent(code(1, 2).loop(Endless, -1).ifelse(4), 5), jump(0), code(5, 3).ifelse(4), jump(4), jump(0), end(),
	}, `
for (;;) {
	b0
	if (b0) {
		b1
		continue
	} else {
		b2
		if (b2) {
			break
		} else {
			b3
		}
	}
	b4
}
b5
return b5 (end)
`},
	{"then only continues", []Block{
		extent(tst(1, 3).loop(While, -1), 3), code(0, 2).ifelse(3).then(ThenJumps), jump(0), end(),
	}, `
while (b0) {
	b1
	if (b1) {
		continue
	} else {
		b2
	}
}
b3
return b3 (end)
`},
	{"a chain of returns", []Block{
		code(1, 2).ifelse(5), end(), code(3, 4).ifelse(5), end(), end(),
	}, `
b0
if (b0) {
	b1
	return b1 (end)
} else {
	b2
	if (b2) {
		b3
		return b3 (end)
	} else {
		b4
		return b4 (end)
	}
}
`},
	{"a chain of returns, code after it", []Block{
		code(1, 2).ifelse(5), end(), code(3, 4).ifelse(5), end(), jump(5), end(),
	}, `
b0
if (b0) {
	b1
	return b1
} else {
	b2
	if (b2) {
		b3
		return b3
	} else {
		b4
	}
}
b5
return b5 (end)
`},
	{"a chain without a last else, code after it", []Block{
		code(1, 2).ifelse(4), end(), code(3, 4).hint(IfPlain), end(), end(),
	}, `
b0
if (b0) {
	b1
	return b1
} else {
	b2
	if (b2) {
		b3
		return b3
	}
}
b4
return b4 (end)
`},
	{"an else with an if, code after it", []Block{
		code(1, 2).ifelse(5), end(), code(3, 4).hint(IfPlain), jump(4), jump(5), end(),
	}, `
b0
if (b0) {
	b1
	return b1
} else {
	b2
	if (b2) {
		b3
	}
	b4
}
b5
return b5 (end)
`},
	{"nested ifs of which one arm goes on", []Block{
		code(1, 5).ifelse(6), code(2, 3).ifelse(4), jump(4).at(3), end(), jump(6).at(5), end().at(6), end(),
	}, `
b0
if (b0) {
	b1
	if (b1) {
		b2
	} else {
		b3
		return b3
	}
	b4
} else {
	b5
	return b5
}
b6
return b6 (end)
`},
	{"no code is left in the then-arm at the end of a loop", []Block{
		extent(tst(1, 3).loop(While, -1), 3), code(0, 2).ifelse(3), jump(0), end(),
	}, `
while (b0) {
	b1
	if (!b1) {
		b2
	}
}
b3
return b3 (end)
`},
	{"no code in the source's then-arm", []Block{
		extent(tst(1, 3).loop(While, -1), 3), code(0, 2).ifelse(3).then(ThenEmpty), jump(0), end(),
	}, `
while (b0) {
	b1
	if (b1) {
	} else {
		b2
	}
}
b3
return b3 (end)
`},
	{"no code is left in the then-arm at the end", []Block{code(1, 2).ifelse(3), bare().at(2), jump(1)}, `
b0
if (!b0) {
	b2
}
return b1 (end)
`},
	{"bare returns", []Block{code(1, 2).ifelse(3).then(ThenJumps), bare().at(2), jump(1)}, `
b0
if (b0) {
	return b1
} else {
	b2
}
return b1 (end)
`},
	{"no code is left in the then-arm", []Block{code(2, 1).ifelse(2), jump(2), end()}, `
b0
if (!b0) {
	b1
}
b2
return b2 (end)
`},
	{"no code is left in the else", []Block{code(1, 2).ifelse(2), end(), end()}, `
b0
if (b0) {
	b1
	return b1
}
b2
return b2 (end)
`},
	{"the then-arm continues after the if", []Block{code(1, 2).ifelse(3), jump(3).through(4), end(), end().at(5)}, `
b0
if (!b0) {
	b2
	return b2
}
b1
b3
return b3 (end)
`},
	{"the else continues after the if", []Block{code(1, 2).ifelse(3), end(), end().through(4)}, `
b0
if (b0) {
	b1
	return b1
}
b2
return b2 (end)
`},
	{"an inner join continues after the if", []Block{
		code(1, 5).ifelse(6), code(2, 3).ifelse(4), jump(4), jump(4), end().at(4).through(9), end(),
	}, `
b0
if (!b0) {
	b5
	return b5
}
b1
if (b1) {
	b2
} else {
	b3
}
b4
return b4 (end)
`},
	{"plain ifs stay", []Block{code(1, 2).hint(IfPlain), end(), end()}, `
b0
if (b0) {
	b1
	return b1
}
b2
return b2 (end)
`},
	{"an arm jumps over the code after the if", []Block{
		code(1, 4), code(2, 4).ifelse(3), jump(3), end().at(9), end(),
	}, `
b0
if (b0) {
	b1
	if (b1) {
		b2
		b3
		return b3
	}
}
b4
return b4 (end)
`},
	{"a plain if whose arm continues before a return", []Block{
		extent(tst(1, 5).loop(While, -1), 5), code(2, 4).hint(IfPlain), code(3, 0).hint(IfPlain), jump(0), end(), end(),
	}, `
while (b0) {
	b1
	if (b1) {
		b2
		if (b2) {
			b3
		}
		continue
	}
	b4
	return b4
}
b5
return b5 (end)
`},
	{"if, break at the end of a do-while", []Block{
		extent(empty(1).loop(DoWhile, -1), 3), jump(2), tst(4, 3).hint(IfPlain), tst(0, 4), end(),
	}, `
do {
	b1
	if (b2) {
		break
	}
} while (b3)
b4
return b4 (end)
`},
	{"if, continue at the end of a case", []Block{
		extent(tst(1, 7).loop(While, -1), 7), choose(2, 4, 5).upto(6), jump(3), tst(0, 6).hint(IfPlain),
		code(0, 6).hint(IfPlain), jump(6), jump(0), end(),
	}, `
while (b0) {
	b1
	switch (b1) {
	case 0:
		b2
		if (b3) {
			continue
		}
		break
	case 1:
		b4
		if (b4) {
			continue
		}
		break
	default:
		b5
	}
	b6
}
b7
return b7 (end)
`},
	{"if, continue, break at the end of the last case", []Block{
		extent(tst(1, 5).loop(While, -1), 5), choose(2, 3).upto(4), code(0, 4).hint(IfPlain), code(0, 4).hint(IfPlain), jump(0), end(),
	}, `
while (b0) {
	b1
	switch (b1) {
	case 0:
		b2
		if (b2) {
			continue
		}
		break
	default:
		b3
		if (b3) {
			continue
		}
	}
	b4
}
b5
return b5 (end)
`},
	{"break in the middle", []Block{
		extent(jump(1).loop(Endless, -1), 5), code(5, 2).hint(IfPlain), jump(3), code(0, 4).hint(IfPlain), jump(0), end(),
	}, `
for (;;) {
	b0
	b1
	if (b1) {
		break
	}
	b2
	b3
	if (b3) {
		continue
	}
	b4
}
b5
return b5 (end)
`},
	{"break with code in the middle", []Block{
		extent(jump(1).loop(Endless, -1), 4), code(2, 3).hint(IfPlain), jump(4), jump(0), end(),
	}, `
for (;;) {
	b0
	b1
	if (b1) {
		b2
		break
	}
	b3
}
b4
return b4 (end)
`},
	{"break first", []Block{
		extent(tst(2, 1).loop(Endless, -1).hint(IfPlain), 2), jump(0), end(),
	}, `
for (;;) {
	if (b0) {
		break
	}
	b1
}
b2
return b2 (end)
`},
	{"two breaks and a return", []Block{
		extent(jump(1).loop(Endless, -1), 6), code(6, 2).hint(IfPlain), code(3, 4).hint(IfPlain), end(),
		code(5, 0).hint(IfPlain), jump(6), end(),
	}, `
for (;;) {
	b0
	b1
	if (b1) {
		break
	}
	b2
	if (b2) {
		b3
		return b3
	}
	b4
	if (b4) {
		b5
		break
	}
}
b6
return b6 (end)
`},
	{"a labelled endless loop that an inner one leaves", []Block{
		extent(jump(1).loop(Endless, -1, "foo"), 4), extent(code(0, 2).hint(IfPlain).loop(Endless, -1), 4), code(4, 3).hint(IfPlain), jump(1), end(),
	}, `
foo: for (;;) {
	b0
	for (;;) {
		b1
		if (b1) {
			break
		}
		b2
		if (b2) {
			break foo
		}
		b3
	}
}
b4
return b4 (end)
`},
}
