package sourcemap

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// URL returns the comment of a program that names its source map, and the URL
// in it. It is the last such comment, and nothing but comments follows it.
func URL(p *ast.Program) (span ast.Span, url string, ok bool) {
	end := len(p.Source)
	for i := len(p.Comments) - 1; i >= 0; i-- {
		c := p.Comments[i]
		if strings.TrimSpace(p.Source[c.End:end]) != "" {
			break
		}
		text := p.Source[c.Start:c.End]
		if c.Block {
			text = strings.TrimSuffix(text, "*/")
		}
		for _, mark := range []string{"//# ", "//@ ", "/*# ", "/*@ "} {
			rest, is := strings.CutPrefix(text, mark+"sourceMappingURL=")
			if rest = strings.TrimSpace(rest); is && rest != "" && !strings.ContainsAny(rest, " \t'\"") {
				return c.Span, rest, true
			}
		}
		end = int(c.Start)
	}
	return span, "", false
}

// DataURL reads a data URL. data is nil if the URL is of another kind.
func DataURL(s string) (data []byte, err error) {
	rest, ok := strings.CutPrefix(s, "data:")
	if !ok {
		return nil, nil
	}
	head, body, ok := strings.Cut(rest, ",")
	if !ok {
		return nil, fmt.Errorf("the data URL of the source map has no comma")
	}
	if strings.HasSuffix(head, ";base64") {
		data, err = base64.StdEncoding.DecodeString(body)
		if err != nil {
			data, err = base64.RawStdEncoding.DecodeString(body)
		}
	} else {
		body, err = url.PathUnescape(body)
		data = []byte(body)
	}
	if err != nil {
		return nil, fmt.Errorf("the data URL of the source map cannot be decoded: %w", err)
	}
	if data == nil {
		data = []byte{}
	}
	return data, nil
}

// Inline returns code with the map embedded in a comment.
func Inline(code string, json []byte) string {
	return Link(code, "data:application/json;base64,"+base64.StdEncoding.EncodeToString(json))
}

// Link returns code with a comment that names the map's URL.
func Link(code, url string) string {
	if code != "" && !strings.HasSuffix(code, "\n") {
		code += "\n"
	}
	return code + "//# sourceMappingURL=" + url + "\n"
}
