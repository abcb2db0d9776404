// Calls for jQuery, which needs a document: that of jsdom. Every call starts with
// the same page, and the state of the page after it is part of its answer. Timers
// are run by hand right after the call, in the order of their times.

const page = `
<div id="top" class="outer  box" title="a &quot;title&quot;" lang="en" data-num="5" data-json='{"a":[1,2]}' data-some-name="x">
  <h1>Head <em>line</em></h1>
  <p class="first para">one <b>bold</b> and <i class="x y">slanted</i><!-- note --></p>
  <p class="para" style="color: red; display: none">two</p>
  <ul id="list"><li class="item">a</li><li class="item odd" hidden>b</li><li>c<ul><li class="deep item">d</li></ul></li></ul>
  <table><tbody><tr><td>1</td><td colspan="2">2</td></tr><tr><td>3</td></tr></tbody></table>
</div>
<form id="form" action="/x"><input name="t" value="text" required><input type="checkbox" name="c" value="1" checked><input type="checkbox" name="c" value="2">
  <input type="radio" name="r" value="a"><input type="radio" name="r" value="b" checked disabled><input type="hidden" name="h" value="0">
  <select name="s"><option value="1">one</option><option selected>two</option><optgroup disabled label="g"><option value="3">three</option></optgroup></select>
  <select name="m" multiple><option selected value="x">x</option><option selected>y</option></select>
  <textarea name="area">some
text</textarea><button name="b" type="submit">go</button><input type="image" name="i" alt="i"></form>
<a href="#top" id="we.ird:id" name="anchor" class="link">link</a><span lang="en-GB"></span>
<svg><circle class="round" r="1"></circle></svg>`;

const selectors = String.raw`
  *  p  #top  #list li  .para  p.para.first  li, p, h1  div > p  p + p  p ~ ul  ul ul li  #list > li > ul  #nothing  .no  [title]  [title="a \"title\""]  [class~=para]
  [data-num='5']  [data-some-name^=x]  [href$=top]  [class*='ara']  [lang|=en]  [name!=c]  input[name=c]:not([value='1'])  :input  :text  :checkbox  :radio  :submit  :button  :image
  :reset  :file  :password  :checked  :selected  option:selected  :disabled  :enabled  input:enabled  :header  :parent  :empty  :root  :first  li:last  li:eq(1)  li:eq(-1)  li:lt(2)  li:gt(1)
  li:even  li:odd  li:nth(2)  li:first-child  li:last-child  li:only-child  li:nth-child(2n+1)  li:nth-child(odd)  li:nth-child( 2n )  p:nth-of-type(2)  p:nth-last-of-type(1)  li:nth-last-child(-n+2)
  td:only-of-type  p:first-of-type  p:last-of-type  p:has(b)  div:has(> ul)  li:contains(d)  p:contains("two")  :contains('x\')')  :not(*)  p:not(.first)  p:not(.first, :contains(two))  :not(:has(*))
  :visible  :hidden  :animated  :focus  :active  :target  :lang(en)  #we\.ird\:id  a[id="we.ird:id"]  #form :input:not(:checkbox, :radio)  div:first p  li:not(:first)  li:first:contains(a)  ul li:eq(2) li
  tr:has(td[colspan]) td:first  > p  p >  ,  p,,p  [  [a=  :bad  :not(  :nth-child(x)  p:eq()  #  .  ..a  p:contains(  \  body  html body div  document  tbody>tr>td  .outer.box  circle.round  svg
  [required]  [hidden]  [multiple] option  li:is(.item)  :where(p, li).item  p:first, li:last  li.item:not(.odd):first  *:not(html):first  input[type=checkbox]:checked  [name="t"][value]  [value=text]
`.trim().split(/ {2,}|\n/).map((s) => s.trim()).filter((s) => s);

