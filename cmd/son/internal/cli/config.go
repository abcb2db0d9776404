package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/sonjs/son/cmd/son/internal/files"
	"github.com/sonjs/son/cmd/son/internal/watch"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// configName is the name of the file with settings.
const configName = "son.json"

// noConfig is the value of --config that ignores every son.json.
const noConfig = "none"

// configure sets the flags that are in son.json and not on the command line. The
// config is empty if there is no such file.
func configure(fl, given *pflag.FlagSet, path string, seen *watch.Seen) (*config, error) {
	if path == noConfig {
		return &config{}, nil
	}
	if path == "" {
		var err error
		if path, err = findConfig(seen); path == "" || err != nil {
			return &config{}, err
		}
	}
	seen.File(path)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	c := &config{path: path, dir: filepath.Dir(path), text: string(text), fl: fl, given: given, seen: seen}
	c.read()
	if len(c.wrong) > 0 {
		list := parse.Locate(c.wrong, c.text, c.path)
		return nil, located(list)
	}
	return c, nil
}

func unreadable(path string, err error) error {
	return badInput("%v", &files.Error{Path: path, What: "it cannot be read: " + files.Reason(err)})
}

// findConfig looks for son.json from the working directory upwards.
func findConfig(seen *watch.Seen) (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", badInput("the working directory is unknown: %v", err)
	}
	for _, dir := range above(filepath.Join(wd, configName)) {
		path := filepath.Join(dir, configName)
		seen.File(path)
		switch _, err := os.Stat(path); {
		case err == nil:
			return fromHere(wd, path), nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", unreadable(path, err)
		}
	}
	return "", nil
}

// fromHere makes a path relative to the working directory, if that is possible.
func fromHere(wd, path string) string {
	if rel, err := filepath.Rel(wd, path); err == nil {
		return rel
	}
	return path
}

// config is the state of reading one son.json.
type config struct {
	path, dir, text string
	fl, given       *pflag.FlagSet
	seen            *watch.Seen
	named           []string // the programs
	wrong           []parse.Diagnostic
}

// filesKey is the key of the programs in son.json.
const filesKey = "files"

// read applies the settings of the file, and collects the errors.
func (c *config) read() {
	var all any
	if err := json.Unmarshal([]byte(c.text), &all); err != nil {
		at := len(c.text)
		if bad := (*json.SyntaxError)(nil); errors.As(err, &bad) && bad.Error() != "unexpected end of JSON input" {
			at = max(0, int(bad.Offset)-1)
		}
		c.fail(at, at+1, "invalid JSON: "+err.Error(), "")
		return
	}
	if _, ok := all.(map[string]any); !ok {
		c.fail(0, 0, `expected an object, like { "out": "dist/main.js" }`, "")
		return
	}
	d := json.NewDecoder(strings.NewReader(c.text))
	c.token(d) // {
	had := map[string]bool{}
	for d.More() {
		key := c.token(d).(string)
		end := int(d.InputOffset())
		start := max(strings.LastIndexByte(c.text[:end-1], '"'), 0)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			panic("BUG: JSON that was read cannot be read again: " + err.Error())
		}
		if had[key] {
			c.fail(start, end, fmt.Sprintf("duplicate %q", key), "")
			continue
		}
		had[key] = true
		c.setting(key, start, end, value, int(d.InputOffset())-len(value))
	}
}

// token reads the next token of a text that is known to be JSON.
func (c *config) token(d *json.Decoder) json.Token {
	t, err := d.Token()
	if err != nil {
		panic("BUG: JSON that was read cannot be read again: " + err.Error())
	}
	return t
}

func (c *config) fail(start, end int, text, hint string) {
	c.wrong = append(c.wrong, parse.Diagnostic{Span: ast.Span{Start: int32(start), End: int32(end)}, Text: text, Hint: hint})
}

// keys lists the valid settings.
func (c *config) keys() []string {
	keys := []string{filesKey}
	c.fl.VisitAll(func(f *pflag.Flag) {
		if f.Name != "config" {
			keys = append(keys, f.Name)
		}
	})
	slices.Sort(keys)
	return keys
}

// setting processes one key, which is at start to end, and its value.
func (c *config) setting(key string, start, end int, value json.RawMessage, at int) {
	if keys := c.keys(); !slices.Contains(keys, key) {
		c.fail(start, end, fmt.Sprintf("there is no setting %q%s", key, didYouMean(key, keys)), "'son opt --help' lists them: the flags, and \"files\"")
		return
	}
	var err error
	if key == filesKey {
		err = c.files(value)
	} else if flag := c.fl.Lookup(key); c.given.Changed(key) {
		return // the command line takes precedence
	} else {
		err = c.set(flag, value)
	}
	if err != nil {
		c.fail(at, at+len(value), fmt.Sprintf("invalid %q: %v", key, err), "")
	}
}

