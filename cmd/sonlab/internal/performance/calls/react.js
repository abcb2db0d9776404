// file react/cjs/react.development.js
const h = lib.createElement;
const element = h("ul", { className: "list", key: "k" }, h("li", { key: 1 }, "one"), h("li", { key: 2 }, "two"));
console.log(element.type, element.key, element.props.className, element.props.children.length);
console.log(lib.Children.count(element.props.children), lib.Children.map(element.props.children, (c) => c.props.children).join());
const copy = lib.cloneElement(element, { id: "x" });
console.log(copy.props.id, copy.props.className, lib.isValidElement(copy), lib.isValidElement({}));
class Box extends lib.Component {}
console.log(new Box({ a: 1 }).props.a, typeof Box.prototype.setState, lib.Children.toArray([null, "a", ["b"]]).length);
const Theme = lib.createContext("light");
console.log(typeof Theme.Provider, lib.memo(Box).type === Box, lib.createRef().current);
