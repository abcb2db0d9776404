package viz

import (
	"cmp"
	"slices"
)

// place assigns the x of items: each near the mean of the items linked to it, in the order
// of its layer. It sweeps up and down three times.
func (f *flow) place() {
	for _, l := range f.layers {
		x := 0
		for _, i := range l {
			f.items[i].x = x
			x += f.items[i].w + f.columnGap()
		}
	}
	for range 3 {
		for i := len(f.layers) - 1; i >= 0; i-- {
			f.sweep(f.layers[i], false)
		}
		for _, l := range f.layers {
			f.sweep(l, true)
		}
	}
	least := 0
	for i := range f.items {
		least = min(least, f.items[i].x)
	}
	for i := range f.items {
		it := &f.items[i]
		it.x -= least
		f.width = max(f.width, it.x+it.w)
		if it.box >= 0 {
			f.boxes[it.box].x = it.x
		}
	}
}

// sweep moves the items of a layer as close as possible to the places that their links
// above (or below) suggest: least squares under the given order, by pooling neighbours
// that overlap.
func (f *flow) sweep(layer []int, up bool) {
	type pool struct {
		sum, weight float64
		n           int
	}
	var pools []pool
	offset := make([]int, len(layer)) // of an item from the first one, packed
	at := 0
	for k, i := range layer {
		it := &f.items[i]
		offset[k] = at
		at += it.w + f.gap(i, layer, k)
		want, weight := f.want(it, up)
		pools = append(pools, pool{(want - float64(offset[k])) * weight, weight, 1})
		for len(pools) > 1 {
			a, b := &pools[len(pools)-2], &pools[len(pools)-1]
			if a.sum/a.weight <= b.sum/b.weight {
				break
			}
			a.sum, a.weight, a.n = a.sum+b.sum, a.weight+b.weight, a.n+b.n
			pools = pools[:len(pools)-1]
		}
	}
	k := 0
	for _, p := range pools {
		x := floor(p.sum / p.weight)
		for range p.n {
			f.items[layer[k]].x = x + offset[k]
			k++
		}
	}
}

// gap is the space between an item and the next one.
func (f *flow) gap(i int, layer []int, k int) int {
	if k+1 < len(layer) && f.items[i].box < 0 && f.items[layer[k+1]].box < 0 {
		return 2
	}
	if k+1 < len(layer) && (f.items[i].box < 0 || f.items[layer[k+1]].box < 0) {
		return f.columnGap() / 2
	}
	return f.columnGap()
}

func (f *flow) columnGap() int {
	if f.kind != controlFlow {
		return columnGap / 2
	}
	return columnGap
}

// margin is the space above and below the lines of a gap.
func (f *flow) margin() int {
	switch f.kind {
	case dataFlow:
		return gapMargin / 2
	case callFlow:
		return gapMargin + 4
	}
	return gapMargin
}

// lanesNear moves the lane of back edges to a box right after the boxes in the layer that
// these lead from or to.
func (f *flow) lanesNear() {
	for n, layer := range f.layers {
		last := map[int]int{} // the target of back edges -> the last index in the layer joined to it
		for k, i := range layer {
			b := f.items[i].box
			if b < 0 {
				continue
			}
			last[b] = k
			for _, s := range f.boxes[b].succs {
				if f.boxes[b].layer >= f.boxes[s].layer {
					last[s] = k
				}
			}
		}
		after := func(k int) int {
			if it := &f.items[layer[k]]; it.back {
				if at, ok := last[it.to]; ok {
					return at
				}
			}
			return k
		}
		order := make([]int, len(layer))
		for k := range order {
			order[k] = k
		}
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Or(cmp.Compare(after(a), after(b)), cmp.Compare(isBackLane(f.items[layer[a]]), isBackLane(f.items[layer[b]])))
		})
		for k, at := range order {
			order[k] = layer[at]
		}
		f.layers[n] = order
	}
}

func isBackLane(it item) int {
	if it.back {
		return 1
	}
	return 0
}

