package cli

import "runtime/debug"

// version describes the build, as the go command recorded it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "son (unknown build)"
	}
	text := "son " + info.Main.Version
	if info.Main.Version == "" {
		text += "(devel)"
	}
	revision, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = " " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = " (modified)"
		}
	}
	return text + revision + dirty + " " + info.GoVersion
}