// Code before ;; is only run, not printed. A log collects what handlers receive.
const lines = String.raw`
  $("<p>")  .add("<b/>").add($("li"))
  $("<div class='x' title=\"y\">a<b>c</b></div>")
  $("<input>", { type: "checkbox", checked: true, "class": "k", text: "t", click: () => log.push("clicked"), data: { a: 1 }, css: { color: "blue" } }).trigger("click")
  $("  text <i>i</i> after")
  $("<tr><td>x</td></tr><tr/>").appendTo("tbody").find("td").length
  $("<option>z</option><option selected>w</option>").appendTo("select:first").end().prevObject
  $.parseHTML("<p>a</p>b<script>log.push(1)</script><!-- c -->", true).map((n) => n.nodeName)
  $($.parseHTML("<p onclick=x>a</p>"))
  $("li").map(function (i) { return i + this.nodeName + $(this).index() }).get()
  $("li").each(function (i) { log.push(i, this.className); return i < 2 }).length
  $("li").filter((i) => i % 2).addClass((i, c) => c + i).end().removeClass("item").toggleClass("on off").toggleClass("on", false).hasClass("off")
  $("p").addClass(["one", "two"]).removeClass().attr("class")
  $("#top").attr({ title: null, "data-x": 5, hidden: true }).removeAttr("lang data-num").attr("title")
  $("#top").attr("title", (i, v) => i + v).prop("id", (i, v) => v + i).prop("nothing")
  $("input").map((i, e) => [$(e).attr("checked"), $(e).prop("checked"), $(e).is(":checked")]).get()
  $("#top").data()
  $("#top").data("num") + $("#top").data("someName") + $("#top").data("json").a[1]
  $("#top").data("k", { v: 1 }).data({ "a-b": 2, c: null }).removeData("c").data()
  $("#top").data("num", undefined).removeData("num").removeData(["k", "json"]).data("num")
  [$.hasData($("p")[0]), $.data($("p")[0], "x", 7), $.hasData($("p")[0]), $.removeData($("p")[0], "x"), $.data($("p")[0])]
  $("select, input, textarea, button").map((i, e) => [$(e).val()]).get()
  $("[name=m]").val(["y"]).val().concat($("[name=c]").val(["2"]).map((i, e) => e.checked).get())
  $("[name=s]").val("1").find(":selected").text() + $("[name=t]").val((i, v) => v + i).val(12).val() + $("textarea").val(null).val()
  $("#form").serialize() + " " + $("#form :input").filter("[name=c]").serialize()
  $("#form").serializeArray()
  [$.param({ a: [1, 2], b: { c: { d: "x y" } }, e: null, f: () => "g" }), $.param({ a: [1, [2]], b: undefined }, true), $.param([{ name: "q", value: "&" }])]
  $("p").text(" <&> ").text() + $("p").html((i, h) => h + i).html() + $("b").text((i, t) => t + t).text()
  $("#list").html("<li>new</li>").append("<li>x</li>", [$("<li>y</li>"), document.createElement("hr")]).prepend((i, h) => h.length + ", ").children().length
  $("li").before("<!-- b -->").after((i) => "<s>" + i + "</s>").first().replaceWith($("h1"), "t").length
  $("li").wrap("<div class=w></div>").wrapInner((i) => "<u id=u" + i + "></u>").parent().unwrap(".w").find("u").contents().unwrap()
  $("p, h1").wrapAll("<section><div></div></section>").closest("section").nextUntil("table").addBack().length
  [$("em").parents().map((i, e) => e.nodeName).get(), $("em").parentsUntil("#top").length, $("em").closest("div, h1")[0].id, $("em").closest("li").length, $("em").offsetParent()[0].nodeName]
  [$("b").next().length, $("h1").nextAll("p").length, $("table").prevUntil("h1").length, $("ul").first().prevAll().length, $("li").eq(1).siblings(".item").length, $("p").first().prev().text()]
  [$("#list").contents().length, $("p").first().contents().filter((i, n) => n.nodeType != 1).length, $("<iframe>").appendTo("body").contents().find("body").length]
  [$("li").index($(".odd")), $("li").index(), $("li").last().index("li"), $(".odd").index("ul"), $("li").index(document)]
  $("li").slice(1, -1).add("p", "#top").add($("em")[0]).first().end().last().end().odd().even().addBack("p").toArray()
  $("li").not(".item").add("li:first").has("ul").is((i, e) => e.children.length > 0)
  [$("p").is("b"), $("p").is($("p")), $("p").is(".para, li"), $("nothing").is("*"), $("p").filter($("p")[1])[0].textContent, $("p").not($("p")[0]).length]
  $("p").detach().appendTo("form").prependTo("ul").insertAfter("h1").insertBefore("table, #list").length
  $("li").clone(true).replaceAll("p").length + $("li").remove(".item").length + $("ul").empty().end().length
  $("p").on("click", () => log.push("p")).clone(true, true).appendTo("body").trigger("click").off("click").trigger("click").length
  $("#top").on("click", "p", { d: 1 }, (e, x, y) => { log.push(e.type, e.data, x, y, e.currentTarget.className, e.delegateTarget.id, e.target.nodeName) }); $("b").trigger("click", [1, "two"]);; $("em").trigger("click")
  $("p").on("a.n.m b.n c", (e) => { log.push(e.type, e.namespace, e.handleObj.type, e.isTrigger) }).trigger("a").trigger("b.n").trigger("a.m.n").trigger("a!").off(".n").trigger("a").trigger("c").off().trigger("c")
  $("p").on({ "x y": (e) => log.push(e.type), z() { log.push(this.nodeName); return false } }).trigger("x").trigger("y");; $("p").triggerHandler("z")
  $("p").one("k", () => log.push("once")).trigger("k").trigger("k"); $("#top").one("k", "p", (e) => { log.push("one"); e.stopImmediatePropagation() });; $("p").trigger("k")
  $("body").on("q", () => log.push("body")); $("#top").on("q", (e) => { e.stopPropagation(); log.push(e.isPropagationStopped(), e.isDefaultPrevented()) }); $("p").on("q", (e) => { e.preventDefault(); log.push(e.isDefaultPrevented()); return "r" }); const e = $.Event("q", { extra: 3 }); $("b").trigger(e);; [e.result, e.extra, e.isDefaultPrevented()]
  $("[name=c]").on("click", function (e) { log.push(this.checked, e.originalEvent && e.originalEvent.type) }).trigger("click").eq(0).click().trigger("click")
  $("form").on("submit", (e) => { log.push("submit"); e.preventDefault() }).trigger("submit");; $("[name=b]")[0].click()
  $("[name=t]").on("focus focusin blur focusout change", (e) => log.push(e.type)).trigger("focus").trigger("blur").focus().blur().change()
  $("#top").on("mouseenter", (e) => log.push("in", e.relatedTarget && e.relatedTarget.id)).on("mouseleave", () => log.push("out")); $("p")[0].dispatchEvent(new window.MouseEvent("mouseover", { bubbles: true, relatedTarget: $("form")[0] }));; $("p")[0].dispatchEvent(new window.MouseEvent("mouseout", { bubbles: true, relatedTarget: $("em")[0] }))
  $("p")[0].addEventListener("v", (e) => log.push("native", e.type));; $("p").on("v", () => { throw new RangeError("mine") }).trigger("v")
  $.event.special.odd = { setup() { log.push("setup") }, add(h) { log.push("add", h.type) }, trigger() { log.push("trigger") }, remove() { log.push("remove") }, teardown() { log.push("teardown") }, _default() { log.push("default") } }; $("p:first").on("odd.x", () => log.push("on")).trigger("odd").off("odd");; delete $.event.special.odd
  $(document).on("click.doc", "li", function (e) { log.push($(this).text(), e.which, e.pageX) }); $("#list ul li")[0].dispatchEvent(new window.MouseEvent("click", { bubbles: true, button: 0, clientX: 3 }));; $(document).off(".doc")
  $("p").on("click", $.proxy(function (a, e) { log.push(this.me, a, e.type) }, { me: 4 }, "arg")).trigger("click");; $.proxy({ f() { return this.g }, g: 6 }, "f")()
  $("p").bind("m", { z: 1 }, (e) => log.push(e.data)).trigger("m").unbind("m");; $("#top").delegate("p", "m", (e) => log.push("del")).undelegate("p").find("p").trigger("m").hover(() => log.push("h")).trigger("mouseenter")
  $("p").css("color", "green").css({ width: 10, "z-index": "5", marginTop: "+=4", opacity: (i, v) => v / 2 }).css(["color", "width", "zIndex"])
  [$("p").css("display"), $("p").hide().css("display"), $("p").show().eq(1).css("display"), $("p").toggle().is(":hidden"), $("li").toggle(true).css("display"), $("p").css("--own", "1").css("--own"), $("p").css("float")]
  [$("p").width(), $("p").width(30).height("2em").innerWidth(), $("p").css({ padding: 3, border: "1px solid" }).outerWidth(true), $(window).width(), $(document).height(), $("p").outerHeight((i, h) => h + 5).height()]
  [$("p").offset(), $("p").offset({ top: 5, left: 6 }).position(), $("p").scrollTop(7).scrollTop(), $(window).scrollLeft(), $().offset(), $().scrollTop()]
  $("p").animate({ height: "50px", opacity: "toggle", left: "+=20" }, { duration: 40, easing: "linear", step: (n, t) => log.push(t.prop + Math.round(n)), complete: () => log.push("done"), start: () => log.push("start") })
  $("p").fadeOut(20, () => log.push("out")).fadeIn("fast").delay(10).slideUp(10).queue((next) => { log.push("queue"); next() }).slideToggle({ duration: 5, always: () => log.push("always") }).queue().length
  $("p").animate({ width: 100 }, 100).animate({ width: 0 }, 100).stop(true, true).finish().is(":animated")
  $("p").animate({ height: "hide" }, 30, "swing").promise().done((x) => log.push(x.length));; $("li").fadeTo(10, .5).fadeToggle(10).slideDown().promise("fx", { own: 1 }).own
  $.fx.off = true; $("p").slideUp(100, () => log.push("at once")).animate({ left: 5 }); $.fx.off = false;; [$.speed(5, "linear"), $.speed("slow", () => 1), $.speed({ queue: false }), $.easing.swing(.25)]
  $("p").queue("q", (n) => { log.push(1); n() }).queue("q", (n) => log.push(2)).queue("q", [() => log.push(3)]).dequeue("q").clearQueue("q").queue("q").length
  (() => { const c = $.Callbacks("memory unique"); const f = (x) => log.push("f", x); c.add(f, f, [(x) => log.push("g" + x)]); c.fire(1); c.add((x) => log.push("late", x)); c.remove(f).fireWith({}, [2]); return [c.has(f), c.fired(), c.locked(), c.disable().disabled(), c.lock().fire(3).empty().has()] })()
  (() => { const c = $.Callbacks("once stopOnFalse"); c.add(() => { log.push(1); c.fire(5); return false }, () => log.push(2)); c.fire().fire(); return [c.fired(), c.has()] })()
  (() => { const d = $.Deferred((x) => x.progress((p) => log.push("p", p))); d.done((v) => log.push("done", v), [(v) => log.push("two")]).fail(() => log.push("fail")).always(() => log.push("always")).then((v) => v + 1).then((v) => { log.push(v); throw new TypeError("t") }).catch((e) => { log.push(e.message); return $.Deferred().reject("r") }).then(null, (r) => log.push(r)); d.notify(7); d.resolve(1); d.reject(2); return d.state() })()
  $.when(1, $.Deferred().resolve(2, 3), Promise.resolve === 0).then((...a) => log.push(a)); $.when($.Deferred().reject("no"), 1).fail((r) => log.push(r));; $.when().done(() => log.push("none")).state()
  (() => { const d = $.Deferred(); d.then({}.x, null, (p) => p * 2).progress((p) => log.push(p)); d.notify(2).notify(3); const q = d.promise({ z: 1 }); const t = $.Deferred(); t.resolve(t.promise()); d.resolve(t); return [q.z, q === d.promise(q), d.pipe && d.pipe((x) => x).state()] })()
  $.Deferred().resolve({ then(ok) { log.push("then"); ok(5) } }).then((v) => ({ then(ok, no) { no("bad" + (v && typeof v.then)) } })).then(() => log.push("ok"), (m) => log.push(m)).state()
  [$.extend({ a: 1 }, { b: undefined, c: null }), $.extend(true, { a: { x: 1 }, l: [1, 2] }, { a: { y: [1] }, l: [3] }), $.extend(true, {}, { __proto__: null, f: $.noop, d: new Date(3) }), $.extend({}, null, 5, "ab")]
  [$.isPlainObject({}), $.isPlainObject(Object.create(null)), $.isPlainObject(new (class A {})), $.isEmptyObject({}), $.isEmptyObject([1]), $.isXMLDoc(document), $.contains(document, $("p")[0]), $.contains($("p")[0], $("p")[0])]
  [$.each([1, 2], function (i, v) { log.push(i, v, typeof this) }), $.each({ a: 1 }, (k, v) => log.push(k, v)), $.map({ a: 1, b: 2 }, (v, k) => [k, v]), $.map([1, 2, 3], (v) => v == 2 ? null : v), $.grep([1, 2, 3], (x) => x > 1, true), $.merge([1], "ab"), $.makeArray("ab"), $.makeArray({ length: 2, 0: 1 }), $.inArray(2, [1, 2], -1)]
  [$.text($("p").get()), $.text([document.createTextNode("t"), $("p")[0]]), $.escapeSelector("0a.b#\u0001-"), $.escapeSelector("-"), $.htmlPrefilter("<a/>"), $.uniqueSort($("li").get().reverse().concat($("p").get(0, 1), $("li").get())).length, $.now && $.now()]
  $.parseXML("<r><a x='1'>t</a></r>").documentElement.nodeName + $($.parseXML("<r><a x='1'>t</a><b/></r>")).find("a").attr("x") + $($.parseXML("<r A='1'><a/></r>")).find("r > a").parent().attr("A")
  $.parseXML("<r><a></r>")
  $.globalEval("log2 = 1")
  $("body").append("<script>globalThis.ran = 1</script>").find("script").length
  $.fn.extend({ twice() { return this.add(this.clone()) } });; $("p").twice().length
  $.expr.pseudos.vowel = (e) => /^[aeiou]/.test($(e).text()); $.expr.pseudos.sized = $.expr.createPseudo((n) => (e) => $(e).text().length == n);; [$(":vowel").length, $("li:sized(1)").length, $("li:not(:vowel)").length]
  $.attrHooks.own = { get: (e) => "got" + e.nodeName, set: (e, v) => { log.push(v); return v } }; $.propHooks.own = { get: () => "prop" }; $.cssHooks.own = { get: () => "css", expand: (v) => ({ ownA: v }) }; $.valHooks.P = { get: () => "val" };; [$("p").attr("own", 5).attr("own"), $("p").prop("own"), $("p").css("own")]
  $.find("li", document.body).length + $.find.matches("li", $("li").get()).length + $.find.matchesSelector($("p")[0], "p.first") + $.find.tokenize("a > b, c:not(d)").length + $.filter("li", $("*").get()).length + $.filter("p", $("p").get(), true).length
  $.find.compile("p.para")($("#top")[0], $("#top")[0].ownerDocument, false, []) + "" + $.find.select("p", document, []).length + $.find("p:bad")
  $("p").ready(() => log.push("ready")); $(() => log.push("f")); $.ready.then(() => log.push("then")); $(document).ready(() => { throw new RangeError("in ready") });; $.isReady
  $.ajaxTransport("own", (o, orig, x) => ({ send(h, done) { log.push(o.type, o.url, o.data, h.Accept); window.setTimeout(() => done(o.url.length > 12 ? 404 : 200, "fine", { text: '{"a":1}' }, "X: y\nContent-Type: application/json"), 5) }, abort() { log.push("abort") } }));; $.ajax("/short?x=1", { dataTypes: ["own"], dataType: "own json", data: { q: [1] }, converters: { "text own": true, "own json": JSON.parse }, success: (d, s, x) => log.push("ok", d, s, x.getResponseHeader("x")), error: (x, s, e) => log.push("err", s, String(e)), complete: (x, s) => log.push(s, x.status), statusCode: { 200: () => log.push(200) } })
  $(document).on("ajaxSend ajaxStart ajaxStop ajaxError ajaxSuccess ajaxComplete", (e) => log.push(e.type));; $.ajax({ url: "/a/long/address#x", dataType: "own", data: "d", method: "post", headers: { A: "b" }, beforeSend(x, o) { log.push(o.hasContent, o.crossDomain, o.url); x.setRequestHeader("Z", 1) } }).fail((x, s) => log.push(s, x.getAllResponseHeaders())).always(() => log.push("end"))
  $.ajax({ url: "u", dataType: "own", timeout: 1, beforeSend: (x) => { log.push(x.readyState) } }).fail((x, s) => log.push(s)); $.ajax({ url: "u", dataType: "own", beforeSend: () => false }).fail((x, s) => log.push(s));; $.ajax({ url: "v", dataType: "own" }).abort("mine").statusText
  $(document).off("ajaxSend ajaxStart ajaxStop ajaxError ajaxSuccess ajaxComplete");; $.ajaxSetup({ own: { deep: 1 } }, { own: { more: 2 } }).own
  $.noConflict(true) === $
  [$.fn.jquery, $.fn.length, $.expando.length, $.support, $.guid > 0, $.cssNumber, $.expr.cacheLength]
  new $.Event("x").preventDefault
  [$.Event({ type: "y", target: 1 }).type, $.Event("z", { a: 1 }).a, $.Event("w").isDefaultPrevented(), $.removeEvent.length]
  $("p").nosuch()
  $("p").attr("x", () => { throw new RangeError("from a callback") })
  $({ a: 1 }).on("ev", (e) => log.push(e.type)).data("k", 1).trigger("ev").prop("a") + $([1, { b: 2 }]).map((i, v) => v.b || v).get()
  $(null).add(undefined).add("").add(false).length + $([]).length + $("p", "#top", 1).length + $("p", $("#top")[0]).length + $($("p")).length + $(window)[0].length
  [...$("li")].length + $("li").get(-1).textContent + $("li").get(9) + $("li").eq(-9).length + $("li").pushStack([1]).end().length + $("li").constructor.name
`.trim().split("\n").map((s) => s.trim()).filter((s) => s);

