package roundtrip

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/sonjs/son/cmd/sonlab/internal/gen"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/passes"
)

// Again compares the result of optimizing the normal form of a file with that of
// optimizing the file itself, both at -O1 with every function printed from its
// graph. level is that of the normal form.
//
// Functions are compared like those of a round trip, but up to what the normal form
// does not preserve: the names of bindings and labels, where and how variables are
// declared, and whether an assignment is inside the expression that uses its variable
// first, or before it.
func Again(ctx context.Context, f File, level int) (*Result, error) {
	direct, err := optimized(ctx, f.Source, passes.Options{Path: f.Name, Level: 1, ForceGraph: true, SourceMap: true})
	if err != nil {
		return nil, err
	}
	form, err := optimized(ctx, f.Source, passes.Options{Path: f.Name, Level: level, Emit: passes.Normal, SourceMap: true})
	if err != nil {
		return nil, err
	}
	again, err := optimized(ctx, form.Code+"\n//# sourceMappingURL=form.map\n", passes.Options{Path: f.Name, Level: 1, From: passes.Normal, ForceGraph: true,
		SourceMap: true, ReadMap: func(string) ([]byte, error) { return form.Map, nil }})
	if err != nil {
		return nil, fmt.Errorf("the normal form: %w", err)
	}
	r := &Result{Name: f.Name, Functions: again.Report.Functions, Through: again.Report.ThroughGraph, Bailouts: map[string]int{}}
	r.Top = again.Report.TopLevel == passes.Replaced || again.Report.TopLevel == passes.NoGain
	for _, k := range form.Report.Bailouts {
		r.Bailouts["in normal form: "+gen.WithoutNames(k.Reason)]++
	}
	if r.MinIn, err = minified(direct.Code); err != nil {
		return nil, err
	}
	if r.MinOut, err = minified(again.Code); err != nil {
		return nil, err
	}
	return r, r.compareBoth(f, direct, again)
}

// optimized runs the optimizer. An internal fault is an error.
func optimized(ctx context.Context, src string, o passes.Options) (passes.Result, error) {
	out, err := passes.Optimize(ctx, src, o)
	if err == nil && len(out.Report.Faults) > 0 {
		err = errors.New(strings.Join(out.Report.Faults, "\n"))
	}
	return out, err
}

// compareBoth compares the functions of two outputs with the same source.
func (r *Result) compareBoth(f File, direct, again passes.Result) error {
	source, err := read(f.Name, f.Source)
	if err != nil {
		return err
	}
	x, px, err := from(source, direct)
	if err != nil {
		return err
	}
	y, py, err := from(source, again)
	if err != nil {
		return err
	}
	for i, fn := range source.p.Funcs {
		place := source.place(fn.Start)
		switch {
		case px[i] != nil && py[i] != nil:
			r.pairUpToNames(place, x.alone(px[i]), y.alone(py[i]))
		case px[i] != nil || py[i] != nil:
			r.Lost = append(r.Lost, place+": only one of the outputs has it")
		}
	}
	r.pairUpToNames(source.place(0), x.alone(nil), y.alone(nil))
	return nil
}

// from reads an output, matches its functions with those of the source, and converts it
// to the spelling in which outputs are compared.
func from(source *side, out passes.Result) (*side, []*ast.Function, error) {
	s, err := read(source.name, out.Code)
	if err != nil {
		return nil, nil, fmt.Errorf("the output: %w", err)
	}
	pairs, err := match(source, s, out.Map)
	if err != nil {
		return nil, nil, err
	}
	undeclared(s.p)
	plain, err := read(source.name, print.Program(s.p, print.Options{}).Code)
	if err != nil {
		return nil, nil, fmt.Errorf("the output without declarations: %w", err)
	}
	plain.ids = s.ids
	for i, fn := range pairs {
		if fn != nil {
			pairs[i] = plain.p.Funcs[fn.Index]
		}
	}
	return plain, pairs, nil
}

