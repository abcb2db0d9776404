package gen

import (
	"fmt"
	"strings"
)

// Features is a set of language families that programs may use. Constructs of no
// family are always used: functions, let, const, var, assignments, arithmetic,
// comparisons, print and return.
type Features uint64

const (
	Branches   Features = 1 << iota // if, else, ?:
	Logic                           // && || ??, and their assignments
	Loops                           // while, do, for
	Jumps                           // break, continue, labels, labelled blocks
	Switches                        // switch
	Calls                           // calls of functions, with effects in arguments
	Closures                        // nested functions, captures, hoisting
	Recursion                       // self and mutual recursion
	Members                         // property reads, writes, updates, method calls
	Literals                        // object and array literals
	Awkward                         // logging valueOf, throwing valueOf, accessors, Proxy
	BigInts                         // bigint literals and mixing
	Symbols                         // a symbol value
	Globals                         // script variables, global accessors, undeclared names
	This                            // this in sloppy and strict functions
	Arguments                       // arguments, aliased and not
	News                            // new
	Templates                       // template literals
	Regexps                         // regular expression literals
	Meta                            // delete, in, instanceof, typeof
	Throws                          // throw, uncaught in the function
	Strict                          // "use strict"
	Shadows                         // shadowed names, also of undefined and NaN
	Hoists                          // var in blocks, uses before declaration
	DeadZones                       // uses before let, assignments to const
	DeadCode                        // code after jumps, constant conditions
	Patterns                        // swaps, lost copies, several carried variables
	Optionals                       // ?.
	BlockFuncs                      // function declarations in blocks
	Tries                           // try, catch, finally
	ForIns                          // for-in
	Destructs                       // patterns, spread, default parameters
	ForOfs                          // for-of
	Classes                         // classes, private names, super
	Suspends                        // generators, async functions
	featureEnd
)

// Named sets.
const (
	// Straight is code without any control flow, the first milestone.
	Straight = Calls | Members | Literals | Awkward | BigInts | Symbols | Globals | This | News | Templates |
		Regexps | Meta | Throws | Strict | Patterns
	// Core is what the graph supports today.
	Core = Straight | Branches | Logic | Loops | Jumps | Switches | Closures | Recursion | Arguments | Shadows | Hoists |
		DeadZones | DeadCode | Optionals | ForIns | ForOfs | BlockFuncs | Destructs | Tries | Classes | Suspends
	// All adds what it does not support yet; functions that use it are left as written.
	All = featureEnd - 1
	// Tame programs satisfy son's standard assumptions: nothing runs code when it is
	// read or converted, no function reads a variable around it too early, and the record omits the
	// names of functions.
	Tame Features = 1 << 63
)

var featureNames = [...]string{"branches", "logic", "loops", "jumps", "switches", "calls", "closures", "recursion",
	"members", "literals", "awkward", "bigints", "symbols", "globals", "this", "arguments", "news", "templates",
	"regexps", "meta", "throws", "strict", "shadows", "hoists", "deadzones", "deadcode", "patterns", "optionals",
	"blockfuncs", "tries", "forins", "destructs", "forofs",
	"classes", "suspends"}

var setNames = map[string]Features{"straight": Straight, "core": Core, "all": All, "tame": Tame, "none": 0}

// String lists the families, separated by commas.
func (f Features) String() string {
	var names []string
	for i, n := range featureNames {
		if f&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}

// ParseFeatures reads a list such as "straight,loops" or "core,-switches":
// names of families or sets, which a minus in front removes.
func ParseFeatures(s string) (Features, error) {
	var f Features
	for _, word := range strings.Split(s, ",") {
		name, minus := strings.CutPrefix(strings.TrimSpace(word), "-")
		bits, ok := setNames[name]
		for i, n := range featureNames {
			if n == name {
				bits, ok = 1<<i, true
			}
		}
		if !ok {
			return 0, fmt.Errorf("unknown feature %q: the features are straight, core, all, tame, none and %v", name, All)
		}
		if minus {
			f &^= bits
		} else {
			f |= bits
		}
	}
	if f == 0 {
		return 0, fmt.Errorf("features %q select nothing", s)
	}
	return f, nil
}