// Argument lists for every method, new for each call.
const tuples = ($, log, document) => [
  () => [],
  () => ["p"],
  () => ["class", "x y"],
  () => [(...a) => { log.push(a.length, typeof a[0]); return a[1]; }],
  () => [{ title: "n", color: "red", click: () => log.push("click") }],
  () => [1],
  () => [$("li")],
  () => ["<b class=new>new</b>"],
  () => [true, "#top"],
  () => [document.getElementById("list"), ".item"],
  () => ["click", "p", () => log.push("handler")],
  () => [["one", "two"], null],
  () => [-2, 3],
  () => ["5px", "fast"],
];

const selections = ["p", "li", "#form :input", "#top", "nothing", "h1, .odd, a"];

// They wait for the network, or do not end.
const skipped = new Set(["ajax", "get", "post", "getJSON", "getScript", "load", "_evalUrl", "holdReady", "noConflict", "Animation", "readyException", "error", "globalEval", "constructor", "init", "extend", "each", "ajaxSetup", "ajaxPrefilter", "ajaxTransport"]);

// These measure styles again and again.
const slow = /^(animate|fade|slide|show$|hide$|toggle$|width|height|inner|outer|offset$)/;

// open makes the window that jQuery finds when it is loaded. Its clock stands still,
// except for the timers, which run as soon as the call that set them is over.
export async function open(require) {
  const { JSDOM, VirtualConsole } = require("jsdom");
  const console = new VirtualConsole();
  const { window } = new JSDOM("<!doctype html><title>page</title><body>", { url: "http://page.test/at", virtualConsole: console });
  await new Promise((loaded) => window.addEventListener("load", loaded));
  const timers = [];
  let now = Date.now(), ids = 0;
  Date.now = () => now;
  window.setTimeout = (f, ms = 0) => { timers.push({ f, at: now + Math.max(ms, 1), id: ++ids }); return ids; };
  window.clearTimeout = (id) => { const i = timers.findIndex((t) => t.id === id); if (i >= 0) timers.splice(i, 1); };
  globalThis.window = window;
  const flush = (failed) => {
    for (let n = 0; timers.length && n < 2000; n++) {
      const t = timers.reduce((a, b) => (b.at < a.at || b.at === a.at && b.id < a.id ? b : a));
      timers.splice(timers.indexOf(t), 1);
      now = Math.max(now, t.at);
      try { t.f(); } catch (e) { failed(e); }
    }
    timers.length = 0;
  };
  return { window, flush, console };
}

