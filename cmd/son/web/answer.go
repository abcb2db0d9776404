//go:build js && wasm

package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"github.com/sonjs/son/cmd/son/internal/play"
)

// main gives the page a function: JSON of a play.Request in, of a play.Answer out.
func main() {
	js.Global().Set("sonTell", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var r play.Request
		a := play.Answer{Error: "the request is no JSON of the playground"}
		if len(args) == 1 && args[0].Type() == js.TypeString && json.Unmarshal([]byte(args[0].String()), &r) == nil {
			a = play.Tell(context.Background(), r)
		}
		text, err := json.Marshal(a)
		if err != nil {
			return `{"functions":[],"error":"BUG: the answer is no JSON"}`
		}
		return string(text)
	}))
	select {}
}
