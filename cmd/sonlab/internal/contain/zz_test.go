package contain
import ("os";"testing";"strconv")
func TestZZ(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("SEED"))
	os.WriteFile("/tmp/snap/in.js", []byte(generateRecords(n)), 0o666)
}
