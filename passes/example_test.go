package passes_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/sonjs/son/passes"
)

func ExampleOptimize() {
	src := `function seconds(days) {
  const perMinute = 60, perDay = 24 * 60 * perMinute;
  const DEBUG = false;
  if (DEBUG) console.log("days: " + days);
  return days * perDay;
}
`
	res, err := passes.Optimize(context.Background(), src, passes.Options{Path: "in.js", Level: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(res.Code)
	fmt.Println("changed:", res.Report.Changed, "of", res.Report.Functions)
	// Output:
	// function seconds(days) {
	//   return days * 86400;
	// }
	// changed: 1 of 1
}

func ExampleOptimize_syntaxError() {
	_, err := passes.Optimize(context.Background(), "let x = ;", passes.Options{Path: "in.js"})
	var syntax *passes.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Diagnostics[0])
	}
	// Output:
	// in.js:1:9: error: unexpected ";"
}
