package size

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// witness shows that texts which are smaller than what son makes of a thread's module, and which other
// tools make of it, do not behave as the module does: a program that uses it prints something else.
type witness struct {
	// Files of the program by name; main.mjs begins. They import the module as ./module.mjs.
	files map[string]string
	// wrong are the smaller texts, by the tool that makes them, except for esbuild's; measured names the
	// versions.
	wrong map[string]string
}

// cyclic is a program in which an exported function runs before the statements of its module: user.mjs
// imports first.mjs before the module, and first.mjs calls a function of user.mjs.
func cyclic(imported, call string) map[string]string {
	return map[string]string{
		"main.mjs": `import "./user.mjs";`,
		"user.mjs": `import "./first.mjs"; import { ` + imported + ` } from "./module.mjs"; export function use() { return ` + call + `; }`,
		"first.mjs": `import { use } from "./user.mjs";
try { console.log("returned", use()); } catch (e) { console.log("threw", e.name); }`,
	}
}

var witnesses = map[string]witness{
	"esbuild-1981": {cyclic("isDirty", "isDirty({ flags: 3 })"), map[string]string{
		"terser": `export function isDirty(f){return!!(2&f.flags)}export function finish(f){4&f.flags||(f.flags=-3&f.flags|1)}export function remove(f){f.flags|=6}`,
		"swc":    `export function isDirty(f){return(2&f.flags)!=0}export function finish(f){4&f.flags||(f.flags=(1|f.flags)&-3)}export function remove(f){f.flags|=6}`,
		"oxc":    `export function isDirty(e){return!!(e.flags&2)}export function finish(e){e.flags&4||(e.flags=(e.flags|1)&-3)}export function remove(e){e.flags|=6}`,
	}},
	"terser-1429": {cyclic("total", "total()"), map[string]string{
		"terser, swc, oxc": `export function total(){return 42}export function describe(){return{total}}`,
	}},
	"swc-5685": {map[string]string{
		"main.mjs":  `import "./patch.mjs"; import { Registry } from "./module.mjs"; try { new Registry(0); } catch (e) { console.log(e.message); }`,
		"patch.mjs": `globalThis.Error = class extends Error {};`,
	}, map[string]string{
		"swc": "function s(s,t){if(!s)throw Error(`Registry: ${t}.`)}export class Registry{constructor(t){s(t,\"needs options\"),this.names=[],this.limit=t.limit}add(t){s(\"string\"==typeof t,\"needs a name\"),s(this.names.length<this.limit,\"is full\"),this.names.push(t)}}",
		"oxc": "function e(e,t){if(!e)throw Error(`Registry: ${t}.`)}export class Registry{constructor(t){e(t,`needs options`),this.names=[],this.limit=t.limit}add(t){e(typeof t==`string`,`needs a name`),e(this.names.length<this.limit,`is full`),this.names.push(t)}}",
	}},
}

// TestSmallerTextsAreWrong runs, for each thread of which another tool makes a smaller text than son does
// without assumptions, a program with the module as written, with son's text and with the smaller ones:
// son's prints what the module as written does, and none of the others does.
func TestSmallerTextsAreWrong(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("SKIPPED: node is not on the PATH")
	}
	for _, th := range threads {
		t.Run(th.name, func(t *testing.T) {
			w, ok := witnesses[th.name]
			src, err := os.ReadFile(filepath.Join("testdata", "threads", th.name+".mjs"))
			if err != nil {
				t.Fatal(err)
			}
			son := strings.TrimSpace(sonText(t, string(src), 0))
			smaller := 0
			for _, n := range []int{th.terser, th.swc, th.oxc, th.closure} {
				if n > 0 && n < len(son) {
					smaller++
				}
			}
			wrong := map[string]string{}
			maps.Copy(wrong, w.wrong)
			if text := esbuildText(t, string(src)); len(text) < len(son) {
				smaller++
				wrong["esbuild"] = text
			}
			shown := 0
			for tools, text := range wrong {
				shown += len(strings.Split(tools, ", "))
				if len(text) >= len(son) {
					t.Errorf("the text of %s is not smaller: %d bytes, son's has %d", tools, len(text), len(son))
				}
			}
			if shown != smaller {
				t.Errorf("%d tools make less than son, and there are witnesses against %d", smaller, shown)
			}
			if !ok {
				return
			}
			want := w.run(t, node, string(src))
			if got := w.run(t, node, son); got != want {
				t.Errorf("with son's text it prints %q, before %q", got, want)
			}
			for tools, text := range wrong {
				if got := w.run(t, node, text); got == want {
					t.Errorf("with the text of %s it prints %q, as before: no witness against it", tools, got)
				} else {
					t.Logf("%s: prints %q, with son's text, too; with that of %s: %q", th.name, want, tools, got)
				}
			}
		})
	}
}

// run runs the program with a text of the module, and returns what it prints.
func (w witness) run(t *testing.T, node, module string) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("module.mjs", module)
	for name, text := range w.files {
		write(name, text)
	}
	out, err := exec.Command(node, filepath.Join(dir, "main.mjs")).CombinedOutput()
	if err != nil || len(out) == 0 {
		t.Fatalf("node: %v\n%s", err, out)
	}
	return string(out)
}