// describe returns what to print for values that only a page has.
function describe(v, inner) {
  if (v === globalThis.window) return "window";
  if (typeof v.jquery === "string" && typeof v.toArray === "function") return `$[${v.toArray().map(inner)}]`;
  if (typeof v.nodeType === "number" && typeof v.nodeName === "string") {
    return v.nodeType === 9 ? "document" : (v.outerHTML ?? `${v.nodeName}(${v.nodeValue ?? v.textContent})`).replaceAll("\n", "\\n");
  }
  if (typeof v.preventDefault === "function") return `event ${v.type} ${v.namespace ?? ""}`;
  if (v.constructor?.name === "DOMException") return `${v.name}(${v.message})`;
}

export function ask($, { window, flush, console }, { say, every, special, problem, seeded }) {
  const { document } = window;
  const log = [];
  special.push(describe);
  window.console.warn = (...a) => log.push("warn", a.map(String)[0]);
  console.on("jsdomError", (e) => log.push("uncaught", problem(e.detail ?? e)));

  // fresh makes a call on a new page, and prints what became of the page.
  const fresh = (label, what) => say(label, () => {
    document.body.innerHTML = page;
    log.length = 0;
    let r;
    try { r = what(); } catch (e) { r = problem(e); }
    flush((e) => log.push("later", problem(e)));
    const after = document.body.innerHTML;
    return [r, log, after === untouched ? "the page as it was" : after];
  });

  document.body.innerHTML = page;
  const untouched = document.body.innerHTML;
  for (const s of selectors) {
    say(`$(${s})`, () => $(s));
    say(`find ${s}`, () => $("#top, #form").find(s));
    say(`is, not, filter ${s}`, () => [$("p").is(s), $("li").not(s), $("*").filter(s).length, $("#list").children(s), $("b").closest(s)]);
  }
  for (const line of lines) fresh(line, () => {
    const [value, ...before] = line.split(";;").reverse();
    return new Function("$", "log", "window", "document", `${before}; return ${value}`)($, log, window, document);
  });
  const lists = tuples($, log, document);
  const names = Object.keys($.fn).filter((k) => typeof $.fn[k] === "function" && !skipped.has(k)).sort();
  for (const name of names) {
    say(`$.fn.${name} itself`, () => $.fn[name]);
    for (const [i, make] of lists.entries()) {
      if (slow.test(name) && i % 3) continue;
      const s = selections[Math.floor(seeded() * selections.length)];
      fresh(`$(${s}).${name} #${i}`, () => $(s)[name](...make()));
    }
  }
  document.body.innerHTML = page;
  every($, "$", skipped);
  flush(() => {});
}
