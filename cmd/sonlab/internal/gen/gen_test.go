package gen

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
)

func TestSameSeedSameProgram(t *testing.T) {
	for seed := range int64(50) {
		a, b := Generate(Config{Seed: seed, Features: All}), Generate(Config{Seed: seed, Features: All})
		if a.Source != b.Source {
			t.Fatalf("seed %d makes two different programs", seed)
		}
	}
}

// TestProgramsRun asserts that programs are valid, end, and do something.
func TestProgramsRun(t *testing.T) {
	n := tier.Share(20, 200)
	for _, set := range []string{"straight", "core", "all", "none,loops,closures,calls,jumps,branches"} {
		f, err := ParseFeatures(set)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"quickjs", "node"} {
			t.Run(set+"/"+name, func(t *testing.T) {
				e, err := engine.Open(name, 1)
				if errors.Is(err, engine.ErrNoNode) {
					t.Skip("SKIPPED:", err)
				}
				if err != nil {
					t.Fatal(err)
				}
				defer e.Close()
				events, limited, early, unread := 0, 0, 0, 0
				for seed := range int64(n) {
					p := Generate(Config{Seed: seed, Features: f})
					tr, err := e.Run(context.Background(), p.Source, 20*time.Second) // a string that doubles takes long on a busy machine
					if err != nil {
						t.Fatal(err)
					}
					switch tr.Outcome {
					case engine.Done:
					case engine.Resource:
						limited++
					case engine.Syntax:
						// quickjs refuses a few valid destructuring assignments.
						if unread++; name != "quickjs" || unread > 3 {
							t.Errorf("seed %d: %s\n%s", seed, tr.Detail, p.Source)
						}
					default:
						t.Errorf("seed %d: %v %s\n%s", seed, tr.Outcome, tr.Detail, p.Source)
					}
					events += len(tr.Events)
					for _, ev := range tr.Events {
						if strings.HasPrefix(ev, "uncaught") {
							early++
						}
					}
				}
				t.Logf("%d programs: %.1f events each, %d met a limit, %d ended early", n, float64(events)/float64(n), limited, early)
				if limited > int(n)/10 {
					t.Errorf("%d of %d programs met a limit", limited, n)
				}
				if events < int(n)*10 {
					t.Errorf("%d events from %d programs", events, n)
				}
			})
		}
	}
}

// written counts the constructs that are written in 600 programs.
func written(f Features) map[string]int {
	counts := map[string]int{}
	for seed := range int64(600) {
		for what, n := range Generate(Config{Seed: seed, Features: f}).Counts {
			counts[what] += n
		}
	}
	return counts
}

// TestCoreHasTheHardConstructs checks what fuzzing writes by default.
func TestCoreHasTheHardConstructs(t *testing.T) {
	counts := written(Core)
	for _, w := range strings.Split("closures made in a loop,closure over an item,captured read,captured write,catch parameter captured,"+
		"try-catch,try-finally,try-catch-finally,throws in a try,throws in a catch,throws in a finally,"+
		"return in a try,return in a catch,return in a finally,break out of a try,break out of a catch,break out of a finally,"+
		"continue out of a try,continue out of a catch,continue out of a finally,labelled try,rethrow,"+
		"generator,async function,async arrow,async generator,yield,yield*,await,for await,later value,"+
		"driven by next,driven by throw,driven by return,driven by objects,"+
		"destructuring declaration,destructuring assignment,item to a pattern,pattern in a catch,logged getters in a pattern,logged sequence,"+
		"proven value,proven value in a loop,switch,fallthrough,default not last,effect in a case test,break label,continue label,labelled block", ",") {
		if counts[w] < 15 {
			t.Errorf("%q was written %d times in 600 programs", w, counts[w])
		}
	}
}

