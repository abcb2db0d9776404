package play

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sonjs/son/internal/tier"
)

// workerEnv makes the test binary a worker; its value is the limits.
const workerEnv = "SON_PLAYGROUND_WORKER"

func TestMain(m *testing.M) {
	if v := os.Getenv(workerEnv); v != "" {
		var l Limits
		if _, err := fmt.Sscan(v, &l.Time, &l.Memory); err != nil {
			panic(err)
		}
		if err := Work(os.Stdin, os.Stdout, l); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// serve starts a server on a free port of this machine.
func serve(t *testing.T, l Limits, workers, waiting int) (url string, started *counter) {
	t.Helper()
	started = &counter{}
	s := &Server{Limits: l, Workers: workers, Waiting: waiting, Worker: func(ctx context.Context) *exec.Cmd {
		started.add()
		cmd := exec.CommandContext(ctx, os.Args[0])
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d", workerEnv, l.Time, l.Memory))
		return cmd
	}}
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + listener.Addr().String(), started
}

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) add() { c.mu.Lock(); c.n++; c.mu.Unlock() }

func (c *counter) value() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

var client = &http.Client{Timeout: 2 * time.Minute}

// post sends a request and reads the whole answer.
func post(url string, body io.Reader) (int, Answer, error) {
	resp, err := client.Post(url+"/tell", "application/json", body)
	if err != nil {
		return 0, Answer{}, err
	}
	defer resp.Body.Close()
	var a Answer
	err = json.NewDecoder(resp.Body).Decode(&a)
	return resp.StatusCode, a, err
}

func asking(t *testing.T, r Request) io.Reader {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(text)
}

var plenty = Limits{Time: time.Minute, Memory: 512 << 20}

func TestThePageIsServed(t *testing.T) {
	url, _ := serve(t, plenty, 1, 4)
	resp, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	if resp.StatusCode != http.StatusOK || !bytes.Contains(text, []byte("son playground")) || resp.Header.Get("Content-Security-Policy") != policy {
		t.Errorf("%d %v", resp.StatusCode, resp.Header)
	}
	for path, want := range map[string]int{"/other": 404, "/../../etc/passwd": 404, "/tell": 405} {
		resp, err := client.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
}

func TestARequestIsAnsweredByAProcess(t *testing.T) {
	url, started := serve(t, plenty, 1, 4)
	code, a, err := post(url, asking(t, Request{Source: "function f() { return 1 + 2 }", Level: 1}))
	if err != nil || code != 200 || !strings.Contains(a.Story, "`1 + 2` is `3`") || started.value() != 1 {
		t.Errorf("%d %v %v %.200s", code, err, a.Error, a.Story)
	}
}

func TestBadRequestsAreRefused(t *testing.T) {
	url, started := serve(t, plenty, 1, 4)
	tests := []struct {
		name, body, want string
		code             int
	}{
		{"no JSON", "{", "not valid JSON", 400},
		{"other JSON", `[1]`, "not valid JSON", 400},
		{"a source that is not a string", `{"source":{}}`, "not valid JSON", 400},
		{"no level", `{"level":7}`, "no level", 400},
		{"long", `{"source":"` + strings.Repeat(";", MaxSource+1) + `"}`, "too large", 413},
		{"10 MB", `{"source":"` + strings.Repeat(";", 10<<20) + `"}`, "too large", 413},
		{"10 MB of anything", strings.Repeat("\x00", 10<<20), "too large", 413},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, a, err := post(url, strings.NewReader(tt.body))
			if err != nil || code != tt.code || !strings.Contains(a.Error, tt.want) {
				t.Errorf("%d %q %v", code, a.Error, err)
			}
		})
	}
	if n := started.value(); n > 0 {
		t.Errorf("%d processes were started", n)
	}
}

func TestOtherPagesAreRefused(t *testing.T) {
	url, _ := serve(t, plenty, 1, 4)
	ask := func(host, origin string) int {
		req, err := http.NewRequest("POST", url+"/tell", strings.NewReader(`{"source":"1"}`))
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			req.Host = host
		}
		if origin != "" {
			req.Header.Set("Origin", origin)
		}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	here := strings.TrimPrefix(url, "http://")
	for _, tt := range []struct {
		host, origin string
		want         int
	}{
		{"", "", 200}, {"", url, 200}, {"localhost:1234", "", 200}, {"[::1]:99", "", 200},
		{"evil.example", "", 403}, {"127.0.0.1.evil.example", "", 403}, {"192.168.0.1", "", 403},
		{"", "http://evil.example", 403}, {"", "null", 403}, {here, "https://" + here, 403},
	} {
		if got := ask(tt.host, tt.origin); got != tt.want {
			t.Errorf("host %q, origin %q: %d", tt.host, tt.origin, got)
		}
	}
}

