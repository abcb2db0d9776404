/** @jsxRuntime automatic */
// A small application that uses most of what React renders on a server.
import {
  Children, cloneElement, Component, createContext, createElement, forwardRef, Fragment, lazy, memo, StrictMode, Suspense, use,
  useCallback, useContext, useDeferredValue, useEffect, useId, useImperativeHandle, useLayoutEffect, useMemo, useReducer, useRef,
  useState, useSyncExternalStore, useTransition, isValidElement,
} from "react";
import { createPortal, preload, preconnect } from "react-dom";
import { renderToPipeableStream, renderToStaticMarkup, renderToString } from "react-dom/server";
import { prerenderToNodeStream } from "react-dom/static";
import { PassThrough } from "node:stream";

const Theme = createContext({ color: "black", depth: 0 });

const reducer = (state, action) => {
  switch (action.type) {
    case "word": return { ...state, words: { ...state.words, [action.word]: (state.words[action.word] ?? 0) + 1 } };
    case "line": return { ...state, lines: [...state.lines, action.line] };
    default: throw new Error("unknown action " + action.type);
  }
};

function useWords(text) {
  const [state, dispatch] = useReducer(reducer, text, (t) => t.split(/\n/).reduce((s, line) => reducer(s, { type: "line", line }), { words: {}, lines: [] }));
  const [sent, setSent] = useState(false);
  if (!sent) {
    setSent(true);
    for (const word of text.match(/\w{4,}/g)?.slice(0, 60) ?? []) dispatch({ type: "word", word: word.toLowerCase() });
  }
  const top = useMemo(() => Object.entries(state.words).sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, 12), [state.words]);
  return { ...state, top };
}

const Word = memo(function Word({ word, n, ...rest }) {
  const theme = useContext(Theme);
  const id = useId();
  const click = useCallback(() => alert(word), [word]);
  return <li id={id} onClick={click} className={["word", n > 2 && "often"].filter(Boolean).join(" ")} style={{ color: theme.color, marginLeft: 4 * n, WebkitLineClamp: 2, "--deep": theme.depth }} data-n={n} aria-hidden={n === 1} {...rest}>{word}: {n}{n > 1 ? "s" : null}{false}{0}</li>;
});

class Boundary extends Component {
  static contextType = Theme;
  static defaultProps = { title: "boundary" };
  state = { failed: null, n: 0 };
  static getDerivedStateFromError(e) { return { failed: e.message }; }
  static getDerivedStateFromProps(props, state) { return { n: state.n + props.title.length }; }
  UNSAFE_componentWillMount() { this.setState((s) => ({ n: s.n + 1 })); }
  render() {
    const { failed, n } = this.state;
    return failed ? <p role="alert">{failed}</p> : <section title={this.props.title} data-depth={this.context.depth}>{n}{this.props.children}</section>;
  }
}

const Input = forwardRef(({ kind, ...props }, ref) => {
  const own = useRef(null);
  useImperativeHandle(ref, () => ({ focus: () => own.current?.focus() }));
  useLayoutEffect(() => () => {}, []);
  return <input ref={own} type={kind} {...props} />;
});

function Form({ text }) {
  const [value, set] = useState(() => text.slice(0, 30));
  const deferred = useDeferredValue(value);
  const [pending, start] = useTransition();
  useEffect(() => { throw new Error("effects do not run here"); });
  return (
    <form action="/go" onSubmit={() => start(() => set(""))} noValidate encType="text/plain">
      <label htmlFor="v">{deferred} & "quoted" {'<b>'}</label>
      <Input kind="text" id="v" defaultValue={value} readOnly autoFocus maxLength={9} /> <Input kind="checkbox" defaultChecked disabled={pending} />
      <textarea defaultValue={"\n" + text.slice(0, 80)} /> <select defaultValue="b" multiple={false}>{["a", "b", "c"].map((o) => <option key={o} value={o}>{o.toUpperCase()}</option>)}</select>
      <button formAction={async () => {}} type="submit">{pending ? "..." : "Send"}</button>
    </form>
  );
}

const Later = lazy(async () => ({ default: ({ of }) => <em>later {of}</em> }));
const cache = new Map();
const Data = ({ name }) => {
  if (!cache.has(name)) cache.set(name, new Promise((done) => setTimeout(done, 5, [...name].reverse().join(""))));
  return <code>{use(cache.get(name))}</code>;
};

