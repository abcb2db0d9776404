package parse

import (
	"compress/gzip"

	"github.com/evanw/esbuild/pkg/api"
)

// Squeezed returns how many bytes of a program go over the wire: minified by esbuild,
// which may rename functions, and compressed. It is not ok if esbuild cannot read the
// program.
func Squeezed(code string) (minified, compressed int, ok bool) {
	r := api.Transform(code, api.TransformOptions{
		Loader: api.LoaderJS, Target: api.ESNext, LogLevel: api.LogLevelSilent, LegalComments: api.LegalCommentsNone,
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true,
	})
	if len(r.Errors) > 0 {
		return 0, 0, false
	}
	var n counter
	z, err := gzip.NewWriterLevel(&n, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(r.Code)
	}
	if err == nil {
		err = z.Close()
	}
	return len(r.Code), int(n), err == nil
}

// counter counts what is written to it.
type counter int

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}
