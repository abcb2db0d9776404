// file jquery/dist/jquery.js
// page
const $ = lib;
$("body").html('<div id="a" class="x y"><p>one</p><p class="x">two</p></div><input name="q" value="v w"><ul></ul>');
console.log($("p").length, $(".x").map((i, e) => e.tagName).get().join(), $("#a").find("p:last").text());
$("p").addClass("z").first().attr("title", "t").css("color", "red").end().last().before("<b>new</b>");
console.log($("#a").html());
const heard = [];
$("#a").on("click", "p", (e, extra) => heard.push(e.type + e.target.textContent + extra));
$("p").eq(1).trigger("click", ["!"]);
console.log(heard.join(), $("input").serialize(), $("input").val(), $.param({ a: [1, 2], b: "c d" }));
$.each(["x", "y"], (i, v) => $("<li>", { text: v + i }).appendTo("ul"));
console.log($("ul").children().length, $("li").text(), $.extend(true, {}, { a: { b: 1 } }, { a: { c: 2 } }).a.c, $("#a").data("k", 5).data("k"));
$.when(1, $.Deferred().resolve(2)).done((a, b) => console.log("done", a, b));
