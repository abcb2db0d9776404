package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sonjs/son/cmd/sonlab/internal/calls"
	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/cmd/sonlab/internal/gen"
	"github.com/sonjs/son/cmd/sonlab/internal/knot"
	"github.com/sonjs/son/cmd/sonlab/internal/objects"
	"github.com/sonjs/son/cmd/sonlab/internal/sketch"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// standardButNames is the standard assumptions without fn-names: programs look at names.
const standardButNames = "builtins,pure-coercion,pure-getters,no-tdz"

// mode is one way to optimize. Tame modes are only valid for programs that satisfy the
// standard assumptions, or that do not look at function names.
type mode struct {
	name string
	sonOptions
	tame bool
	// closed: all programs of classes and objects satisfy the assumptions, too.
	closed bool
}

// modes are those of `sonlab fuzz --modes all`.
var modes = []mode{
	{name: "forced-O0", sonOptions: sonOptions{level: 0, force: true}},
	{name: "forced-O1", sonOptions: sonOptions{level: 1, force: true}},
	{name: "default", sonOptions: sonOptions{level: 1}},
	{name: "size", sonOptions: sonOptions{level: 1, aim: cost.Size}},
	{name: "speed", sonOptions: sonOptions{level: 1, aim: cost.Speed}},
	{name: "O2", sonOptions: sonOptions{level: 2}},
	{name: "forced-O2", sonOptions: sonOptions{level: 2, force: true}},
	{name: "O2-speed", sonOptions: sonOptions{level: 2, aim: cost.Speed}},
	{name: "forced-speed", sonOptions: sonOptions{level: 1, aim: cost.Speed, force: true}},
	{name: "compact", sonOptions: sonOptions{level: 1, compact: true}},
	{name: "normal", sonOptions: sonOptions{level: 1, emit: passes.Normal}},
	{name: "normal-O0", sonOptions: sonOptions{level: 0, emit: passes.Normal}},
	{name: "blocks", sonOptions: sonOptions{level: 1, emit: passes.Blocks}},
	{name: "from-normal", sonOptions: sonOptions{level: 1, emit: passes.Normal, again: true}},
	{name: "from-blocks", sonOptions: sonOptions{level: 1, emit: passes.Blocks, again: true}},
	{name: "again", sonOptions: sonOptions{level: 1, again: true}},
	{name: "standard", sonOptions: sonOptions{level: 1, force: true, assumed: standardButNames}, tame: true},
	{name: "minify", sonOptions: sonOptions{level: 1, minify: true}, tame: true},
	{name: "O2-standard", sonOptions: sonOptions{level: 2, force: true, assumed: standardButNames}, tame: true},
	{name: "O2-minify", sonOptions: sonOptions{level: 2, minify: true}, tame: true},
	{name: "O2-closed", sonOptions: sonOptions{level: 2, aim: cost.Speed, force: true, assumed: "builtins,closed-world,closed-objects"}, tame: true, closed: true},
	{name: "O2-closed-quickjs", sonOptions: sonOptions{level: 2, aim: cost.SpeedQuickJS, force: true, assumed: "builtins,closed-world,closed-objects"}, tame: true, closed: true},
}

// checking are the modes that do not optimize programs, but check their assumptions. In check-objects a report is an
// event like others, so programs that satisfy the assumptions have to behave as before; the laboratory replaces built-in
// functions itself, so these are not checked. In check-silent everything is checked and nothing is reported, so
// programs that violate assumptions have to behave as before, too.
var checking = []mode{
	{name: "check-objects", sonOptions: sonOptions{assumed: "builtins,closed-world,closed-objects", checked: "closed-world,closed-objects"}, tame: true, closed: true},
	{name: "check-silent", sonOptions: sonOptions{assumed: everything, checked: everything, silent: true}},
}

const everything = "standard,closed-world,closed-objects"

