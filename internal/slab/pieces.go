package slab

import "iter"

// Pieces is a list that grows by pieces of one length: growing one slice copies everything in it, again and
// again, and leaves more garbage than there is in the list. The zero value is an empty list.
type Pieces[T any] struct {
	full [][]T
	last []T
}

// The first piece grows like a slice, for lists that stay short.
const (
	firstPiece = 16
	pieceBits  = 10
	pieceLen   = 1 << pieceBits
)

// Add appends v. Pointers into the list that [Pieces.At] and [Pieces.All] gave before are not valid any more.
func (l *Pieces[T]) Add(v T) {
	if len(l.last) == cap(l.last) {
		l.grow()
	}
	l.last = append(l.last, v)
}

func (l *Pieces[T]) grow() {
	if len(l.last) == pieceLen {
		l.full, l.last = append(l.full, l.last), make([]T, 0, pieceLen)
		return
	}
	l.last = append(make([]T, 0, min(max(2*len(l.last), firstPiece), pieceLen)), l.last...)
}

// Len returns the length of the list.
func (l *Pieces[T]) Len() int { return len(l.full)<<pieceBits + len(l.last) }

// At returns the value with an index, which is less than Len.
func (l *Pieces[T]) At(i int) *T {
	piece := l.last
	if k := i >> pieceBits; k < len(l.full) {
		piece = l.full[k]
	}
	return &piece[i&(pieceLen-1)]
}

// All are the values with their indices, in order; they may be changed.
func (l *Pieces[T]) All() iter.Seq2[int, *T] {
	return func(yield func(int, *T) bool) {
		for k := range len(l.full) + 1 {
			piece := l.last
			if k < len(l.full) {
				piece = l.full[k]
			}
			for i := range piece {
				if !yield(k<<pieceBits+i, &piece[i]) {
					return
				}
			}
		}
	}
}