// undeclared gives each binding of a program a unique name, and replaces declarations
// of variables by assignments of their initial values: where variables are declared,
// and whether by var, let or const, makes no difference.
func undeclared(p *ast.Program) {
	names := map[*ast.Symbol]string{}
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Property:
			if id, ok := n.Key.(*ast.Ident); ok && n.Shorthand {
				n.Key, n.Shorthand = &ast.Ident{Base: id.Base, Name: id.Name}, false
			}
		case *ast.Func:
			n.Paren = false
		case *ast.Ident:
			if n.Sym == nil || n.Sym.Kind == ast.SymArguments {
				break
			}
			if names[n.Sym] == "" {
				names[n.Sym] = "$" + strconv.Itoa(len(names))
			}
			n.Name = names[n.Sym]
		}
		return true
	})
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Program:
			n.Body = assigned(n.Body)
		case *ast.Function:
			if n.ExprBody == nil {
				n.Body = assigned(n.Body)
			}
		case *ast.Block:
			n.Body = assigned(n.Body)
		case *ast.Case:
			n.Body = assigned(n.Body)
		case *ast.For:
			if d, ok := n.Init.(*ast.VarDecl); ok {
				n.Init = assignment(d)
			}
		case *ast.If:
			n.Then, n.Else = inAssignment(n.Then), inAssignment(n.Else)
		}
		return true
	})
}

// assigned converts the declarations of a list to assignments.
func assigned(list []ast.Stmt) []ast.Stmt {
	out := []ast.Stmt{}
	for _, st := range list {
		if d, ok := st.(*ast.VarDecl); ok {
			if st = assignment(d); st == nil {
				continue
			}
		}
		out = append(out, st)
	}
	return out
}

// assignment converts a declaration to assignments of its values; nil if it has none.
func assignment(d *ast.VarDecl) ast.Stmt {
	var list []ast.Expr
	for _, x := range d.Decls {
		if x.Init != nil {
			list = append(list, &ast.Assign{Target: x.Target, Value: x.Init})
		}
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return &ast.ExprStmt{X: list[0]}
	}
	return &ast.ExprStmt{X: &ast.Seq{Exprs: list}}
}

// inAssignment is assignment for the arm of an if.
func inAssignment(st ast.Stmt) ast.Stmt {
	if d, ok := st.(*ast.VarDecl); ok {
		if st = assignment(d); st == nil {
			return &ast.Empty{}
		}
	}
	return st
}

// pairUpToNames compares two functions up to the names of bindings and labels.
func (r *Result) pairUpToNames(place string, a, b alone) {
	r.compareBy(place, "from the normal form", a, b, upToNames, nil)
}

// ownName matches the names that undeclared gives to bindings.
var ownName = regexp.MustCompile(`^\$[0-9]+$`)

// upToNames returns a function as esbuild spells it, with the program's bindings and
// labels numbered in the order in which the function first references them.
func upToNames(a alone) (string, error) {
	text, err := squeezed(a, minifySyntax)
	if err != nil {
		return "", err
	}
	p, ds := parse.Parse(text, parse.Options{Path: "function.js"})
	if p == nil {
		return "", errors.New(ds[0].String())
	}
	ast.Walk(p, nest)
	names := map[string]string{}
	rename := func(name *string, label string) {
		if *name == "" {
			return
		}
		if names[label+*name] == "" {
			names[label+*name] = "$" + strconv.Itoa(len(names))
		}
		*name = names[label+*name]
	}
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Labeled:
			rename(&n.Label, ":")
		case *ast.Break:
			rename(&n.Label, ":")
		case *ast.Continue:
			rename(&n.Label, ":")
		case *ast.Func:
			n.Paren = false
		case *ast.Ident:
			if ownName.MatchString(n.Name) {
				rename(&n.Name, "")
			}
		}
		return true
	})
	return print.Program(p, print.Options{Compact: true}).Code, nil
}
