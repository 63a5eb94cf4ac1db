/** The Python files that run in a page: the library's own, as they are, and what MicroPython lacks. */
import {readdirSync, readFileSync} from "node:fs";

const LIBRARY = new URL("../tapewalk/", import.meta.url);
const OURS = new URL("python/", import.meta.url);

const ROOMS = ["scalar"];
const FILES = ["version.py", ...["__init__", "format", "tracing", "values"].map((n) => `trace/${n}.py`)];

/** @returns {Record<string, string>} texts by their path where the engine imports them */
export function files() {
  const rooms = ROOMS.flatMap((room) => pythonIn(new URL(`${room}/`, LIBRARY)).map((n) => `${room}/${n}`));
  const library = [...rooms, ...FILES].map((name) => [`tapewalk/${name}`, new URL(name, LIBRARY)]);
  const ours = pythonIn(OURS).map((name) => [name, new URL(name, OURS)]);
  return Object.fromEntries([...library, ...ours].map(([path, url]) => [path, readFileSync(url, "utf8")]));
}

function pythonIn(folder) {
  return readdirSync(folder, {recursive: true, encoding: "utf8"}).filter((name) => name.endsWith(".py")).sort();
}
