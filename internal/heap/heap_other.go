//go:build !linux

package heap

func advise(int) {}
