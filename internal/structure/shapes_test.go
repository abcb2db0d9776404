package structure

// A shape is a graph and the text of its tree. The order of a block is its place
// in the list, counted from 1, where it is not given.
type shape = struct {
	name   string
	blocks []Block
	want   string
}

var shapes = []shape{
	{"empty blocks after an if", []Block{tst(1, 5), code(2, 3), jump(3), empty(4), empty(5), end()}, `
if (b0) {
	b1
	if (b1) {
		b2
	}
}
b5
return b5 (end)
`},
	{"a break after an if whose arms continue", []Block{
		tst(1, 7), code(2, 0), code(3, 4).ifelse(6), jump(6), code(5, 6).hint(IfPlain), jump(6), empty(7), end(),
	}, `
while (b0) {
	b1
	if (b1) {
		b2
		if (b2) {
			b3
		} else {
			b4
			if (b4) {
				b5
			}
		}
		break
	}
}
b7
return b7 (end)
`},
	{"a break in both arms of an if", []Block{
		tst(1, 5), code(2, 0), code(3, 4).ifelse(5), jump(5), jump(5), end(),
	}, `
while (b0) {
	b1
	if (b1) {
		b2
		if (b2) {
			b3
			break
		} else {
			b4
			break
		}
	}
}
b5
return b5 (end)
`},
	{"seed 002 Example CFG", []Block{code(1, 2), jump(3), jump(4), code(1, 4), end()}, `
b0
if (b0) {
	do {
		b1
		b3
	} while (b3)
} else {
	b2
}
b4
return b4 (end)
`},
	{"seed 002 Confusing CFG", []Block{choose(1, 2, 3, 4), jump(2), jump(3), jump(4), end()}, `
b0
switch (b0) {
case 0:
	b1
case 1:
	b2
case 2:
	b3
}
b4
return b4 (end)
`},
	{"two-entry loop", []Block{code(1, 2), jump(2), code(1, 3), end()}, `
b0
if (b0) {
	helper = 0
} else {
	helper = 1
}
for (;;) {
	if (helper === 0) {
		b1
		helper = 1
	} else {
		b2
		if (!b2) {
			break
		}
		helper = 0
	}
}
b3
return b3 (end)
`},
	{"three-entry loop", []Block{choose(1, 2, 3), code(2, 4), code(3, 4), code(1, 4), end()}, `
b0
switch (b0) {
case 0:
	helper = 0
	break
case 1:
	helper = 1
	break
default:
	helper = 2
}
for (;;) {
	switch (helper) {
	case 0:
		b1
		if (b1) {
			helper = 1
			continue
		}
		break
	case 1:
		b2
		if (b2) {
			helper = 2
			continue
		}
		break
	case 2:
		b3
		if (b3) {
			helper = 0
			continue
		}
	}
	break
}
b4
return b4 (end)
`},
	{"early returns", []Block{code(1, 2), end(), code(3, 4), end(), end()}, `
b0
if (b0) {
	b1
	return b1
}
b2
if (b2) {
	b3
	return b3
}
b4
return b4 (end)
`},
	{"early return from the false arm", []Block{code(2, 1), end(), jump(3), end()}, `
b0
if (!b0) {
	b1
	return b1
}
b2
b3
return b3 (end)
`},
	{"else if", []Block{code(1, 2), jump(5), code(3, 4), jump(5), jump(5), end()}, `
b0
if (b0) {
	b1
} else {
	b2
	if (b2) {
		b3
	} else {
		b4
	}
}
b5
return b5 (end)
`},
	{"if with an empty then", []Block{code(2, 1), jump(2), end()}, `
b0
if (!b0) {
	b1
}
b2
return b2 (end)
`},
	{"if with both arms alike", []Block{code(1, 1), end()}, `
b0
if (b0) {
}
b1
return b1 (end)
`},
	{"return at the end of both arms", []Block{code(1, 2), end(), end()}, `
b0
if (b0) {
	b1
	return b1
}
b2
return b2 (end)
`},
	{"guard around a bare return", []Block{code(1, 3), code(2, 3), jump(3), bare()}, `
b0
if (b0) {
	b1
	if (b1) {
		b2
	}
}
return b3 (end)
`},
	{"and, or", []Block{tst(1, 3), tst(4, 2), tst(4, 3), end(), end()}, `
if (!b0 || (!b1 && !b2)) {
	b3
	return b3
}
b4
return b4 (end)
`},
	{"negated operands", []Block{tst(3, 1), tst(2, 3), end(), end()}, `
if (!b0 && b1) {
	b2
	return b2
}
b3
return b3 (end)
`},
	{"own statements are no operands", []Block{tst(1, 3), tst(2, 3).hint(IfPlain), jump(3), end()}, `
if (b0) {
	if (b1) {
		b2
	}
}
b3
return b3 (end)
`},
	{"while", []Block{jump(1), tst(2, 3), jump(1), end()}, `
b0
while (b1) {
	b2
}
b3
return b3 (end)
`},
	{"until", []Block{jump(1), tst(3, 2), jump(1), end()}, `
b0
while (!b1) {
	b2
}
b3
return b3 (end)
`},
	{"while with two operands", []Block{tst(1, 3), tst(2, 3), jump(0), end()}, `
while (b0 && b1) {
	b2
}
b3
return b3 (end)
`},
	{"while whose test is not clean", []Block{jump(1), code(2, 3).loop(While, -1), jump(1), end()}, `
b0
for (;;) {
	b1
	if (!b1) {
		break
	}
	b2
}
b3
return b3 (end)
`},
	{"while with break and continue", []Block{
		tst(1, 6).loop(While, -1), code(2, 3), jump(0), code(6, 4), jump(0), end(), end(),
	}, `
while (b0) {
	b1
	if (b1) {
		b2
		continue
	}
	b3
	if (b3) {
		break
	}
	b4
}
b6
return b6 (end)
`},
	{"loop of one test", []Block{tst(0, 1), end()}, `
while (b0) {
}
b1
return b1 (end)
`},
	{"endless loop without exit", []Block{jump(1), jump(2), jump(1)}, `
b0
for (;;) {
	b1
	b2
}
`},
	{"empty endless loop", []Block{jump(1), empty(1)}, `
b0
for (;;) {
}
`},
	{"endless loop of the source with a test", []Block{
		empty(1).loop(Endless, -1), tst(2, 3), jump(0), end(),
	}, `
for (;;) {
	if (!b1) {
		break
	}
	b2
}
b3
return b3 (end)
`},
	{"for", []Block{jump(1), tst(2, 4).loop(For, 3), jump(3), expr(1), end()}, `
b0
for (; b1; b3) {
	b2
}
b4
return b4 (end)
`},
	{"for with continue", []Block{
		jump(1), tst(2, 6).loop(For, 5), code(3, 4), jump(5), jump(5), expr(1), end(),
	}, `
b0
for (; b1; b5) {
	b2
	if (b2) {
		b3
	} else {
		b4
	}
}
b6
return b6 (end)
`},
	{"for whose update is no expression", []Block{
		jump(1), tst(2, 7).loop(For, 6), code(3, 5), code(6, 4), jump(5), jump(6), jump(1), end(),
	}, `
b0
while (b1) {
	b2
	L1: {
		if (b2) {
			b3
			if (b3) {
				break L1
			}
			b4
		}
		b5
	}
	b6
}
b7
return b7 (end)
`},
	{"for without a test", []Block{jump(1), empty(2).loop(For, 4), code(3, 5), jump(4), expr(1), end()}, `
b0
for (;; b4) {
	b2
	if (!b2) {
		break
	}
	b3
}
b5
return b5 (end)
`},
	{"update without a hint", []Block{tst(1, 5), code(2, 3), code(4, 3), jump(4), expr(0), end()}, `
for (; b0; b4) {
	b1
	if (b1) {
		b2
		if (b2) {
			continue
		}
	}
	b3
}
b5
return b5 (end)
`},
	{"do-while", []Block{jump(1), jump(2), tst(1, 3), end()}, `
b0
do {
	b1
} while (b2)
b3
return b3 (end)
`},
	{"do-while whose latch has code", []Block{jump(1), jump(2), code(1, 3), end()}, `
b0
do {
	b1
	b2
} while (b2)
b3
return b3 (end)
`},
	{"do-while with break and continue", []Block{
		empty(1).loop(DoWhile, -1), code(5, 2), code(4, 3), jump(4), tst(0, 5), end(),
	}, `
do {
	b1
	if (b1) {
		break
	}
	b2
	if (!b2) {
		b3
	}
} while (b4)
b5
return b5 (end)
`},
	{"header and latch test, do-while in the source", []Block{
		tst(1, 3).loop(DoWhile, -1), jump(2), tst(0, 3), end(),
	}, `
do {
	if (!b0) {
		break
	}
	b1
} while (b2)
b3
return b3 (end)
`},
	{"nested loops with labelled continue", []Block{
		tst(1, 5).loop(While, -1, "outer"), tst(2, 4).loop(While, -1, "inner"), code(0, 3), jump(1), jump(0), end(),
	}, `
outer: while (b0) {
	while (b1) {
		b2
		if (b2) {
			continue outer
		}
		b3
	}
	b4
}
b5
return b5 (end)
`},
	{"labelled break", []Block{
		tst(1, 6).loop(While, -1, "outer"), tst(2, 5).loop(While, -1), code(3, 4), jump(6), jump(1), jump(0), end(), end(),
	}, `
outer: while (b0) {
	while (b1) {
		b2
		if (b2) {
			b3
			break outer
		}
		b4
	}
	b5
}
b6
return b6 (end)
`},
	{"labelled break past code after the loop", []Block{
		tst(1, 6).loop(While, -1, "outer"), tst(2, 5).loop(While, -1), code(3, 4), jump(7), jump(1), jump(0), jump(7), end(),
	}, `
L1: {
	while (b0) {
		while (b1) {
			b2
			if (b2) {
				b3
				break L1
			}
			b4
		}
		b5
	}
	b6
}
b7
return b7 (end)
`},
	{"loop with a return inside and code after it", []Block{
		tst(1, 4), code(2, 3), end(), jump(0), jump(5), end(),
	}, `
while (b0) {
	b1
	if (b1) {
		b2
		return b2
	}
	b3
}
b4
b5
return b5 (end)
`},
	{"return in an endless loop", []Block{
		empty(1).loop(Endless, -1), code(2, 3), end(), jump(0),
	}, `
for (;;) {
	b1
	if (b1) {
		b2
		return b2
	}
	b3
}
`},
	{"code after an endless loop's break", []Block{
		empty(1).loop(Endless, -1), code(3, 2), jump(0), jump(4), end(),
	}, `
for (;;) {
	b1
	if (b1) {
		break
	}
	b2
}
b3
b4
return b4 (end)
`},
	{"two breaks", []Block{code(4, 1), code(4, 2), code(3, 4), jump(0), end()}, `
for (;;) {
	b0
	if (b0) {
		break
	}
	b1
	if (b1) {
		break
	}
	b2
	if (!b2) {
		break
	}
	b3
}
b4
return b4 (end)
`},
	{"continue instead of a deep else", []Block{
		tst(1, 8).loop(While, -1), code(2, 3), jump(0), jump(4), code(5, 6), jump(6), jump(0), end(), end(),
	}, `
while (b0) {
	b1
	if (b1) {
		b2
		continue
	}
	b3
	b4
	if (b4) {
		b5
	}
	b6
}
b8
return b8 (end)
`},
	{"else of the source", []Block{
		tst(1, 8).loop(While, -1), code(2, 3).hint(IfElse), jump(0), jump(4), code(5, 6), jump(6), jump(0), end(), end(),
	}, `
while (b0) {
	b1
	if (b1) {
		b2
	} else {
		b3
		b4
		if (b4) {
			b5
		}
		b6
	}
}
b8
return b8 (end)
`},
	{"pinned code stays in its loop", []Block{
		empty(1).loop(Endless, -1), code(3, 2), code(3, 0), jump(4).pinned(0), end(),
	}, `
for (;;) {
	b1
	if (!b1) {
		b2
		if (!b2) {
			continue
		}
	}
	b3
	break
}
b4
return b4 (end)
`},
	{"a pinned latch is no foot test", []Block{jump(1), jump(2), tst(1, 3).pinned(1), end()}, `
b0
for (;;) {
	b1
	if (!b2) {
		break
	}
}
b3
return b3 (end)
`},
	{"a pinned update stays in the body", []Block{
		jump(1), tst(2, 4).loop(For, 3), jump(3), expr(1).pinned(1), end(),
	}, `
b0
while (b1) {
	b2
	b3
}
b4
return b4 (end)
`},
	{"a bare return saves a label", []Block{
		tst(1, 5).loop(While, -1), tst(2, 4).loop(While, -1), code(6, 3), jump(1), jump(0), jump(6), bare(),
	}, `
while (b0) {
	while (b1) {
		b2
		if (b2) {
			return b6
		}
		b3
	}
	b4
}
b5
return b6 (end)
`},
	{"a loop's source extent keeps a return inside", []Block{
		extent(empty(1).loop(Endless, -1), 4), code(2, 0), jump(3), end(),
	}, `
for (;;) {
	b1
	if (b1) {
		b2
		b3
		return b3
	}
}
`},
	{"switch", []Block{choose(1, 2, 3), jump(4), jump(4), jump(4), end()}, `
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
	{"switch without a default", []Block{choose(1, 2, 3), jump(3), jump(3), end()}, `
b0
switch (b0) {
case 0:
	b1
	break
case 1:
	b2
}
b3
return b3 (end)
`},
	{"switch with fallthrough", []Block{choose(1, 2, 3, 4), jump(2), jump(4), jump(4), end()}, `
b0
switch (b0) {
case 0:
	b1
case 1:
	b2
	break
case 2:
	b3
}
b4
return b4 (end)
`},
	{"default in the middle", []Block{choose(1, 3, 2), jump(4), jump(3), jump(4), end()}, `
b0
switch (b0) {
case 0:
	b1
	break
default:
	b2
case 1:
	b3
}
b4
return b4 (end)
`},
	{"default first", []Block{choose(2, 3, 1), jump(4), jump(4), jump(4), end()}, `
b0
switch (b0) {
default:
	b1
	break
case 0:
	b2
	break
case 1:
	b3
}
b4
return b4 (end)
`},
	{"cases that share a body", []Block{choose(1, 1, 2, 1), jump(3), jump(3), end()}, `
b0
switch (b0) {
case 0: case 1: default:
	b1
	break
case 2:
	b2
}
b3
return b3 (end)
`},
	{"empty case before a default", []Block{choose(3, 1, 2), jump(3), jump(3), end()}, `
b0
switch (b0) {
case 0:
	break
case 1:
	b1
	break
default:
	b2
}
b3
return b3 (end)
`},
	{"switch with one target", []Block{choose(1, 1), end()}, `
b0
switch (b0) {
}
b1
return b1 (end)
`},
	{"switch of returns", []Block{choose(1, 2, 3), end(), end(), end()}, `
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
	return b3 (end)
}
`},
	{"statements after a switch of returns", []Block{choose(1, 2, 3), end(), end(), code(4, 5), jump(5), end()}, `
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
if (b3) {
	b4
}
b5
return b5 (end)
`},
	{"switch in a loop with continue", []Block{
		tst(1, 6).loop(While, -1), choose(2, 3, 4), jump(0), jump(5), jump(5), jump(0), end(),
	}, `
while (b0) {
	b1
	switch (b1) {
	case 0:
		b2
		continue
	case 1:
		b3
		break
	default:
		b4
	}
	b5
}
b6
return b6 (end)
`},
	{"switch whose cases leave the loop", []Block{
		tst(1, 5).loop(While, -1), choose(2, 3, 4), jump(5), jump(5), jump(0), end(),
	}, `
while (b0) {
	b1
	switch (b1) {
	case 0:
		b2
		break
	case 1:
		b3
		break
	default:
		b4
		continue
	}
	break
}
b5
return b5 (end)
`},
	{"break out of a case", []Block{
		choose(1, 4, 6), code(2, 3), jump(4), jump(6), code(5, 6), jump(6), end(),
	}, `
b0
switch (b0) {
case 0:
	b1
	if (b1) {
		b2
	} else {
		b3
		break
	}
case 1:
	b4
	if (b4) {
		b5
	}
}
b6
return b6 (end)
`},
	{"empty blocks vanish", []Block{empty(1), code(2, 3), empty(4), empty(4), empty(5), end()}, `
b1
if (b1) {
}
b5
return b5 (end)
`},
	{"unreachable blocks vanish", []Block{jump(2), jump(2), end()}, `
b0
b2
return b2 (end)
`},
}
