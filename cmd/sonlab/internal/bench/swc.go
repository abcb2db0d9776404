package bench

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Sizing compares optimizing for size with swc's minifier, which shortens names as
// --minify does. Each input is one file as it is: some are modules, which no function
// can hold.
var Sizing = Contest{
	Configs:   []string{"son-minify-size", "son-size", swcConfig},
	Yardstick: swcConfig,
	AsIs:      true,
}

// swcConfig is the only configuration that is not run by this program.
const swcConfig = "swc-minify"

// swcScript minifies a file with swc, once in a new process as son does, and prints a
// Sample. Its arguments are the directory of the package and the file.
const swcScript = `
const fs = require("fs");
const swc = require(process.argv[1]);
const source = fs.readFileSync(process.argv[2], "utf8");
const options = { compress: true, mangle: true, module: /^(import|export)\b/m.test(source) };
const peak = () => process.resourceUsage().maxRSS * 1024;
const bare = peak(), before = process.cpuUsage(), start = process.hrtime.bigint();
const { code } = swc.minifySync(source, options);
const wall = process.hrtime.bigint() - start, cpu = process.cpuUsage(before);
if (!code) throw new Error("nothing was printed");
console.log(JSON.stringify({
	Wall: Number(wall), CPU: (cpu.user + cpu.system) * 1000,
	Peak: peak(), Grown: peak() - bare, Size: Buffer.byteLength(source),
}));
`

// Swc returns the command that measures swc on a file, which is its last argument, or
// nil if swc is not installed in the directory node_modules.
func Swc(modules string) []string {
	dir, err := filepath.Abs(filepath.Join(modules, "@swc", "core"))
	if err != nil {
		return nil
	}
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	return []string{"node", "-e", swcScript, dir}
}

// SizingTable shows the results of Sizing for some inputs: CPU time and memory of each
// configuration, and the geometric means of both.
func SizingTable(inputs [][]Result) string {
	var b strings.Builder
	type mean struct{ times, memory float64 }
	means := map[string]*mean{}
	for _, results := range inputs {
		for _, r := range results {
			memory := float64(max(r.Once.Grown, 1)) / float64(max(r.Once.Size, 1))
			fmt.Fprintf(&b, "%-24s %-16s %9d bytes %8.1f ms CPU %6.2f times swc's %7.1f bytes of memory per source byte\n",
				r.Input, r.Config, r.Once.Size, float64(r.Once.CPU)/float64(time.Millisecond), r.Times, memory)
			if means[r.Config] == nil {
				means[r.Config] = &mean{}
			}
			means[r.Config].times += math.Log(r.Times)
			means[r.Config].memory += math.Log(memory)
		}
	}
	for _, config := range Sizing.Configs {
		if m := means[config]; m != nil {
			n := float64(len(inputs))
			fmt.Fprintf(&b, "%-24s %-16s %9s       %8s        %6.2f times swc's %7.1f bytes of memory per source byte\n",
				"geometric mean", config, "", "", math.Exp(m.times/n), math.Exp(m.memory/n))
		}
	}
	return b.String()
}
