package structure

// The graphs of this list have the source's extent of their switches. Each keeps the shape of
// its source.
var switchShapes = []shape{
	{"the last case breaks, the first returns", []Block{
		choose(1, 2, 4, 3).upto(5), end(), jump(3), jump(4), jump(5), end(),
	}, `
b0
switch (b0) {
case 0:
	b1
	return b1
case 1:
	b2
default:
	b3
case 2:
	b4
}
b5
return b5 (end)
`},
	{"code after the switch that all cases leave behind them", []Block{
		choose(1, 2, 3).upto(2), jump(5), jump(5), jump(4), jump(5), end(),
	}, `
b0
switch (b0) {
case 0:
	b1
	break
case 1:
	b2
	break
default:
	b3
	b4
}
b5
return b5 (end)
`},
	{"all code has a place after the switch", []Block{
		choose(1, 2, 3).upto(1), jump(4), jump(4), jump(4), end(),
	}, `
b0
switch (b0) {
case 0:
	b1
	break
case 1:
	b2
	break
default:
	b3
}
b4
return b4 (end)
`},
	{"code after the switch that only some cases lead to", []Block{
		choose(1, 2, 3, 4).upto(3), jump(4), jump(5), jump(4), jump(5), end(),
	}, `
b0
L1: {
	switch (b0) {
	case 0:
		b1
		break
	case 1:
		b2
		break L1
	case 2:
		b3
	}
	b4
}
b5
return b5 (end)
`},
	{"empty case, default after it", []Block{choose(3, 2).upto(3), jump(3), jump(3), end()}, `
b0
switch (b0) {
case 0:
	break
default:
	b2
}
b3
return b3 (end)
`},
	{"empty cases between others", []Block{
		choose(1, 2, 3, 4, 5).upto(6), empty(6), jump(6), empty(6), jump(6), jump(6), end(),
	}, `
b0
switch (b0) {
case 0:
	break
case 1:
	b2
	break
case 2:
	break
case 3:
	b4
	break
default:
	b5
}
b6
return b6 (end)
`},
	{"empty cases around a default", []Block{
		choose(1, 3, 4, 2).upto(5), empty(5), jump(5), empty(5), jump(5), end(),
	}, `
b0
switch (b0) {
case 0:
	break
default:
	b2
	break
case 1:
	break
case 2:
	b4
}
b5
return b5 (end)
`},
	{"shared body", []Block{choose(1, 1, 2, 3).upto(4), jump(4), jump(4), jump(4), end()}, `
b0
switch (b0) {
case 0: case 1:
	b1
	break
case 2:
	b2
	break
default:
	b3
}
b4
return b4 (end)
`},
	{"default first that falls through", []Block{choose(2, 3, 1).upto(4), jump(2), jump(4), jump(4), end()}, `
b0
switch (b0) {
default:
	b1
case 0:
	b2
	break
case 1:
	b3
}
b4
return b4 (end)
`},
	{"fallthrough into a default in the middle", []Block{
		choose(1, 3, 2).upto(4), jump(2), jump(4), jump(4), end(),
	}, `
b0
switch (b0) {
case 0:
	b1
default:
	b2
	break
case 1:
	b3
}
b4
return b4 (end)
`},
	{"all cases return, the default is inside", []Block{
		choose(1, 2, 3).upto(4), end(), end(), jump(4).at(4), end().at(4),
	}, `
b0
switch (b0) {
case 0:
	b1
	return b1
case 1:
	b2
	return b2
default:
	b3
	b4
	return b4 (end)
}
`},
	{"all cases return, a return after them", []Block{choose(1, 2, 3).upto(3), end(), end(), end()}, `
b0
switch (b0) {
case 0:
	b1
	return b1
case 1:
	b2
	return b2
}
b3
return b3 (end)
`},
	{"one case", []Block{choose(1, 2).upto(2), jump(2), end()}, `
b0
switch (b0) {
case 0:
	b1
}
b2
return b2 (end)
`},
	{"only a default, with a break", []Block{choose(1).upto(4), code(2, 3).hint(IfPlain), jump(4), end(), end()}, `
b0
switch (b0) {
default:
	b1
	if (b1) {
		b2
		break
	}
	b3
	return b3
}
b4
return b4 (end)
`},
	{"one case that returns", []Block{choose(1, 2).upto(2), end(), end()}, `
b0
switch (b0) {
case 0:
	b1
	return b1
}
b2
return b2 (end)
`},
	{"one case that leaves to what follows", []Block{
		choose(1, 4).upto(5), code(2, 3), end(), jump(5), end(), jump(6), end(),
	}, `
b0
switch (b0) {
case 0:
	b1
	if (b1) {
		b2
		return b2
	}
	b3
	break
default:
	b4
	return b4
}
b5
b6
return b6 (end)
`},
	{"two breaks of one case, others return", []Block{
		choose(1, 5).upto(6), code(2, 3), jump(6), code(6, 4).hint(IfPlain), end(), end(), end(),
	}, `
b0
switch (b0) {
case 0:
	b1
	if (b1) {
		b2
		break
	}
	b3
	if (b3) {
		break
	}
	b4
	return b4
default:
	b5
	return b5
}
b6
return b6 (end)
`},
	{"returns, continues and breaks in a loop", []Block{
		tst(1, 8).loop(While, -1), choose(2, 3, 5, 6).upto(7), jump(0), code(4, 7), end(), jump(7), jump(7), jump(0), end(),
	}, `
while (b0) {
	b1
	switch (b1) {
	case 0:
		b2
		continue
	case 1:
		b3
		if (b3) {
			b4
			return b4
		}
		break
	case 2:
		b5
		break
	default:
		b6
	}
	b7
}
b8
return b8 (end)
`},
	{"one case returns, the other continues", []Block{
		tst(1, 6).loop(While, -1), choose(2, 4, 5).upto(5), code(3, 0).hint(IfPlain), end(), jump(0), jump(0), end(),
	}, `
while (b0) {
	b1
	switch (b1) {
	case 0:
		b2
		if (b2) {
			b3
			return b3
		}
		continue
	case 1:
		b4
		continue
	}
	b5
}
b6
return b6 (end)
`},
	{"last in a do-while", []Block{
		empty(1).loop(DoWhile, -1), choose(2, 3, 5, 6).upto(6), jump(6), code(4, 6).hint(IfPlain), end(), end(), tst(0, 7), end(),
	}, `
do {
	b1
	switch (b1) {
	case 0:
		b2
		break
	case 1:
		b3
		if (b3) {
			b4
			return b4
		}
		break
	case 2:
		b5
		return b5
	}
} while (b6)
b7
return b7 (end)
`},
	{"a switch that ends the body of a do-while", []Block{
		empty(1).loop(DoWhile, -1), choose(2, 3, 4).upto(4), jump(4), end(), tst(0, 5), end(),
	}, `
do {
	b1
	switch (b1) {
	case 0:
		b2
		break
	case 1:
		b3
		return b3
	}
} while (b4)
b5
return b5 (end)
`},
	{"a default that jumps as its neighbour does", []Block{
		tst(1, 6).loop(While, -1), choose(2, 4, 3).upto(5), empty(0), empty(0), jump(5), jump(0), end(),
	}, `
while (b0) {
	b1
	switch (b1) {
	case 0: default:
		continue
	case 1:
		b4
	}
	b5
}
b6
return b6 (end)
`},
	{"nested switches", []Block{
		choose(1, 5, 7).upto(7), choose(2, 3, 4).upto(4), jump(4), end(), jump(8), choose(6, 8).upto(7), jump(8), end().at(7), end().at(9),
	}, `
b0
switch (b0) {
case 0:
	b1
	switch (b1) {
	case 0:
		b2
		break
	case 1:
		b3
		return b3
	}
	b4
	break
case 1:
	b5
	switch (b5) {
	case 0:
		b6
	}
	break
default:
	b7
	return b7
}
b8
return b8 (end)
`},
	{"nested switch falls out of both", []Block{
		choose(1, 4).upto(5), choose(2, 3).upto(4), jump(5), end(), end(), jump(6), end(),
	}, `
b0
switch (b0) {
case 0:
	b1
	switch (b1) {
	case 0:
		b2
		break
	default:
		b3
		return b3
	}
	break
default:
	b4
	return b4
}
b5
b6
return b6 (end)
`},
	{"loop in a case", []Block{
		choose(1, 4, 5).upto(6), extent(tst(2, 6).loop(While, -1), 4), code(3, 1), end(), jump(6), end(), end(),
	}, `
b0
switch (b0) {
case 0:
	while (b1) {
		b2
		if (b2) {
			b3
			return b3
		}
	}
	break
case 1:
	b4
	break
default:
	b5
	return b5
}
b6
return b6 (end)
`},
	{"a loop in the only case that goes on", []Block{
		choose(1, 3).upto(4), tst(2, 4).loop(While, -1), jump(1), end(), jump(5), end(),
	}, `
b0
switch (b0) {
case 0:
	while (b1) {
		b2
	}
	break
default:
	b3
	return b3
}
b4
b5
return b5 (end)
`},
	{"a loop after the only case that continues", []Block{
		choose(1, 2).upto(3), jump(3), end(), tst(4, 5).loop(While, -1), jump(3), end(),
	}, `
b0
switch (b0) {
case 0:
	b1
	break
default:
	b2
	return b2
}
while (b3) {
	b4
}
b5
return b5 (end)
`},
	{"ordered tests keep their cases", []Block{
		choose(4, 1, 4, 2, 4).upto(4).ordered(), jump(4), jump(4), end(), end(),
	}, `
b0
switch (b0) {
case 0:
	break
case 1:
	b1
	break
case 2:
	break
case 3:
	b2
}
b4
return b4 (end)
`},
	{"ordered tests with a single target", []Block{choose(1, 1, 1).upto(1).ordered(), end()}, `
b0
switch (b0) {
case 0: case 1:
}
b1
return b1 (end)
`},
	{"ordered tests of one body, others between", []Block{
		choose(1, 2, 1, 3).upto(4).ordered(), jump(4), jump(4), jump(4), end(),
	}, `
b0
L1: {
	switch (b0) {
	case 0:
		break
	case 1:
		b2
		break L1
	case 2:
		break
	default:
		b3
		break L1
	}
	b1
}
b4
return b4 (end)
`},
	{"ordered tests fall through a default", []Block{
		choose(1, 3, 4, 2).upto(5).ordered(), jump(2), jump(3), jump(5), jump(5), end(),
	}, `
b0
switch (b0) {
case 0:
	b1
default:
	b2
case 1:
	b3
	break
case 2:
	b4
}
b5
return b5 (end)
`},
	{"a labelled block has its name", []Block{
		code(1, 3), code(4, 2), jump(3), jump(4), end().after("foo"),
	}, `
b0
foo: {
	if (b0) {
		b1
		if (b1) {
			break foo
		}
		b2
	}
	b3
}
b4
return b4 (end)
`},
	{"a label that ends before an empty block", []Block{
		code(1, 3), code(4, 2), jump(3), jump(4), empty(5).after("foo"), end().after("bar", "baz"),
	}, `
b0
bar: {
	if (b0) {
		b1
		if (b1) {
			break bar
		}
		b2
	}
	b3
}
b5
return b5 (end)
`},
	{"a labelled switch has its name", []Block{
		choose(1, 4).upto(5), tst(2, 6).loop(While, -1), choose(5, 3).upto(3), jump(1), jump(5), end().after("sw"), end().at(5),
	}, `
b0
sw: switch (b0) {
case 0:
	while (b1) {
		b2
		switch (b2) {
		case 0:
			break sw
		}
		b3
	}
	b6
	return b6
default:
	b4
}
b5
return b5 (end)
`},
}
