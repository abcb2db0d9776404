package test262

import (
	"slices"
	"strings"
)

// meta is the part of a test's front matter that matters for running it.
type meta struct {
	flags, includes []string
	phase, kind     string // of a negative test
}

func (m meta) flag(name string) bool { return slices.Contains(m.flags, name) }

// parseFails reports whether the test must not parse.
func (m meta) parseFails() bool { return m.phase == "parse" || m.phase == "early" }

// frontMatter reads the block /*--- … ---*/. It is YAML, but the few values that
// matter here are always a word, a list [a, b], or lines "- a".
func frontMatter(text string) meta {
	var m meta
	_, text, found := strings.Cut(text, "/*---")
	text, _, ends := strings.Cut(text, "---*/")
	if !found || !ends {
		return m
	}
	lines := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\r\n\u2028\u2029", r) })
	for i := 0; i < len(lines); i++ {
		key, value, ok := strings.Cut(lines[i], ":")
		if !ok || key == "" || !letter(key[0]) {
			continue
		}
		for i+1 < len(lines) && !letter(lines[i+1][0]) {
			i++
			value += "\n" + lines[i]
		}
		switch strings.TrimSpace(key) {
		case "flags":
			m.flags = list(value)
		case "includes":
			m.includes = list(value)
		case "negative":
			m.phase, m.kind = entry(value, "phase"), entry(value, "type")
		}
	}
	return m
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// list splits "[a, b]" and "- a" lines.
func list(text string) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("[], \t", r) }) {
			if word = strings.Trim(word, `'"`); word != "" && word != "-" {
				out = append(out, word)
			}
		}
	}
	return out
}

// entry returns the word after "key:" in an indented block.
func entry(text, key string) string {
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// unsupported returns why a test is skipped, or "".
func (m meta) unsupported(text string) string {
	switch {
	case m.phase != "" && !m.parseFails() && m.phase != "runtime":
		return "negative in phase " + m.phase
	case slices.Contains(m.includes, "atomicsHelper.js"), strings.Contains(text, "$262.agent"):
		return "agents"
	case m.flag("CanBlockIsFalse"):
		return "CanBlockIsFalse"
	case strings.Contains(text, "$262.AbstractModuleSource"):
		return "AbstractModuleSource"
	}
	return ""
}