// heavy is a program that takes long.
func heavy() string {
	var b strings.Builder
	b.WriteString("function f(a) {")
	for i := 0; b.Len() < MaxSource-100; i++ {
		fmt.Fprintf(&b, "if (a.x%d > %d) a = a + a.y * %d;", i, i, i)
	}
	return b.String() + "return a }"
}

func TestTimeAndMemoryAreBounded(t *testing.T) {
	for name, tt := range map[string]struct {
		limits Limits
		want   string
	}{
		"time":   {Limits{Time: time.Millisecond, Memory: 1 << 30}, "takes longer than 1ms"},
		"memory": {Limits{Time: time.Minute, Memory: 1 << 20}, "takes more than 1 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			url, _ := serve(t, tt.limits, 1, 4)
			code, a, err := post(url, asking(t, Request{Source: heavy(), Level: 1}))
			if err != nil || code != 422 || !strings.Contains(a.Error, tt.want) {
				t.Errorf("%d %q %v", code, a.Error, err)
			}
		})
	}
}

func TestEndlessProgramsAreAnswered(t *testing.T) {
	tier.OnlyLong(t)
	url, _ := serve(t, plenty, 2, 16)
	for _, src := range []string{
		"for (;;);", "while (true) {}", "function f() { f() } f()", "let s = 'a'; for (;;) s += s;",
		"function f() { for (;;) { try { continue } finally { continue } } }", strings.Repeat("(", 50_000),
		strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000), "x = " + strings.Repeat("a => ", 15_000) + "a",
		"x = '" + strings.Repeat("a", 50_000) + "' + 1", strings.Repeat("a:", 30_000) + ";", strings.Repeat("{", 20_000) + strings.Repeat("}", 20_000),
	} {
		code, a, err := post(url, asking(t, Request{Source: src, Level: 1}))
		if err != nil || code != 200 && code != 422 || strings.Contains(a.Error, "BUG") {
			t.Errorf("%.20s: %d %.200s %v", src, code, a.Error, err)
		}
	}
}

// Many requests at once: each gets its answer or is told to try again later; neither
// processes nor memory pile up.
func TestManyAtOnce(t *testing.T) {
	many := tier.Share(40, 200)
	const workers = 2
	url, started := serve(t, plenty, workers, many/2)
	goroutines := runtime.NumGoroutine()
	codes := make(chan int, many)
	var wg sync.WaitGroup
	for i := range many {
		wg.Add(1)
		go func() {
			defer wg.Done()
			body := `{"level":1,"source":"function f(a) { return a * ` + strconv.Itoa(i) + ` }"}`
			if i%10 == 0 {
				body = strings.Repeat("x", 10<<20)
			}
			code, a, err := post(url, strings.NewReader(body))
			if err != nil {
				t.Error(err)
			}
			if code == 200 && (a.HTML == "" || !strings.Contains(a.HTML, "a * "+strconv.Itoa(i))) {
				t.Errorf("%d: the answer is that of another request: %s", i, a.Error)
			}
			if code != 200 && a.Error == "" {
				t.Errorf("%d without a message", code)
			}
			codes <- code
		}()
	}
	wg.Wait()
	close(codes)
	count := map[int]int{}
	for c := range codes {
		count[c]++
	}
	if count[200] == 0 || count[413] != many/10 || count[200]+count[413]+count[503] != many || started.value() < count[200] {
		t.Errorf("%v, %d processes", count, started.value())
	}
	client.CloseIdleConnections()
	settle(t, "goroutines", func() bool { return runtime.NumGoroutine() <= goroutines+5 })
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 64<<20 {
		t.Errorf("%d MB are still allocated", m.HeapAlloc>>20)
	}
}

// A client that disconnects frees its slot.
func TestClosedConnections(t *testing.T) {
	url, _ := serve(t, plenty, 1, 2)
	n := tier.Share(12, 60)
	for i := range n {
		c, err := net.Dial("tcp4", strings.TrimPrefix(url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		body := fmt.Sprintf(`{"level":1,"source":%q}`, heavy())
		head := fmt.Sprintf("POST /tell HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n", len(body))
		switch i % 3 {
		case 0: // in the middle of the body
			fmt.Fprint(c, head, body[:len(body)/2])
		case 1: // while it is answered
			fmt.Fprint(c, head, body)
			time.Sleep(5 * time.Millisecond)
		default: // in the middle of nowhere
			fmt.Fprint(c, head[:10])
		}
		c.Close()
	}
	settle(t, "free slots", func() bool {
		code, a, err := post(url, asking(t, Request{Source: "function f() {}", Level: 1}))
		return err == nil && code == 200 && a.HTML != ""
	})
}

// settle waits for a condition to become true.
func settle(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Errorf("%s: not in the end", what)
}
