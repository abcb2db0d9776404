package play

import (
	_ "embed"
	"encoding/json"
	"strings"

	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

//go:embed page/page.html
var pageText string

//go:embed page/play.js
var playScript string

//go:embed page/play.css
var playStyle string

//go:embed page/ask_server.js
var askServer string

//go:embed page/ask_worker.js
var askWorker string

// WorkerScript is worker.js beside the page for a browser alone.
//
//go:embed page/worker.js
var WorkerScript string

// policy is what the page may do: talk to where it comes from, and show the explorer
// in a frame of its own.
const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

// Page is the playground; ask is the script that gets it answers. At first it asks what
// is best for an aim.
func Page(ask string, aim cost.Aim) string {
	return strings.NewReplacer("{{aims}}", aims(aim), "{{style}}", playStyle, "{{ask}}", ask, "{{script}}", playScript, "{{assumptions}}", assumptions()).Replace(pageText)
}

// aims are the choices of what the output is to be good at.
func aims(first cost.Aim) string {
	var b strings.Builder
	for i, name := range cost.Aims {
		selected := ""
		if cost.Aim(i) == first {
			selected = " selected"
		}
		b.WriteString("<option" + selected + ">" + name + "</option>")
	}
	return b.String()
}

// assumptions are those that there are, as JSON that can stand in a script.
func assumptions() string {
	type assumption struct {
		Name string `json:"name"`
		Doc  string `json:"doc"`
	}
	var list []assumption
	for _, a := range passes.Assumptions {
		list = append(list, assumption{a.Name, a.Doc})
	}
	text, err := json.Marshal(list) // it escapes <, > and &
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return string(text)
}

// AlonePage is the playground for a browser alone: WebAssembly answers it.
func AlonePage() string { return Page(askWorker, cost.Balanced) }
