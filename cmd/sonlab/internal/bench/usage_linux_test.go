package bench

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestPeakIsThatOfTheProgramAlone runs this test again from a process that holds much more memory.
func TestPeakIsThatOfTheProgramAlone(t *testing.T) {
	const variable = "SON_PRINT_PEAK"
	if os.Getenv(variable) != "" {
		os.Stdout.WriteString("peak " + strconv.FormatInt(peak(), 10) + "\n")
		return
	}
	large := make([]byte, 300<<20)
	for i := 0; i < len(large); i += 4096 {
		large[i] = 1
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestPeakIsThatOfTheProgramAlone$")
	cmd.Env = append(os.Environ(), variable+"=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(out), "peak ")
	word, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || n < 1<<20 || n > 150<<20 {
		t.Errorf("the peak is %d bytes (%v), that of a process of its own:\n%s", n, err, out)
	}
	if large[4096] != 1 {
		t.Error("the memory was not held")
	}
}
