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

// WorkerScript is worker.js, which goes beside the page without a server.
//
//go:embed page/worker.js
var WorkerScript string

// policy allows the page to talk to its own server, and to show the explorer in a frame
// of its own.
const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

// Page is the playground; ask is the script that sends its requests. The page starts with
// the given aim.
func Page(ask string, aim cost.Aim) string {
	return strings.NewReplacer("{{aims}}", aims(aim), "{{style}}", playStyle, "{{ask}}", ask, "{{script}}", playScript, "{{assumptions}}", assumptions()).Replace(pageText)
}

// aims are the options for the optimization goal.
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

// assumptions are all assumptions, as JSON that can be embedded in a script.
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

// AlonePage is the playground without a server: WebAssembly answers its requests.
func AlonePage() string { return Page(askWorker, cost.Balanced) }
