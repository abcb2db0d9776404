// Functions with statements that are each called once, one from the other.
function normalized(path) {
  let text = path.replace(/\\/g, "/");
  if (text.endsWith("/")) text = text.slice(0, -1);
  return text;
}
function split(path) {
  const parts = normalized(path).split("/");
  const name = parts.pop();
  return { folder: parts.join("/"), name };
}
export function describe(path) {
  const found = split(path);
  return found.name + " in " + found.folder;
}
