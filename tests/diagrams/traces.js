import {readFileSync} from "node:fs";

/** The traces that make_traces.py wrote with the library, by name; a fresh copy at each call. */
export function traces() {
  return JSON.parse(readFileSync(new URL("traces.json", import.meta.url), "utf8"));
}