// numbers are the flags of which a choice of digits is the value.
var numbers = []string{"level", "effort"}

// set sets a flag to its value in the file.
func (c *config) set(f *pflag.Flag, raw json.RawMessage) error {
	switch v := decode(raw).(type) {
	case bool:
		switch {
		case f.Value.Type() == "bool":
			return f.Value.Set(fmt.Sprint(v))
		case f.NoOptDefVal == "":
			return fmt.Errorf("expected %s, not true or false", want(f))
		case v:
			return f.Value.Set(f.NoOptDefVal)
		}
		return nil // as if the flag were not there
	case json.Number:
		if t := f.Value.Type(); t != "int" && !slices.Contains(numbers, f.Name) {
			return fmt.Errorf("expected %s, not a number", want(f))
		}
		return number(f.Value.Set(v.String()))
	case string:
		if t := f.Value.Type(); t == "bool" || t == "int" {
			return fmt.Errorf("expected %s, not a string", want(f))
		}
		return f.Value.Set(c.fromDir(f.Name, v))
	case []any:
		return c.setList(f, v)
	case map[string]any:
		if f.Name == "define" {
			return setDefine(f, raw)
		}
	}
	return fmt.Errorf("expected %s", want(f))
}

// number shortens the error for an invalid number.
func number(err error) error {
	if err != nil && strings.Contains(err.Error(), "ParseInt") {
		return fmt.Errorf("expected a whole number")
	}
	return err
}

func decode(raw json.RawMessage) (v any) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		panic("BUG: JSON that was read cannot be read again: " + err.Error())
	}
	return v
}

// want describes the type of a flag's value.
func want(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "int":
		return "a number"
	case "strings", "names":
		if f.Name == "define" {
			return "an object of names and values"
		}
		return "a list of strings"
	}
	return "a string"
}

// setList sets a flag that may be given several times.
func (c *config) setList(f *pflag.Flag, list []any) error {
	if _, ok := f.Value.(pflag.SliceValue); !ok {
		return fmt.Errorf("expected %s, not a list", want(f))
	}
	for _, v := range list {
		s, ok := v.(string)
		if !ok {
			return fmt.Errorf("expected %s, and %v is not a string", want(f), v)
		}
		if err := f.Value.Set(c.fromDir(f.Name, s)); err != nil {
			return err
		}
	}
	return nil
}

// setDefine reads { "NAME": "VALUE" }. As with the flag, a string holds the
// constant in JavaScript; other values stand for themselves.
func setDefine(f *pflag.Flag, raw json.RawMessage) error {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(raw, &values); err != nil {
		return err
	}
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		text := string(values[name])
		if s, ok := decode(values[name]).(string); ok {
			text = s
		}
		if err := f.Value.Set(name + "=" + text); err != nil {
			return err
		}
	}
	return nil
}

// fromDir makes a path in the file relative to the working directory; other values are
// unchanged.
func (c *config) fromDir(name, value string) string {
	switch name {
	case "out", "report-out", "list", "tsconfig":
		if value == "" || value == "-" {
			return value
		}
	case "external":
		if !strings.HasPrefix(value, ".") {
			return value
		}
		abs, err := filepath.Abs(c.join(value))
		if err != nil {
			return value
		}
		return abs
	default:
		return value
	}
	return c.join(value)
}

// join is filepath.Join, but keeps a slash at the end, which means a directory.
func (c *config) join(value string) string {
	path := filepath.FromSlash(value)
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.dir, path)
	}
	if strings.HasSuffix(value, "/") {
		path += string(filepath.Separator)
	}
	return path
}

// files reads the programs that the file lists, which may be patterns.
func (c *config) files(raw json.RawMessage) error {
	list, ok := decode(raw).([]any)
	if !ok {
		return fmt.Errorf("expected a list of paths")
	}
	for _, v := range list {
		s, ok := v.(string)
		if !ok || s == "" {
			return fmt.Errorf("expected a list of paths, and %v is not one", v)
		}
		path := c.join(s)
		if !strings.ContainsAny(s, "*?[") {
			c.named = append(c.named, path)
			continue
		}
		c.seen.Glob(path)
		found, err := filepath.Glob(path)
		if err != nil {
			return fmt.Errorf("%s is not a valid pattern: %v", s, err)
		}
		if len(found) == 0 {
			return fmt.Errorf("no file matches %s", s)
		}
		c.named = append(c.named, found...)
	}
	return nil
}
