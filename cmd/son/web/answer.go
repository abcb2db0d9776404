//go:build js && wasm

package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"github.com/sonjs/son/cmd/son/internal/play"
)

// main gives the page a function that takes a play.Request and returns a play.Answer, both
// as JSON.
func main() {
	js.Global().Set("sonTell", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var r play.Request
		a := play.Answer{Error: "the request is not valid JSON for the playground"}
		if len(args) == 1 && args[0].Type() == js.TypeString && json.Unmarshal([]byte(args[0].String()), &r) == nil {
			a = play.Tell(context.Background(), r)
		}
		text, err := json.Marshal(a)
		if err != nil {
			return `{"functions":[],"error":"BUG: the answer cannot be written as JSON"}`
		}
		return string(text)
	}))
	select {}
}