// pullLanes moves the lanes of back edges next to their loops and cycles: they are linked
// only with each other, so nothing else moves them from their first place.
func (f *flow) pullLanes() {
	type lane struct {
		to    int
		items []int
		x     int // how far left it may go
	}
	var lanes []*lane
	byTo := map[int]*lane{}
	for _, layer := range f.layers {
		for _, i := range layer {
			if it := &f.items[i]; it.back {
				l := byTo[it.to]
				if l == nil {
					l = &lane{to: it.to}
					byTo[it.to] = l
					lanes = append(lanes, l)
				}
				l.items = append(l.items, i)
				l.x = max(l.x, it.x)
			}
		}
	}
	slices.SortStableFunc(lanes, func(a, b *lane) int { return a.x - b.x })
	before := make([]int, len(f.items)) // the item to the left of each; -1: none
	for _, layer := range f.layers {
		for k, i := range layer {
			if before[i] = -1; k > 0 {
				before[i] = layer[k-1]
			}
		}
	}
	for _, l := range lanes {
		x := 0
		for _, i := range l.items {
			if b := before[i]; b >= 0 {
				x = max(x, f.items[b].x+f.items[b].w+f.columnGap()/2)
			}
		}
		for _, i := range l.items {
			f.items[i].x = min(f.items[i].x, x)
		}
	}
	f.width = 0
	for i := range f.items {
		f.width = max(f.width, f.items[i].x+f.items[i].w)
	}
}

// trackGap is the space between the lines of a gap.
func (f *flow) trackGap() int {
	if f.kind != controlFlow {
		return gapTrack * 2 / 3
	}
	return gapTrack
}

func floor(x float64) int {
	i := int(x)
	if x < float64(i) {
		i--
	}
	return i
}

// want is the place that the links of an item suggest, and its weight. Passing edges
// weigh more, so that they stay straight.
func (f *flow) want(it *item, up bool) (x, weight float64) {
	links := it.down
	if up {
		links = it.up
	}
	if len(links) == 0 {
		return float64(it.x), 0.1
	}
	sum, total := 0.0, 0.0
	for _, l := range links {
		w := 1.0
		if it.box < 0 && f.items[l.item].box < 0 {
			w = 8
		}
		sum += w * float64(f.items[l.item].x+l.to-l.from)
		total += w
	}
	return sum / total, total
}

// hop is the part of an edge in the gap above a layer: it leads down from one x to another.
type hop struct {
	from, to int
	net      bundle // hops of one net may share a line
	track    int
}

// route finds the y of the layers and the paths of the edges.
func (f *flow) route() {
	gaps := make([][]*hop, len(f.layers)+1) // gaps[l] is above layer l
	plans := make([][][]*hop, len(f.boxes))
	for i := range f.boxes {
		b := &f.boxes[i]
		plans[i] = make([][]*hop, len(b.succs))
		for k, s := range b.succs {
			plans[i][k] = f.hops(i, k, s, gaps)
		}
	}
	y := 0
	tops := make([]int, len(f.layers)+1)
	heights := make([]int, len(f.layers)+1)
	gapTops := make([]int, len(gaps))
	for l := range gaps {
		gapTops[l] = y
		if n := assignTracks(gaps[l]); n > 0 || l > 0 && l < len(f.layers) {
			y += 2*f.margin() + max(0, n-1)*f.trackGap()
		}
		tops[l] = y
		if l < len(f.layers) {
			for _, i := range f.layers[l] {
				if b := f.items[i].box; b >= 0 {
					f.boxes[b].y = y
					heights[l] = max(heights[l], f.boxes[b].h)
				}
			}
		}
		y += heights[l]
	}
	f.height = y
	trackY := func(l int, h *hop) int { return gapTops[l] + f.margin() + h.track*f.trackGap() }
	for i := range f.boxes {
		b := &f.boxes[i]
		for k, s := range b.succs {
			b.paths[k] = f.path(i, k, s, plans[i][k], trackY)
		}
	}
}

