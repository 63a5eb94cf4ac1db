import {readFileSync} from "node:fs";

/** The traces that make_tensor_traces.py wrote with the library, and what it expects of the views. */
export function tensorTraces() {
  return JSON.parse(readFileSync(new URL("tensor-traces.json", import.meta.url), "utf8"));
}
