package roundtrip

import "fmt"

// Beyond lists the functions of a file that have labels that their source does not have,
// and those that nest deeper by one level or more. code is the output for the file, and
// mapping its source map. labels and levels are the totals.
func Beyond(f File, code string, mapping []byte) (found []Finding, labels, levels int, err error) {
	before, err := read(f.Name, f.Source)
	if err != nil {
		return nil, 0, 0, err
	}
	after, err := read(f.Name, code)
	if err != nil {
		return nil, 0, 0, fmt.Errorf("the output: %w", err)
	}
	pairs, err := match(before, after, mapping)
	if err != nil {
		return nil, 0, 0, err
	}
	compare := func(place string, a, b *shape) {
		if n := b.labels - a.labels; n > 0 {
			found = append(found, Finding{place, fmt.Sprintf("%d more labels", n)})
			labels += n
		}
		if n := b.depth - a.depth; n > 0 {
			found = append(found, Finding{place, fmt.Sprintf("nested %d levels deep instead of %d", b.depth, a.depth)})
			levels += n
		}
	}
	compare(before.place(0), before.shapeOf(nil), after.shapeOf(nil))
	for i, fn := range before.p.Funcs {
		if pairs[i] != nil {
			compare(before.place(fn.Start), before.shapeOf(fn), after.shapeOf(pairs[i]))
		}
	}
	return found, labels, levels, nil
}
