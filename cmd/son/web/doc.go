// Command web makes the playground of son without a server: a page whose requests are
// answered by WebAssembly.
//
//	go run ./cmd/son/web DIR
//
// writes DIR/index.html with all that it needs beside it. Any file server can serve it;
// the page sends nothing anywhere. Compiled for js/wasm, this package answers the requests.
package main
