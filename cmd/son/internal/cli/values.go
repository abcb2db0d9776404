package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// word is a flag with one checked value. It is checked when it is set, so that a
// message can name the flag, or the place in son.json.
type word struct {
	to    *string
	check func(value string) error
}

func (w word) String() string {
	if w.to == nil {
		return ""
	}
	return *w.to
}

func (w word) Set(value string) error {
	if err := w.check(value); err != nil {
		return err
	}
	*w.to = value
	return nil
}

func (word) Type() string { return "string" }

// oneOf checks that a value is listed. The text lists the values; "" generates one.
func oneOf(values []string, text string) func(string) error {
	if text == "" {
		text = "expected " + or(values)
	}
	return func(value string) error {
		if slices.Contains(values, value) {
			return nil
		}
		if len(value) < 3 {
			return errors.New(text) // too short to suggest one
		}
		return errors.New(text + didYouMean(value, values))
	}
}

// orEmpty also accepts an empty value.
func orEmpty(check func(string) error) func(string) error {
	return func(value string) error {
		if value == "" {
			return nil
		}
		return check(value)
	}
}

// or lists words as a sentence does.
func or(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// words is a flag that may be given several times, or with several values separated
// by commas. Each value is added to those before it.
type words struct {
	to     *[]string
	commas bool
	check  func(value string) error
}

func (w words) String() string {
	if w.to == nil {
		return ""
	}
	return strings.Join(*w.to, ",")
}

func (w words) Set(value string) error {
	list := []string{value}
	if w.commas {
		list = strings.Split(value, ",")
	}
	for _, v := range list {
		if err := w.Append(strings.TrimSpace(v)); err != nil {
			return err
		}
	}
	return nil
}

func (w words) Append(value string) error {
	if w.check != nil {
		if err := w.check(value); err != nil {
			return err
		}
	}
	*w.to = append(*w.to, value)
	return nil
}

func (w words) Replace(values []string) error {
	*w.to = nil
	for _, v := range values {
		if err := w.Append(v); err != nil {
			return err
		}
	}
	return nil
}

func (w words) GetSlice() []string { return *w.to }

func (w words) Type() string {
	if w.commas {
		return "names"
	}
	return "strings"
}

// notEmpty rejects an empty value.
func notEmpty(value string) error {
	if value == "" {
		return fmt.Errorf("it is empty")
	}
	return nil
}
