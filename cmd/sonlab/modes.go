package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/cmd/sonlab/internal/gen"
	"github.com/sonjs/son/cmd/sonlab/internal/knot"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// mode is one way to optimize. Tame ones only hold for programs that keep the
// standard assumptions, or that do not look at names of functions.
type mode struct {
	name string
	sonOptions
	tame bool
}

// modes are the ways that `sonlab fuzz --modes all` compares.
var modes = []mode{
	{name: "forced-O0", sonOptions: sonOptions{level: 0, force: true}},
	{name: "forced-O1", sonOptions: sonOptions{level: 1, force: true}},
	{name: "default", sonOptions: sonOptions{level: 1}},
	{name: "size", sonOptions: sonOptions{level: 1, aim: cost.Size}},
	{name: "speed", sonOptions: sonOptions{level: 1, aim: cost.Speed}},
	{name: "forced-speed", sonOptions: sonOptions{level: 1, aim: cost.Speed, force: true}},
	{name: "compact", sonOptions: sonOptions{level: 1, compact: true}},
	{name: "normal", sonOptions: sonOptions{level: 1, emit: passes.Normal}},
	{name: "normal-O0", sonOptions: sonOptions{level: 0, emit: passes.Normal}},
	{name: "blocks", sonOptions: sonOptions{level: 1, emit: passes.Blocks}},
	{name: "from-normal", sonOptions: sonOptions{level: 1, emit: passes.Normal, again: true}},
	{name: "from-blocks", sonOptions: sonOptions{level: 1, emit: passes.Blocks, again: true}},
	{name: "again", sonOptions: sonOptions{level: 1, again: true}},
	{name: "standard", sonOptions: sonOptions{level: 1, force: true, assumed: "standard"}, tame: true},
	{name: "minify", sonOptions: sonOptions{level: 1, minify: true}, tame: true},
}

// modesNamed are those of the list; "all" stands for all.
func modesNamed(names []string) ([]mode, error) {
	if slices.Equal(names, []string{"all"}) {
		return modes, nil
	}
	var ms []mode
	for _, name := range names {
		i := slices.IndexFunc(modes, func(m mode) bool { return m.name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown mode %q: there are all, %s", name, strings.Join(modeNames(), ", "))
		}
		ms = append(ms, modes[i])
	}
	return ms, nil
}

func modeNames() []string {
	var names []string
	for _, m := range modes {
		names = append(names, m.name)
	}
	return names
}

// transform is the mode as what is done to a program.
func (m mode) transform() (diff.Named, error) {
	o := m.sonOptions
	o.workers, o.stats, o.behaviour = 1, &sonStats{}, true
	if o.assumed != "" {
		set, err := passes.ParseAssumptions([]string{o.assumed})
		if err != nil {
			return diff.Named{}, err
		}
		o.assume = set
	}
	return diff.Named{Name: m.name, Do: son(o)}, nil
}

// spread makes programs so that a run of any length goes through the modes and the
// contexts evenly: most are knots, some long functions. Each goes through per modes.
type spread struct {
	seed  int64
	modes []mode
	per   int
	skip  *regexp.Regexp // programs to leave out; nil: none
}

// defaultPer is how many modes a program goes through.
const defaultPer = 3

// longEvery says how often a program is one of package gen, tameEvery how often one is
// tame, if there are modes for those and for others.
const longEvery, tameEvery = 7, 8

// patchedEvery says how often a tame program may replace globals. Like tameEvery it shares
// no factor with the turns of a context.
const patchedEvery = 4

// long are the kinds of programs of package gen, which take turns: all that it has in
// middling functions, and expressions with awkward operands in short ones.
var long = []gen.Config{
	{Features: gen.Straight | gen.Branches | gen.Logic, Size: 3},
	{Features: gen.All, Size: 3},
	{Features: gen.Straight | gen.Branches | gen.Loops | gen.DeadZones | gen.Tries | gen.Closures | gen.Hoists, Size: 4},
	{Features: gen.All, Size: 7},
}

func (s *spread) program(i int) (diff.Program, []int) {
	p, through := s.any(i)
	if s.skip != nil && s.skip.MatchString(p.Source) {
		return diff.Program{Name: p.Name, Source: "0", Seed: p.Seed, Place: "left out"}, []int{}
	}
	return p, through
}

func (s *spread) any(i int) (diff.Program, []int) {
	var wild, tame []int
	for m, mode := range s.modes {
		if mode.tame {
			tame = append(tame, m)
		} else {
			wild = append(wild, m)
		}
	}
	seed := s.seed + int64(i)
	at := int(uint32(seed)) // by the seed alone, so that a find is made again by its number
	round := at / len(knot.Contexts)
	turn := at + round // so that it is not the same contexts' each time
	isTame := len(tame) > 0 && (len(wild) == 0 || turn%tameEvery == tameEvery-1)
	from := wild
	if isTame {
		from = append(tame[:len(tame):len(tame)], wild...)
		round /= tameEvery
		if s.per >= len(tame) {
			round = 0 // the tame ones each time
		}
	}
	// Some replace globals, for which what is assumed does not hold.
	patched := isTame && turn/tameEvery%patchedEvery == 0
	if patched {
		from = slices.DeleteFunc(slices.Clone(from), func(m int) bool { return s.modes[m].assumed != "" })
		if patched = len(from) > 0; !patched {
			from = tame
		}
	}
	var through []int
	for j := range min(s.per, len(from)) {
		// Steps that share no factor with the number of modes give other pairs each time.
		through = append(through, from[(round*s.per+j)%len(from)])
	}
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
