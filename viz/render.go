package viz

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// Renderer turns Graphviz input into a picture.
type Renderer interface {
	// Render writes dot as format: "svg", "png", "pdf".
	Render(w io.Writer, dot []byte, format string) error
}

// Dot renders with the dot program of Graphviz.
type Dot struct {
	Path string // of the program; empty: search the PATH for "dot"
}

var formats = []string{"svg", "png", "pdf"}

// Render implements [Renderer].
func (d Dot) Render(w io.Writer, dot []byte, format string) error {
	if !slices.Contains(formats, format) {
		return fmt.Errorf("cannot draw format %q; the formats are %s", format, strings.Join(formats, ", "))
	}
	path := d.Path
	if path == "" {
		var err error
		if path, err = exec.LookPath("dot"); err != nil {
			return fmt.Errorf("%s needs the dot program of Graphviz on the PATH: %w", format, err)
		}
	}
	var stderr bytes.Buffer
	cmd := exec.Command(path, "-T"+format)
	cmd.Stdin = bytes.NewReader(dot)
	cmd.Stdout = w
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", path, err, strings.TrimSpace(stderr.String()))
	}
	return nil
}
