package contain

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

//go:embed recorder.js
var recorder string

// Prelude returns the script that runs before an instrumented program. Its value is a function that
// returns the record.
func Prelude() string {
	const log = "function log(what) {"
	text := engine.Prelude()
	if strings.Count(text, log) != 1 {
		panic("the engine's record has no function log")
	}
	text = strings.Replace(text, log, log+" $events.count++;", 1)
	for strings.HasPrefix(recorder, "//") {
		_, recorder, _ = strings.Cut(recorder, "\n")
	}
	return "(() => { const end = (" + strings.TrimSpace(recorder) + ")();\nconst finish = " + text + ";\nreturn end; })()"
}

// Record is what an instrumented program did.
type Record struct {
	Calls    []Call
	Uncaught string
}

// Parse reads the record.
func Parse(text string) (r Record, err error) {
	err = json.Unmarshal([]byte(text), &r)
	return r, err
}

// Call is what one call of a function did. An exception in a function that declares others is noticed late;
// Changed is then nil.
type Call struct {
	Fn      int
	Args    []Value // by parameter; none if one of these is no plain name
	Left    bool    // it returned Result, or tried to: a finally clause may have had another result
	Threw   bool
	Result  Value
	Same    []int // the arguments that are the result
	Changed []int // the visible variables with other values than before
	Events  int   // effects that the program recorded
}

// Value is a value, as far as it is recorded.
type Value struct {
	K string // its type; "text" for a string whose text is not recorded
	V string
}

// Type returns the type of the value alone, and false for a string that is not recorded.
func (v Value) Type() (t son.Type, exact bool) {
	switch v.K {
	case "number":
		f, err := strconv.ParseFloat(v.V, 64)
		if err != nil {
			panic(err)
		}
		return son.NumberConst(f), true
	case "string":
		return son.StringConst(v.V), true
	case "text":
		return son.TypeString, false
	case "bigint":
		return son.BigIntConst(v.V), true
	case "true", "false":
		return son.BoolConst(v.K == "true"), true
	case "null":
		return son.TypeNull, true
	case "undefined":
		return son.TypeUndefined, true
	case "symbol":
		return son.TypeSymbol, true
	case "function":
		return son.TypeFunction, true
	}
	return son.TypeFresh, true
}

// arguments returns what a call with these arguments may be known to have.
func (c *Call) arguments() (a son.Arguments) {
	for i, x := range c.Args {
		if i == 16 {
			break
		}
		k := son.Arguments(0)
		switch x.K {
		case "number":
			k = 2
		case "string", "text":
			k = 3
		case "true", "false", "null", "undefined":
			k = 1
		}
		a |= k << (2 * i)
	}
	return a
}

// Claims counts how often a summary said something that a call could have refuted.
type Claims struct{ Calls, Result, Param, Throw, Write, Event, Same int }

// Checker compares calls with summaries.
type Checker struct {
	Claims
	Program *ast.Program
	Visible map[int][]*ast.Symbol
	Summary func(fn int, a son.Arguments) *son.Summary
	before  map[string]string
}

// Check returns what a call did that the summaries of its function do not contain: for any arguments, for
// arguments of the most special kinds, and for kinds in between.
func (k *Checker) Check(c *Call) (wrong []string) {
	k.Calls++
	special := c.arguments()
	plain := special
	for i := 0; i < 16; i++ {
		if special>>(2*i)&3 != 0 {
			plain = plain&^(3<<(2*i)) | 1<<(2*i)
		}
	}
	for _, a := range slices.Compact([]son.Arguments{0, plain, special}) {
		for _, s := range k.check(c, k.Summary(c.Fn, a)) {
			wrong = append(wrong, fmt.Sprintf("%s, arguments %x: %s", k.name(c.Fn), uint32(a), s))
		}
	}
	return wrong
}

func (k *Checker) name(fn int) string {
	f := k.Program.Funcs[fn]
	if f.Name != nil {
		return f.Name.Name
	}
	return fmt.Sprintf("function %d", fn)
}

func (k *Checker) check(c *Call, s *son.Summary) (wrong []string) {
	bad := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	quiet := s.Effect&son.Calls == 0
	if quiet && s.Effect&son.Throws == 0 {
		k.Throw++
		if c.Threw {
			bad("it threw")
		}
	}
	if c.Left {
		k.result(c, s, bad)
	}
	if !quiet || c.Changed == nil {
		return wrong
	}
	k.Event++
	if c.Events > 0 {
		bad("it ran code with effects")
	}
	k.Write++
	for _, i := range c.Changed {
		sym := k.Visible[c.Fn][i]
		if s.Effect&son.Writes == 0 || !slices.Contains(s.Writes, sym) {
			bad("it wrote %s", sym.Name)
		}
	}
	k.again(c, s, bad)
	return wrong
}

// result compares the result.
func (k *Checker) result(c *Call, s *son.Summary, bad func(string, ...any)) {
	if s.Result != son.TypeAny {
		k.Result++
		if t, exact := c.Result.Type(); exact && !s.Result.Contains(t) || !s.Result.MayBe(t.Kinds()) {
			bad("it returned %v, which is not in %v", t, s.Result)
		}
	}
	if s.Param != son.NoParam {
		k.Param++
		if !slices.Contains(c.Same, s.Param) {
			bad("it did not return parameter %d", s.Param)
		}
	}
}

// again compares a call with an earlier one of the same function for the same arguments, where these
// are all that the result depends on.
func (k *Checker) again(c *Call, s *son.Summary, bad func(string, ...any)) {
	fn := k.Program.Funcs[c.Fn]
	if s.Effect&son.Reads != 0 || len(s.Refers) > 0 || fn.Uses != 0 || len(c.Args) != len(fn.Params) || !c.Left || !isRecorded(c.Result) {
		return
	}
	key := fmt.Sprint(c.Fn)
	for _, x := range c.Args {
		if !isRecorded(x) {
			return
		}
		key += " " + x.K + " " + strconv.Quote(x.V)
	}
	got := c.Result.K + " " + c.Result.V
	if k.before == nil {
		k.before = map[string]string{}
	}
	if was, ok := k.before[key]; ok && was != got {
		bad("it returned %s, and earlier, for the same arguments, %s", got, was)
	} else if ok {
		k.Same++
	}
	k.before[key] = got
}

func isRecorded(v Value) bool {
	switch v.K {
	case "object", "function", "symbol", "text":
		return false
	}
	return true
}