// modesNamed returns the modes of these names; "all" stands for all of them that optimize.
func modesNamed(names []string) ([]mode, error) {
	if slices.Equal(names, []string{"all"}) {
		return modes, nil
	}
	var ms []mode
	known := slices.Concat(modes, checking)
	for _, name := range names {
		i := slices.IndexFunc(known, func(m mode) bool { return m.name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown mode %q: the modes are all, %s", name, strings.Join(modeNames(), ", "))
		}
		ms = append(ms, known[i])
	}
	return ms, nil
}

func modeNames() []string {
	var names []string
	for _, m := range slices.Concat(modes, checking) {
		names = append(names, m.name)
	}
	return names
}

// transform returns the mode as a transform.
func (m mode) transform() (diff.Named, error) {
	o := m.sonOptions
	o.workers, o.stats, o.behaviour = 1, &sonStats{}, true
	if o.assumed != "" {
		set, err := passes.ParseAssumptions(strings.Split(o.assumed, ","))
		if err != nil {
			return diff.Named{}, err
		}
		o.assume = set
	}
	if o.checked != "" {
		set, err := passes.ParseAssumptions(strings.Split(o.checked, ","))
		if err != nil {
			return diff.Named{}, err
		}
		o.check = set
	}
	return diff.Named{Name: m.name, Do: son(o)}, nil
}

// spread makes programs such that a run of any length covers the modes and the contexts
// evenly: most are knots, some are long functions; or all are of several functions, or
// of classes and objects. Each program is run in per modes.
type spread struct {
	seed  int64
	kind  kind
	modes []mode
	per   int
	skip  *regexp.Regexp // programs to skip; nil: none
}

// defaultPer is the number of modes that a program is run in.
const defaultPer = 3

// One in longEvery programs is made by package gen, and one in tameEvery is tame, if there
// are both tame and other modes.
const longEvery, tameEvery = 7, 8

// One in patchedEvery tame programs may replace globals. Like tameEvery, the number has no
// factor in common with the turns of a context.
const patchedEvery = 4

// long are the configurations of package gen, which take turns: all features in
// medium-sized functions, and expressions with awkward operands in short ones.
var long = []gen.Config{
	{Features: gen.Straight | gen.Branches | gen.Logic, Size: 3},
	{Features: gen.All, Size: 3},
	{Features: gen.Straight | gen.Branches | gen.Loops | gen.DeadZones | gen.Tries | gen.Closures | gen.Hoists, Size: 4},
	{Features: gen.All, Size: 7},
}

// turns returns n of the modes, other ones in each round. If n has no factor in common with
// their number, each set has its turn.
func turns(modes []int, round, n int) []int {
	var some []int
	for j := range min(n, len(modes)) {
		some = append(some, modes[(round*n+j)%len(modes)])
	}
	return some
}

func (s *spread) program(i int) (diff.Program, []int) {
	p, through := s.any(i)
	if s.skip != nil && s.skip.MatchString(p.Source) {
		return diff.Program{Name: p.Name, Source: "0", Seed: p.Seed, Place: "skipped"}, []int{}
	}
	return p, through
}

func (s *spread) any(i int) (diff.Program, []int) {
	var wild, tame []int
	for m, mode := range s.modes {
		if mode.tame && !(mode.closed && s.kind == objectsKind) {
			tame = append(tame, m)
		} else {
			wild = append(wild, m)
		}
	}
	seed := s.seed + int64(i)
	at := int(uint32(seed)) // depends on the seed alone, so that its number reproduces a find
	if make := madeAlone[s.kind]; make != nil {
		return alone(make, seed), s.aloneModes(at, wild, tame)
	}
	round := at / len(knot.Contexts)
	turn := at + round // so that a turn falls on different contexts each time
	isTame := len(tame) > 0 && (len(wild) == 0 || turn%tameEvery == tameEvery-1)
	if isTame {
		round /= tameEvery
	} else {
		tame = nil
	}
	// Some replace globals, which the assumptions rule out.
	patched := isTame && turn/tameEvery%patchedEvery == 0
	if patched {
		free := slices.DeleteFunc(slices.Clone(tame), func(m int) bool { return s.modes[m].assumed != "" })
		if patched = len(free)+len(wild) > 0; patched {
			tame = free
		}
	}
	// Of a tame program's modes one is wild, if there is room.
	n := min(s.per, len(tame))
	if n == s.per && n > 1 && len(wild) > 0 {
		n--
	}
	through := append(turns(tame, round, n), turns(wild, round, s.per-n)...)
	if turn%longEvery == longEvery/2 {
		c := long[turn/longEvery%len(long)]
		if c.Seed = seed; isTame {
			c.Features |= gen.Tame
		}
		p := gen.Generate(c)
		return diff.Program{Name: fmt.Sprintf("seed-%d.js", seed), Source: p.Source, Seed: seed, Place: "long functions"}, through
	}
	p := knot.Generate(knot.Config{Seed: seed, Context: at % len(knot.Contexts), Tame: isTame, Patched: patched})
	return diff.Program{Name: fmt.Sprintf("seed-%d%s", seed, []string{".js", ".mjs", ".cjs"}[p.File]), Source: p.Source, Seed: seed,
		Place: p.Context, Shared: !p.Alone}, through
}

// aloneModes returns the modes for the program of a number that is of several functions. One in
// four is tame, and half of these are calm: the modes with assumptions run only these.
func (s *spread) aloneModes(at int, wild, tame []int) []int {
	isTame, calm := temper(at)
	if !isTame && len(wild) > 0 {
		return turns(wild, at, s.per)
	}
	tame = slices.DeleteFunc(slices.Clone(tame), func(m int) bool { return s.modes[m].assumed != "" && !calm })
	if !isTame || len(tame)+len(wild) == 0 {
		return []int{}
	}
	n := min(s.per, len(tame))
	if n == s.per && n > 1 && len(wild) > 0 {
		n--
	}
	at /= 8
	return append(turns(tame, at, n), turns(wild, at, s.per-n)...)
}

// temper says whether the program of a number is tame, and whether it is calm.
func temper(at int) (tame, calm bool) { return at%4 == 3, at%8 == 7 }

// alone makes the program of a seed.
func alone(make generator, seed int64) diff.Program {
	tame, calm := temper(int(uint32(seed)))
	p := make(seed, tame, calm)
	return diff.Program{Name: fmt.Sprintf("seed-%d%s", seed, p.Ext), Source: p.Source, Seed: seed, Place: p.Context, Shared: !p.Alone}
}

// generator makes the programs of one kind. Calm programs satisfy all of son's standard
// assumptions, tame ones all but what calm adds.
type generator func(seed int64, tame, calm bool) sketch.Program

// madeAlone are the generators whose programs do not share a run with those of another.
var madeAlone = map[kind]generator{
	callsKind: func(seed int64, tame, calm bool) sketch.Program {
		return calls.Generate(calls.Config{Seed: seed, Tame: tame, Calm: calm})
	},
	objectsKind: func(seed int64, tame, _ bool) sketch.Program {
		return objects.Generate(objects.Config{Seed: seed, Tame: tame})
	},
}

// kind is a kind of generated programs, a value of --programs.
type kind string

const (
	knotsKind   kind = "knots"
	callsKind   kind = "calls"
	objectsKind kind = "objects"
)

// programKinds are the values of --programs.
const programKinds = "knots (and long functions), calls (programs of several functions) or objects (programs of classes and objects)"

func kindNamed(name string) (kind, error) {
	switch k := kind(name); k {
	case "":
		return knotsKind, nil
	case knotsKind, callsKind, objectsKind:
		return k, nil
	}
	return "", fmt.Errorf("unknown programs %q: they are %s", name, programKinds)
}
