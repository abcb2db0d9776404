// Package suites runs the test suites that packages were published with, on the packages as
// they are and on the same packages optimized, and compares the results test by test. What
// users of a package rely on is best known to those who test it.
//
// A suite is a checkout of the package's repository with the files of the published package
// over it: repositories often hold only the source of what is published. The directory of the
// checkouts also has the node_modules of testdata/npm-suites, where the packages and their
// test runners come from.
package suites

import (
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"time"

	"github.com/sonjs/son/internal/npm"
)

// Suite is a package with its tests.
type Suite struct {
	Name       string
	Repository string // on GitHub
	Tag        string
	// Packages maps folders of the checkout to the published packages, or folders of them,
	// that belong there; if it is nil, the package of that name belongs at the top.
	Packages map[string]string
	// Run is the command. The name of a runner stands for that of node_modules.
	Run []string
	Env []string
	// Result matches the lines of the output that say what became of a test; nil means
	// the test anything protocol.
	Result *regexp.Regexp
}

// Suites lists the suites.
func Suites() []Suite {
	return []Suite{
		{Name: "acorn", Repository: "acornjs/acorn", Tag: "8.17.0",
			Packages: map[string]string{"acorn": "acorn", "acorn-walk": "acorn-walk", "acorn-loose": "acorn-loose"},
			Run:      []string{"node", "test/run.js"}, Result: regexp.MustCompile(`.`)},
		{Name: "d3-array", Repository: "d3/d3-array", Tag: "v3.2.4", Run: []string{"mocha", "--reporter", "tap", "test/**/*-test.js"}},
		{Name: "js-yaml", Repository: "nodeca/js-yaml", Tag: "4.1.1", Run: []string{"mocha", "--reporter", "tap"}},
		{Name: "lodash", Repository: "lodash/lodash", Tag: "4.18.1",
			Packages: map[string]string{".": "lodash", "node_modules/lodash": "lodash-stable"},
			Run:      []string{"node", "--require", "../preload/lodash.cjs", "test/test.js"}},
		{Name: "marked", Repository: "markedjs/marked", Tag: "v18.0.9",
			Run: []string{"node", "--test", "--test-reporter", "tap", "test/unit/Hooks.test.js", "test/unit/Lexer.test.js", "test/unit/instance.test.js", "test/unit/marked.test.js", "test/unit/bin.test.js"}},
		{Name: "nunjucks", Repository: "mozilla/nunjucks", Tag: "v3.2.4",
			Packages: map[string]string{"nunjucks/src": "nunjucks/src"},
			Run:      []string{"mocha", "--reporter", "tap", "tests"}, Env: []string{"NODE_PATH=tests/test-node-pkgs"}},
		{Name: "pako", Repository: "nodeca/pako", Tag: "2.1.0", Run: []string{"mocha", "--reporter", "tap"}},
		{Name: "qs", Repository: "ljharb/qs", Tag: "v6.15.3", Run: []string{"tape", "test/**/*.js"}},
		{Name: "underscore", Repository: "jashkenas/underscore", Tag: "1.13.8", Run: []string{"qunit", "--reporter", "tap", "test/"}},
	}
}

// ErrAbsent means that node, the checkout of a suite or its packages are missing.
var ErrAbsent = errors.New("absent")

// Find returns the node_modules directory of the packages and the runners: that of NPM_DIR, or
// the one beside the committed package.json.
func Find(committed string) (string, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return "", fmt.Errorf("%w: node is not on the PATH", ErrAbsent)
	}
	dir, err := npm.Find(committed, "qunit-extras/package.json")
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrAbsent, err)
	}
	return dir, nil
}

// Result compares a suite before and after one transform.
type Result struct {
	Suite         string
	Files         int // that were transformed: those of the package that the suite loads
	Bytes         int
	Tests, Passed int // of the untouched package
	Unstable      int // results that two runs of the untouched package do not share
	Different     []string
	Before, After time.Duration // of the runs
}

func (r Result) String() string {
	s := fmt.Sprintf("%s: %d results, %d of them good, %d differences; %d files of %d bytes; runs %v and %v",
		r.Suite, r.Tests, r.Passed, len(r.Different), r.Files, r.Bytes, r.Before.Round(time.Millisecond), r.After.Round(time.Millisecond))
	if r.Unstable > 0 {
		s += fmt.Sprintf("; %d results differ between runs of the untouched package", r.Unstable)
	}
	for i, d := range r.Different {
		if i == keptDifferences {
			s += fmt.Sprintf("\n  and %d more", len(r.Different)-i)
			break
		}
		s += "\n  " + d
	}
	return s
}

const keptDifferences = 10

// tap matches a line of the test anything protocol that reports a test, or the end of the run.
// Totals are left out: they would differ with a test that fails now and then.
var tap = regexp.MustCompile(`^\s*((not )?ok\b|1\.\.\d|Bail out!)`)

// timing matches what depends on the machine in the line of a test.
var timing = regexp.MustCompile(`\(?\b\d+(\.\d+)? ?(ms|milliseconds|seconds)\b\)?`)

// number matches the number of a test, which is that of its line.
var number = regexp.MustCompile(`^(\s*(?:not )?ok) \d+`)

// good matches a line about a test that passed.
var good = regexp.MustCompile(`^\s*ok\b`)
