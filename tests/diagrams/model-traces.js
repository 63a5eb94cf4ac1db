import {readFileSync} from "node:fs";

/** The traces of models that make_traces.py wrote with the library, by name. */
export function modelTraces() {
  return JSON.parse(readFileSync(new URL("model-traces.json", import.meta.url), "utf8"));
}
