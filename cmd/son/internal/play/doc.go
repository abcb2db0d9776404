// Package play is the playground of son: a page to type JavaScript into, and the code
// that answers its requests.
//
// [Tell] answers one request. In a page without a server it runs as WebAssembly (package
// main in cmd/son/web). [Server] serves the page on the user's own machine: each request
// is answered by a process of its own, which runs [Work], so that no program that is
// typed can exceed its limits of time and memory, or crash anything else.
package play
