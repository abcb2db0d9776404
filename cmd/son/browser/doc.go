// Package browser tests the pages of son in a browser: the explorer of son viz, the
// differences of son diff, the playground of son serve and the one without a server.
// It contains only tests, guarded by a build tag, because driving a browser takes a large
// library:
//
//	SON_BROWSER=chromium go test -tags browser ./cmd/son/browser
package browser