// lane returns the x of the middle of a passing edge in a layer.
func (f *flow) lane(b bundle, layer int, back bool) int {
	return f.items[f.lanes[laneKey{b, layer, back}]].x + f.laneWidth()/2
}

// backIn is how far from the right side of a box a back edge enters.
const backIn = 14

// maxKink is how far from the middle of its lane an edge may pass.
const maxKink = 4

// maxJog is how far from the middle of a block an edge may enter.
const maxJog = 40

// hops lists the parts of edge k of box i, in order.
func (f *flow) hops(i, k, s int, gaps [][]*hop) []*hop {
	b, t := &f.boxes[i], &f.boxes[s]
	x := b.x + f.port(i, k)
	var out []*hop
	hopTo := func(gap, to int, net bundle) {
		h := &hop{from: x, to: to, net: net}
		gaps[gap] = append(gaps[gap], h)
		out = append(out, h)
		x = to
	}
	if b.layer >= t.layer {
		to, net := bundle{owner: s}, bundle{owner: -1 - s}
		hopTo(b.layer+1, f.lane(to, b.layer, true), net)
		for l := b.layer; l > t.layer; l-- {
			hopTo(l, f.lane(to, l-1, true), net)
		}
		hopTo(t.layer, t.x+t.w-backIn, net)
		return out
	}
	for l := b.layer + 1; l < t.layer; l++ {
		to := f.lane(f.bundle(i, k), l, false)
		if d := x - to; d >= -maxKink && d <= maxKink {
			to = x // still inside the lane, and without a kink
		}
		hopTo(l, to, f.bundle(i, k))
	}
	to := t.x + f.entry(i, k)
	if d := x - to; f.kind == controlFlow && d > -maxJog && d < maxJog && d > -t.w/3 && d < t.w/3 {
		to = x // straight down instead of to the middle
	}
	hopTo(t.layer, to, f.bundle(i, k))
	return out
}

// path is the polyline of edge k of box i.
func (f *flow) path(i, k, s int, hops []*hop, trackY func(int, *hop) int) []point {
	b, t := &f.boxes[i], &f.boxes[s]
	p := []point{{b.x + f.port(i, k), b.y + b.h}}
	bend := func(gap int, h *hop) {
		if h.from != h.to {
			y := trackY(gap, h)
			p = append(p, point{h.from, y}, point{h.to, y})
		}
	}
	if b.layer >= t.layer {
		for n, h := range hops {
			bend(b.layer+1-n, h)
		}
		return append(p, point{t.x + t.w - backIn, t.y})
	}
	for n, h := range hops {
		bend(b.layer+1+n, h)
	}
	return append(p, point{hops[len(hops)-1].to, t.y})
}

// assignTracks assigns heights to the lines of a gap, so that different nets do not touch
// and few lines cross; it returns the number of heights. Lines to the right are ordered by
// their starts from the right, others from the left.
func assignTracks(hops []*hop) int {
	var list []*hop
	for _, h := range hops {
		if h.from != h.to {
			list = append(list, h)
		}
	}
	slices.SortStableFunc(list, func(a, b *hop) int {
		ar, br := a.from < a.to, b.from < b.to
		switch {
		case ar != br:
			if ar {
				return 1
			}
			return -1
		case ar:
			return cmp.Or(cmp.Compare(b.from, a.from), cmp.Compare(b.to, a.to))
		}
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	type busy struct {
		lo, hi int
		net    bundle
	}
	var tracks [][]busy
	for _, h := range list {
		lo, hi := min(h.from, h.to), max(h.from, h.to)
		free := func(t []busy) bool {
			for _, u := range t {
				if u.net != h.net && lo <= u.hi+4 && u.lo <= hi+4 {
					return false
				}
			}
			return true
		}
		h.track = len(tracks)
		for k := len(tracks) - 1; k >= 0 && free(tracks[k]); k-- {
			h.track = k
		}
		if h.track == len(tracks) {
			tracks = append(tracks, nil)
		}
		tracks[h.track] = append(tracks[h.track], busy{lo, hi, h.net})
	}
	return len(tracks)
}
