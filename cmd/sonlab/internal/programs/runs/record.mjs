// Records the modules that a run loads; those of require are in its cache.
import { appendFileSync } from "node:fs";

let list;

export function initialize(data) {
  list = data.list;
}

export async function load(url, context, next) {
  appendFileSync(list, url + "\n");
  return next(url, context);
}
