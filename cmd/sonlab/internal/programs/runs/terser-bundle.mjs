import { work } from "./terser.mjs";

export default (tools) => work(tools.require("terser"), tools);
