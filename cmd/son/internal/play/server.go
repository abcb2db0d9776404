package play

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"time"

	"github.com/sonjs/son/passes/cost"
)

// Server serves the page on the user's own machine.
type Server struct {
	// Worker makes the command that answers one request with [Work]; it ends with ctx.
	Worker func(ctx context.Context) *exec.Cmd
	Limits Limits
	// Workers is how many requests are answered at once, Waiting how many more may wait
	// for their turn. Further requests are told to try again later.
	Workers, Waiting int
	// For is the initial choice on the page.
	For cost.Aim

	turn, room chan struct{}
}

// maxBody is the longest body of a request: a program, escaped.
const maxBody = 4 * MaxSource

// patience is how long a request waits for its turn.
const patience = 15 * time.Second

// Serve answers requests from a listener until ctx ends.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	web := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      patience + s.Limits.Time + 15*time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { web.Close() })
	defer stop()
	if err := web.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Handler serves the page and answers its requests.
func (s *Server) Handler() http.Handler {
	s.turn = make(chan struct{}, s.Workers)
	s.room = make(chan struct{}, s.Workers+s.Waiting)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, Page(askServer, s.For))
	})
	mux.HandleFunc("POST /tell", s.tell)
	return local(mux)
}

// local refuses requests that do not come from a page of this server: those of other
// pages have another host or origin.
func local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if ip := net.ParseIP(strings.Trim(host, "[]")); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			refuse(w, http.StatusForbidden, "this server only serves its own machine")
			return
		}
		if o := r.Header.Get("Origin"); o != "" && o != "http://"+r.Host {
			refuse(w, http.StatusForbidden, "requests from other pages are refused")
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// refuse answers with an error that the page shows.
func refuse(w http.ResponseWriter, code int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	json.NewEncoder(w).Encode(Answer{Error: text, Functions: []Function{}})
}

// tooLarge refuses a request for its size. Trying again would not help.
func tooLarge(w http.ResponseWriter) {
	refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the program is too large for the playground: at most %d bytes; son opt accepts programs of any size", MaxSource))
}

func (s *Server) tell(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength > maxBody {
		tooLarge(w)
		return
	}
	select {
	case s.room <- struct{}{}:
		defer func() { <-s.room }()
	default:
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusServiceUnavailable, "too many requests at once: try again in a moment")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		tooLarge(w)
		return
	case err != nil:
		refuse(w, http.StatusBadRequest, "the request is incomplete")
		return
	}
	var asked Request
	if err := json.Unmarshal(body, &asked); err != nil {
		refuse(w, http.StatusBadRequest, "the request is not valid JSON for the playground")
		return
	}
	if err := asked.check(); err != nil {
		code := http.StatusBadRequest
		if len(asked.Source) > MaxSource {
			code = http.StatusRequestEntityTooLarge
		}
		refuse(w, code, err.Error())
		return
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-r.Context().Done():
		return // the client is gone
	case <-time.After(patience):
		refuse(w, http.StatusServiceUnavailable, "the server is busy: try again in a moment")
		return
	}
	answer, code, text := s.ask(r.Context(), asked)
	if text != "" {
		refuse(w, code, text)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(answer)
}

// ask lets a process answer. A text that is not empty is the error.
func (s *Server) ask(ctx context.Context, r Request) (answer []byte, code int, text string) {
	ctx, cancel := context.WithTimeout(ctx, s.Limits.Time+5*time.Second) // it usually ends by itself before
	defer cancel()
	in, err := json.Marshal(r)
	if err != nil {
		return nil, http.StatusBadRequest, "the request is not valid JSON for the playground"
	}
	cmd := s.Worker(ctx)
	out := &bounded{left: MaxAnswer}
	cmd.Stdin, cmd.Stdout = bytes.NewReader(in), out
	err = cmd.Run()
	var failed *exec.ExitError
	switch {
	case out.full:
		return nil, http.StatusUnprocessableEntity, "the trace is too large for a page; son viz -f json writes it"
	case err == nil && json.Valid(out.Bytes()):
		return out.Bytes(), http.StatusOK, ""
	case ctx.Err() != nil:
		return nil, http.StatusServiceUnavailable, tooLong(s.Limits)
	case errors.As(err, &failed) && failed.ExitCode() == exitMemory:
		return nil, http.StatusUnprocessableEntity, fmt.Sprintf("it takes more than %d MB, the limit of the playground; son opt has none", s.Limits.Memory>>20)
	case errors.As(err, &failed) && failed.ExitCode() == exitTime:
		return nil, http.StatusUnprocessableEntity, tooLong(s.Limits)
	}
	return nil, http.StatusInternalServerError, "BUG: the process that answers requests failed. This is a bug in son, not in your program."
}

func tooLong(l Limits) string {
	return fmt.Sprintf("it takes longer than %v, the limit of the playground; son opt has none", l.Time)
}

// bounded is a buffer of limited size.
type bounded struct {
	bytes.Buffer
	left int
	full bool
}

var errFull = errors.New("too much")

func (b *bounded) Write(p []byte) (int, error) {
	if len(p) > b.left {
		b.full = true
		return 0, errFull
	}
	b.left -= len(p)
	return b.Buffer.Write(p)
}