// TestEveryConstructAppears checks all that can be written.
func TestEveryConstructAppears(t *testing.T) {
	counts := written(All)
	want := strings.Split("?:,arguments,arguments write,argument then assignment,array literal,arrow,arrow with expression,"+
		"assign %=,assign &&=,assign &=,assign **=,assign *=,assign +=,assign -=,assign /=,assign <<=,assign =,assign >>=,assign >>>=,"+
		"assign ??=,assign ^=,assign |=,assign ||=,assignment in a condition,awkward value,bigint,binary !=,binary !==,"+
		"binary %,binary &,binary &&,binary *,binary **,binary +,binary -,binary /,binary <,binary <<,binary <=,binary ==,"+
		"binary ===,binary >,binary >=,binary >>,binary >>>,binary ??,binary ^,binary |,binary ||,block,break,break label,"+
		"call of a closure,call of a function,captured read,captured write,carried variables,chained assignment,"+
		"closures made in a loop,code after jump,code after return,comma,computed key,const,const assignment,continue,"+
		"computed key in a pattern,continue label,dead branch,dead zone,default,default not last,default parameter,delete,"+
		"destructuring assignment,destructuring declaration,do-while,early return,eff,effect in a case test,elision,else,"+
		"else if,exit in the middle,logged sequence,member in a pattern,nested pattern,pattern default,rest in a pattern,"+
		"extra parentheses,arguments assigned,function in a parameter list,async arrow,async function,async generator,await,yield,yield*,fallthrough,for,for down,for without update,for-in,for-of,for await,item to a pattern,item to a target,closure over an item,logged iterable,class declaration,class expression,class method,computed class key,extends,field,named class expression,"+
		"private name,static block,static method,super,super call,function declaration,"+
		"function expression,function in a block,getter,global,hoisted function,if,in,inner function declaration,instanceof,"+
		"labelled block,let,logic as statement,loop on fuel,lost copy,member read,member write,method,method call,"+
		"named function expression,new,object literal,old value kept,optional chain,chain in parentheses,delete of a chain,postfix ++,postfix --,prefix ++,prefix --,"+
		"recursive call,regexp,rest parameter,return,rotation,self assignment,shadowing,shorthand,spread,strict function,"+
		"strict script,string +,swap,swap in a loop,switch,symbol,tagged template,template,this,throw,try-catch,try-catch-finally,try-finally,"+
		"typeof,delete of a name,global &&=,global ||=,global ??=,import(),new.target,unary !,unary +,unary -,unary typeof,unary void,unary ~,unprotected counter,undeclared,valueOf method,var,"+
		"var of a parameter,var used early,while,"+
		"labelled try,throws in a try,throws in a catch,throws in a finally,return in a try,return in a catch,return in a finally,"+
		"break out of a try,break out of a catch,break out of a finally,continue out of a try,continue out of a catch,continue out of a finally,"+
		"driven by next,driven by throw,driven by return,driven by objects,later value,logged getters in a pattern,catch parameter captured,catch parameter assigned,"+
		"var of a catch parameter,rethrow,pattern in a catch", ",")
	for _, w := range want {
		if counts[w] < 5 {
			t.Errorf("%q was written %d times in 600 programs", w, counts[w])
		}
	}
	if testing.Verbose() {
		var lines []string
		for what, n := range counts {
			lines = append(lines, fmt.Sprintf("%7d %s", n, what))
		}
		sort.Sort(sort.Reverse(sort.StringSlice(lines)))
		t.Log("\n" + strings.Join(lines, "\n"))
	}
}

func TestFamiliesCanBeSwitchedOff(t *testing.T) {
	tests := []struct {
		set    string
		absent []string
	}{
		{"straight", []string{"if (", "while (", "for (", "switch (", " => ", " ? ", " && ", "try {", "break", "continue"}},
		{"core,-closures", []string{"=>"}},
		{"core,-loops", []string{"while (", "for (", "do {"}},
		{"core,-tries", []string{"try {"}},
		{"core,-destructs", []string{"...", "} = "}},
	}
	for _, tt := range tests {
		f, err := ParseFeatures(tt.set)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range int64(200) {
			src := Generate(Config{Seed: seed, Features: f}).Source
			for _, a := range tt.absent {
				if strings.Contains(src, a) {
					t.Fatalf("%s: seed %d has %q\n%s", tt.set, seed, a, src)
				}
			}
		}
	}
}

func TestParseFeaturesRefusesUnknownNames(t *testing.T) {
	for _, s := range []string{"", "loop", "core,-core", "none"} {
		if f, err := ParseFeatures(s); err == nil {
			t.Errorf("%q is accepted as %v", s, f)
		}
	}
}

// TestProgramsAreValid reads more programs than can be run.
func TestProgramsAreValid(t *testing.T) {
	for seed := range int64(tier.Share(300, 4000)) {
		p := Generate(Config{Seed: 40000 + seed, Features: All})
		if prog, ds := parse.Parse(p.Source, parse.Options{Type: parse.Script}); prog == nil {
			t.Errorf("seed %d: %v", 40000+seed, ds[0])
		}
	}
}

// TestTameProgramsSatisfyTheAssumptions looks in the records of tame programs for code that
// runs when a value is read or converted; the records of other programs have it.
func TestTameProgramsSatisfyTheAssumptions(t *testing.T) {
	e, err := engine.Open("quickjs", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	wild := regexp.MustCompile(`^(bad )?(valueOf|toString)|^get |^trap |^print "get |fn\("\w`)
	for _, c := range []struct {
		features Features
		want     bool
	}{{All, true}, {All | Tame, false}} {
		seen := ""
		for seed := range int64(40) {
			tr, err := e.Run(context.Background(), Generate(Config{Seed: seed, Features: c.features}).Source, 20*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			for _, event := range tr.Events {
				if wild.MatchString(event) {
					seen = event
				}
			}
		}
		if (seen != "") != c.want {
			t.Errorf("tame: %v: saw %q", !c.want, seen)
		}
	}
}
