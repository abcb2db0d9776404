package passes

import (
	"strings"
	"testing"
)

func TestTheTableKeepsItsOrder(t *testing.T) {
	if err := checkOrder(Table); err != nil {
		t.Error(err)
	}
	seen := map[string]bool{}
	for _, p := range Table {
		if p.Name == "" || p.Doc == "" || p.Run == nil || seen[p.Name] {
			t.Errorf("pass %q is incomplete or a duplicate", p.Name)
		}
		seen[p.Name] = true
	}
	for _, o := range order {
		if !seen[o.first] || !seen[o.then] || o.why == "" {
			t.Errorf("order %v names an unknown pass, or no reason", o)
		}
	}
}

func TestABrokenOrderIsFound(t *testing.T) {
	var back []Pass
	for _, p := range Table {
		back = append([]Pass{p}, back...)
	}
	err := checkOrder(back)
	if err == nil || !strings.Contains(err.Error(), "runs after") {
		t.Errorf("a table in reverse is accepted: %v", err)
	}
	if err := checkOrder(append(Table[:1:1], Table...)); err == nil {
		t.Error("a pass that is there twice is accepted")
	}
}
