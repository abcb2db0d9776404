package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/son/internal/play"
	"github.com/sonjs/son/passes/cost"
)

// workerName is the command that answers one request of the playground.
const workerName = "playground-worker"

// serveFlags are the flags of son serve.
type serveFlags struct {
	port    int
	timeout time.Duration
	memory  int
	workers int
	aim     string
}

func serveCommand(s Streams) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve a playground on this machine: type JavaScript, see its graph",
		Long: `Serve a page to type JavaScript into. It shows source, graph, schedule and output side by
side, as 'son viz -f html' does, and the explanation in words. A link contains the program
and the options, in the part that is never sent to a server.

The server listens on this machine only. Each request is answered by a process of its
own, which is stopped when it exceeds --timeout or --memory.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), s) },
	}
	fl := cmd.Flags()
	fl.IntVar(&f.port, "port", 7777, "the port to listen on (0: any free port)")
	fl.DurationVar(&f.timeout, "timeout", play.DefaultLimits.Time, "how long one answer may take")
	fl.IntVar(&f.memory, "memory", int(play.DefaultLimits.Memory>>20), "how many megabytes one answer may use")
	f.aim = cost.Balanced.String()
	choose(fl, &f.aim, "for", "", cost.Aims, "", "initial choice on the page: "+aimUsage)
	complete(cmd, map[string][]string{"for": cost.Aims})
	fl.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "how many requests to answer at once")
	return cmd
}

// waiting is how many requests may wait for their turn.
const waiting = 256

func (f *serveFlags) run(ctx context.Context, s Streams) error {
	switch {
	case f.port < 0 || f.port > 65535:
		return usage("--port %d: ports range from 0 to 65535", f.port)
	case f.timeout < time.Millisecond:
		return usage("--timeout %v: too short for any answer", f.timeout)
	case f.memory < 32:
		return usage("--memory %d: the minimum is 32 MB", f.memory)
	case f.workers < 1:
		return usage("--workers %d: the minimum is 1", f.workers)
	}
	self, err := os.Executable()
	if err != nil {
		return badInput("the son executable, which answers requests, cannot be found: %v", err)
	}
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(f.port)))
	if err != nil {
		return badInput("cannot listen on port %d: %s; --port 0 picks a free one", f.port, reason(err))
	}
	fmt.Fprintf(s.Out, "http://%s/\n", l.Addr())
	server := &play.Server{
		Limits:  play.Limits{Time: f.timeout, Memory: int64(f.memory) << 20},
		Workers: f.workers, Waiting: waiting,
		For: cost.Aim(slices.Index(cost.Aims, f.aim)),
		Worker: func(ctx context.Context) *exec.Cmd {
			return exec.CommandContext(ctx, self, workerName, f.timeout.String(), strconv.Itoa(f.memory))
		},
	}
	return server.Serve(ctx, l)
}

// reason is the last part of a network error.
func reason(err error) string {
	var call *os.SyscallError
	if errors.As(err, &call) {
		return call.Err.Error()
	}
	return err.Error()
}

// workerCommand answers one request from standard input: son serve runs it.
func workerCommand(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:    workerName + " TIMEOUT MEGABYTES",
		Hidden: true,
		Args:   cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			timeout, err := time.ParseDuration(args[0])
			memory, err2 := strconv.Atoi(args[1])
			if err := errors.Join(err, err2); err != nil {
				return usage("%v", err)
			}
			if err := play.Work(s.In, s.Out, play.Limits{Time: timeout, Memory: int64(memory) << 20}); err != nil {
				return badInput("%v", err)
			}
			return nil
		},
	}
}
