package cli

import "testing"

func TestDistanceCountsTypos(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"for", "for", 0}, {"asume", "assume", 1}, {"prot", "port", 1}, {"frce", "force", 1}, {"ab", "cd", 2}, {"abc", "", 3}, {"ca", "abc", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestSuggestions(t *testing.T) {
	flags := []string{"bundle", "bundle-format", "for", "force-graph", "format", "assume", "all-phis", "port"}
	for written, want := range map[string]string{
		"asume": "; did you mean --assume?", "prot": "; did you mean --port?", "frce": "; did you mean --force-graph?",
		"for": "; did you mean --for?", "bundel": "; did you mean --bundle or --bundle-format?", "zzz": "",
	} {
		if got := didYouMean(written, flags, "--"); got != want {
			t.Errorf("%s%s, want %q", written, got, want)
		}
	}
	if got, want := didYouMean("thre", []string{"three"}), `; did you mean "three"?`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
