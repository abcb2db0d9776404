// Command web makes the playground of son for a browser alone: a page whose answers
// come from WebAssembly.
//
//	go run ./cmd/son/web DIR
//
// writes DIR/index.html with all that it needs beside it. Any server of files can serve
// it; the page talks to nobody. Compiled for js/wasm, this package is what answers.
package main
