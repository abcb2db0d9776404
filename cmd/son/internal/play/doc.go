// Package play is the playground of son: a page to type JavaScript into, and what
// answers it.
//
// [Tell] answers one request. In a browser by itself it runs as WebAssembly (package
// main in cmd/son/web). [Server] is for one's own machine: each request is answered by
// a process of its own, which [Work] runs, so that nothing that anybody types can take
// more than a share of time and memory, or anything else down with it.
package play
