package cli

import (
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/schollz/progressbar/v3"
)

// progress shows how much of a search is done on a terminal, and removes that when it ends. On
// anything else it shows nothing.
type progress struct {
	out io.Writer
	bar *progressbar.ProgressBar
}

// newProgress returns nil unless out is a terminal.
func newProgress(out io.Writer) *progress {
	if !isTerminal(out) {
		return nil
	}
	return &progress{out: out}
}

// isTerminal reports whether out is a terminal that can do more than show text.
func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}

// show shows that so much is done, of all.
func (p *progress) show(done, all int) {
	if p.bar == nil {
		p.bar = progressbar.NewOptions(all, progressbar.OptionSetWriter(p.out), progressbar.OptionSetDescription("searching for names"),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish())
	}
	p.bar.Set(done)
}

// end removes what is shown.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Finish()
	}
}
