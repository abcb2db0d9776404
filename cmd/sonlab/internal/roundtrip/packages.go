package roundtrip

// Packages are the files that are measured by default, below node_modules.
func Packages() []string {
	return []string{
		"lodash/lodash.js",
		"underscore/underscore-umd.js",
		"react-dom/cjs/react-dom-client.development.js",
		"vue/dist/vue.global.js",
		"jquery/dist/jquery.js",
		"d3/dist/d3.js",
		"three/build/three.module.js",
		"three/build/three.core.js",
		"moment/moment.js",
		"echarts/dist/echarts.js",
		"terser/dist/bundle.min.js",
		"acorn/dist/acorn.js",
		"prettier/standalone.js",
		"@babel/standalone/babel.js",
		"typescript/lib/typescript.js",
	}
}
