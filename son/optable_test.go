package son

import "testing"

// A column without an answer would be a decision that nobody took.
func TestEveryOpHasAllColumns(t *testing.T) {
	for op, row := range opTable {
		if row.name == "" || row.doc == "" || row.copy == 0 || row.merge == 0 || row.aux == 0 {
			t.Errorf("op %d %q: a column is missing: %+v", op, row.name, row)
		}
		if o := Op(op); row.merge == merges && (o.IsControl() || o.IsToken() || o.IsAlloc()) {
			t.Errorf("%v: control, tokens and new objects are kept apart", o)
		}
	}
}
