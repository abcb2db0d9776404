package size

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Yardsticks of the page: sizes are shares of the first tool's, times multiples of the second one's.
const (
	sizeYardstick = "uglify-js"
	timeYardstick = "swc"
)

// Page returns docs/size.md: what the tools make of the files.
func Page(tools []Tool, entries []Entry, versions []string, machine string) string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	say(`<!-- Made by go run ./cmd/sonlab size --page docs/size.md; do not edit. -->

# Size

This page is written by

`+"```sh\n(cd testdata/npm-performance && npm ci)\ngo run ./cmd/sonlab size --page docs/size.md\n```"+`

and shows how small the programs are that son makes, beside other minifiers. All is measured, on %s, with
%s. Comments are dropped, those of licenses, too.

## Geometric means

`, machine, strings.Join(versions, ", "))
	t := table{tools, entries, filesOf(entries)}
	say("Sizes of the libraries below are shares of those that uglify-js makes: **less than 1 is smaller**. gzip is at level 9, brotli\nat 11. *max* is the largest share of gzip. Processor time is for all of them together, a multiple of swc's,\nwithout what the tool takes for an empty file; memory is the most that its process holds, in bytes for each byte of the source.\n\n")
	say("| | raw | gzip | max | brotli | processor time | memory |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, tool := range t.group(Minifiers) {
		say("| %s | %s |\n", tool.Name, strings.Join(t.means(tool.Name), " | "))
	}
	say("\nThe settings:\n\n")
	for _, tool := range t.group(Minifiers) {
		say("- %s: %s\n", tool.Name, tool.Settings)
	}
	say("\n## gzip, library by library\n\nThe first column has bytes, the others are shares of it.\n\n|")
	for _, tool := range t.group(Minifiers) {
		say(" | %s", tool.Name)
	}
	say(" |\n| --- |%s\n", strings.Repeat(" ---: |", len(t.group(Minifiers))))
	for _, file := range t.files {
		say("| %s", file)
		base := t.entry(sizeYardstick, file)
		for _, tool := range t.group(Minifiers) {
			e := t.entry(tool.Name, file)
			switch {
			case e.Failed != "" || base.Gzip == 0:
				say(" | failed")
			case tool.Name == sizeYardstick:
				say(" | %d", e.Gzip)
			default:
				say(" | %.3f", float64(e.Gzip)/float64(base.Gzip))
			}
		}
		say(" |\n")
	}
	if list := t.group(Ablations); len(list) > 0 {
		say("\n## What each part contributes\n\nThe same means for son, standard, if a part is left out.\n\n| | raw | gzip | max | brotli | processor time | memory |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
		for _, tool := range list {
			say("| %s | %s |\n", tool.Settings, strings.Join(t.means(tool.Name), " | "))
		}
	}
	for _, e := range entries {
		if e.Failed != "" {
			say("\n%s fails on %s: %s\n", e.Tool, e.File, e.Failed)
		}
	}
	return b.String()
}

// table has what the page is made from.
type table struct {
	tools   []Tool
	entries []Entry
	files   []string
}

func filesOf(entries []Entry) (files []string) {
	for _, e := range entries {
		if !slices.Contains(files, e.File) {
			files = append(files, e.File)
		}
	}
	return files
}

func (t table) group(name string) (list []Tool) {
	for _, tool := range t.tools {
		if tool.Group == name {
			list = append(list, tool)
		}
	}
	return list
}

func (t table) entry(tool, file string) Entry {
	i := slices.IndexFunc(t.entries, func(e Entry) bool { return e.Tool == tool && e.File == file })
	if i < 0 {
		return Entry{Failed: "not measured"}
	}
	return t.entries[i]
}

// means returns the cells of a tool: shares of raw, gzip, the largest of these, brotli, time, memory.
func (t table) means(tool string) []string {
	var raw, gzip, brotli, memory []float64
	var cpu, yardstick time.Duration
	for _, file := range t.files {
		e, base, swc := t.entry(tool, file), t.entry(sizeYardstick, file), t.entry(timeYardstick, file)
		if e.Failed != "" || base.Failed != "" {
			continue
		}
		raw = append(raw, float64(e.Raw)/float64(base.Raw))
		gzip = append(gzip, float64(e.Gzip)/float64(base.Gzip))
		brotli = append(brotli, float64(e.Brotli)/float64(base.Brotli))
		memory = append(memory, float64(e.Memory)/float64(e.Bytes))
		if swc.Failed == "" {
			cpu, yardstick = cpu+e.CPU, yardstick+swc.CPU
		}
	}
	cell := func(list []float64, format string) string {
		if len(list) == 0 {
			return "–"
		}
		return fmt.Sprintf(format, mean(list))
	}
	times := "–"
	if yardstick > 0 {
		times = fmt.Sprintf("%.2f", float64(cpu)/float64(yardstick))
	}
	most := "–"
	if len(gzip) > 0 {
		most = fmt.Sprintf("%.3f", slices.Max(gzip))
	}
	return []string{cell(raw, "%.3f"), cell(gzip, "%.4f"), most, cell(brotli, "%.4f"), times, cell(memory, "%.0f")}
}
