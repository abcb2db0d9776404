package parse

import (
	"compress/gzip"
	"io"

	"github.com/evanw/esbuild/pkg/api"
)

// MinifiedSize returns the size of a program over the wire: minified by esbuild, which
// may rename functions, and then compressed. ok is false if esbuild cannot parse the
// program.
func MinifiedSize(code string) (minified, compressed int, ok bool) {
	e := prepare(code, Options{}, TransformOptions{}, true)
	comments := api.LegalCommentsNone
	if e.m != nil {
		comments = api.LegalCommentsInline // the marks between parts of lists
	}
	r := api.Transform(e.given, api.TransformOptions{
		Loader: api.LoaderJS, Target: api.ESNext, LogLevel: api.LogLevelSilent, LegalComments: comments,
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true,
	})
	if len(r.Errors) > 0 {
		return 0, 0, false
	}
	g, ok := e.undo(generated{code: string(r.Code)})
	n, err := Compressed(g.code)
	return len(g.code), n, ok && err == nil
}

// Compressed returns how many bytes a text has after gzip.
func Compressed(text string) (int, error) {
	var n counter
	z, err := gzip.NewWriterLevel(&n, gzip.BestCompression)
	if err != nil {
		return 0, err
	}
	if _, err := io.WriteString(z, text); err != nil {
		return 0, err
	}
	err = z.Close()
	return int(n), err
}

// counter counts what is written to it.
type counter int

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}
