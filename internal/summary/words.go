package summary

import (
	"strings"

	"github.com/sonjs/son/son"
)

// Words says what a summary contains, for people.
func Words(s *son.Summary) string {
	does := ""
	switch list := effects(s); {
	case s.Effect&son.Calls != 0:
		does = "a call may run unknown code"
	case len(list) == 0:
		does = "a call only computes its value"
	default:
		does = "a call " + strings.Join(list, ", ")
	}
	switch {
	case s.Param != son.NoParam:
		does += "; it returns an argument"
	case s.Result.IsTop():
		does += "; it never returns"
	case s.Result != son.TypeAny:
		does += "; it returns " + s.Result.String()
	}
	return does
}

// effects lists what a call does that runs no unknown code.
func effects(s *son.Summary) (list []string) {
	if s.Effect&son.Reads != 0 {
		list = append(list, "reads variables")
	}
	if s.Effect&son.Writes != 0 {
		names := make([]string, len(s.Writes))
		for i, sym := range s.Writes {
			names[i] = sym.Name
		}
		list = append(list, "writes "+strings.Join(names, " and "))
	}
	if s.Effect&son.Throws != 0 {
		list = append(list, "may throw")
	}
	if !s.Ends {
		list = append(list, "may not end")
	}
	if s.Fresh && len(list) > 0 {
		list = append(list, "makes an object")
	}
	return list
}
