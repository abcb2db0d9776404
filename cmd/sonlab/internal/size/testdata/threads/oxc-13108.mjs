// Predicates that are each used once.
const isText = (x) => typeof x === "string";
const isShort = (text) => text.length < 10;
const isBlank = (text) => text.trim() === "";
export const isCode = (x) => isText(x) && isShort(x) && !isBlank(x);