const store = { listeners: new Set(), subscribe: (l) => (store.listeners.add(l), () => store.listeners.delete(l)), get: () => 42 };
const Outside = () => <output>{useSyncExternalStore(store.subscribe, store.get, store.get)}</output>;

function Nest({ depth, children }) {
  const theme = useContext(Theme);
  const inner = useMemo(() => ({ color: theme.color === "black" ? "red" : "black", depth: theme.depth + 1 }), [theme]);
  return depth === 0 ? Children.map(children, (c, i) => (isValidElement(c) ? cloneElement(c, { "data-i": i }) : c)) : <Theme.Provider value={inner}><Nest depth={depth - 1}>{children}</Nest></Theme.Provider>;
}

function Page({ name, text, fail, late }) {
  const { lines, top } = useWords(text);
  preconnect("https://example.com"); preload("/a.css", { as: "style" });
  return (
    <StrictMode>
      <html lang="en"><head><title>{name}</title><meta charSet="utf-8" /><link rel="stylesheet" href="/a.css" precedence="high" /></head><body>
        <h1 dangerouslySetInnerHTML={{ __html: name.replace(".", "<wbr>.") }} />
        <ul>{top.map(([word, n]) => <Word key={word} word={word} n={n} />)}</ul>
        <Nest depth={5}><Word word="deep" n={3} />text<Outside /></Nest>
        <Boundary><Form text={text} />{fail && <Broken />}</Boundary>
        <table><tbody>{lines.slice(0, 8).map((line, i) => <tr key={i}><td colSpan={2}>{line}</td><td>{i}</td></tr>)}</tbody></table>
        <svg viewBox="0 0 9 9" xlinkHref="#a"><path d="M0 0" strokeWidth={2} fillOpacity=".5" /><foreignObject><p>in</p></foreignObject></svg>
        {late && <Suspense fallback={<i>loading</i>}><Later of={name} /><Suspense fallback="inner"><Data name={name} /></Suspense></Suspense>}
        <Fragment>{[1, [2, [3, "x"]]]}{new Set(["s"])}{createElement("my-element", { class: "c", some: { a: 1 }, on: true })}{10n}</Fragment>
        <video autoPlay muted src={undefined} /><a href="javascript:void 0" download tabIndex={-1} spellCheck={false} itemScope>x</a>
      </body></html>
    </StrictMode>
  );
}

function Broken() { throw new Error("broken on purpose"); }

const drain = (stream) => new Promise((done, fail) => { let text = ""; stream.on("data", (d) => (text += d)); stream.on("end", () => done(text)); stream.on("error", fail); });

export async function renderAll({ say, name, text }) {
  await say(`${name} string`, () => renderToString(<Page name={name} text={text} />));
  await say(`${name} late string`, () => renderToString(<Page name={name} text={text} late />));
  await say(`${name} static`, () => renderToStaticMarkup(<Page name={name} text={text} />, { identifierPrefix: "p-" }));
  await say(`${name} fails`, () => renderToString(<Page name={name} text={text} fail />));
  for (const fail of [false, true]) {
    cache.clear();
    await say(`${name} stream ${fail}`, () => new Promise((done, reject) => {
      const errors = [];
      const stream = renderToPipeableStream(<Page name={name} text={text} late fail={fail} />, {
        nonce: "n", bootstrapScripts: ["/a.js"], bootstrapModules: ["/m.mjs"],
        onError: (e) => void errors.push(e.message),
        onShellError: (e) => done(`shell ${e.message} ${errors}`),
        onAllReady: () => drain(stream.pipe(new PassThrough())).then((t) => done(t + errors), reject),
      });
    }));
  }
  cache.clear();
  await say(`${name} prerendered`, async () => drain((await prerenderToNodeStream(<Page name={name} text={text} late />)).prelude));
  await say(`${name} portal`, () => renderToString(<div>{createPortal(<b />, {})}</div>));
  await say(`${name} invalid`, () => renderToString(<div>{{ a: 1 }}</div>));
  await say(`${name} unknown attributes`, () => renderToString(<div onclick="x" badProp={Symbol("s")} fn={() => {}} class="c" style={{ float: "left", zoom: 2, background: null }} />));
}
