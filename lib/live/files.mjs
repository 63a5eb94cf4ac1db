/** The Python files that run in a page: the library's own, as they are, and what MicroPython lacks. */
import {readdirSync, readFileSync} from "node:fs";
import {gunzipSync} from "node:zlib";
import {readable} from "./readable.js";

const LIBRARY = new URL("../tapewalk/", import.meta.url);
const OURS = new URL("python/", import.meta.url);
const ARRAYS = new URL("arrays/python/", import.meta.url);
const COURSE = new URL("../tapewalk_course/", import.meta.url);
const DERIVE = new URL("derive/", COURSE);

const FILES = ["version.py", ...["__init__", "format", "tracing", "values"].map((n) => `trace/${n}.py`)];

/** @returns {Record<string, string>} texts by their path where the engine imports them */
export function files() {
  const scalar = pythonIn(new URL("scalar/", LIBRARY)).map((name) => `scalar/${name}`);
  return Object.fromEntries([
    ...[...scalar, ...FILES].map((name) => [`tapewalk/${name}`, readFileSync(new URL(name, LIBRARY), "utf8")]),
    ...textsIn(OURS)
  ]);
}

/** @returns {Record<string, string>} the files that a program with arrays needs in addition */
export function arrayFiles() {
  const packages = ["", "lab/"].map((name) => [`tapewalk_course/${name}__init__.py`, ""]);
  return Object.fromEntries([...textsIn(ARRAYS), ...packages, lab("tensor"), lab("taped")]);
}

function lab(/** @type {string} */ name) {
  const path = `lab/${name}.py`;
  return [`tapewalk_course/${path}`, readFileSync(new URL(path, COURSE), "utf8")];
}

/** @returns {Record<string, string>} models of letters, and `tapewalk.data` with the names for them */
export function nameFiles() {
  const names = gunzipSync(readFileSync(new URL("data/names.txt.gz", LIBRARY))).toString("utf8").trim();
  const [path, models] = lab("models");
  return {[path]: models, "tapewalk/data.py": `_NAMES = """${names}"""\n\n\ndef names():\n    return _NAMES.split()\n`};
}

/** @returns {Record<string, string>} the files with which a page judges a line of a derivation */
export function deriveFiles() {
  const own = textsIn(DERIVE).filter(([name]) => name !== "ruler.py")
    .map(([name, text]) => [`tapewalk_course/derive/${name}`, readable(text)]);
  return Object.fromEntries([["tapewalk_course/__init__.py", ""], ...own]);
}

/** @returns {[path: string, text: string][]} */
function textsIn(/** @type {URL} */ folder) {
  return pythonIn(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]);
}

function pythonIn(/** @type {URL} */ folder) {
  return readdirSync(folder, {recursive: true, encoding: "utf8"}).filter((name) => name.endsWith(".py")).sort();
}
