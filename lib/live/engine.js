import {readable} from "./readable.js";

/** The heap that Python begins with, and the memory that it may take in all. */
const HEAP = 16 * 1024 * 1024;
const MOST_MEMORY = 64 * 1024 * 1024;
const WASM_PAGE = 65536;

/** Characters that a program prints before the rest is left out. */
const MOST_PRINTED = 20_000;

/**
 * Run a program. `heard` is called after each slice of a long run, with everything printed so far.
 *
 * @callback Run
 * @param {string} program
 * @param {Record<string, number>} [leaves]
 * @param {(printed: string) => void} [heard]
 * @returns {RunResult}
 */

/**
 * Start Python with the library in it.
 *
 * @param {(options: object) => Promise<MicroPython>} loadMicroPython
 * @param {Record<string, string>} files texts of Python files by path
 * @param {object} [options] more options of `loadMicroPython`, such as the address of its wasm
 * @param {typeof import("./arrays/index.js")|null} [arrays] for programs that import NumPy
 * @returns {Promise<Run>}
 */
export async function startEngine(loadMicroPython, files, options = {}, arrays = null) {
  const memory = boundMemory();
  const printed = text();
  const python = await loadMicroPython({
    heapsize: HEAP,
    linebuffer: false,
    stdout: printed.add,
    stderr: () => {},
    ...options
  });
  const numbers = arrays?.bridge(() => memory.current.buffer, references);
  if (numbers) python.registerJsModule("_np", numbers.module);
  for (const [path, content] of Object.entries({...files, ...arrays?.files})) write(python.FS, `/lib/${path}`, content);
  const runner = python.pyimport("runner");
  return (program, leaves = {}, heard = () => {}) => {
    printed.clear();
    let answer = runner.run(readable(program), JSON.stringify(leaves, entry));
    // Python frees memory only between two calls, so a long run is many of them.
    while (answer === "") {
      numbers?.recount();
      heard(printed.read().printed);
      answer = runner.more();
    }
    numbers?.recount();
    return {trace: null, error: null, reached: {}, answer: null, ...JSON.parse(answer), ...printed.read()};
  };
}

/** Return the objects that Python refers to. */
function references() {
  const {proxy_js_ref: objects = []} = /** @type {{proxy_js_ref?: object[]}} */ (globalThis);
  return objects.filter((one) => one instanceof Object || typeof one === "object");
}

/** Return a number that JSON does not have as its name, which Python reads. */
function entry(/** @type {string} */ key, /** @type {unknown} */ value) {
  if (typeof value !== "number") return value;
  return Object.is(value, -0) ? "-0.0" : Number.isFinite(value) ? value : String(value);
}

/**
 * Python asks for more and more memory by itself. When it is refused, it raises `MemoryError`.
 *
 * @returns {{current: WebAssembly.Memory}} the memory of the next program that starts
 */
function boundMemory() {
  const found = {current: /** @type {WebAssembly.Memory|null} */ (null)};
  const {prototype} = WebAssembly.Memory;
  const {grow} = prototype;
  prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * WASM_PAGE > MOST_MEMORY) throw new RangeError("enough");
    return grow.call(this, pages);
  };
  for (const name of /** @type {const} */ (["instantiate", "instantiateStreaming"])) {
    const before = WebAssembly[name];
    WebAssembly[name] = async (/** @type {unknown[]} */ ...given) => {
      const made = await Reflect.apply(before, WebAssembly, given);
      const exported = Object.values((made.instance ?? made).exports);
      found.current ??= exported.find((one) => one instanceof WebAssembly.Memory);
      return made;
    };
  }
  return found;
}

/** Return a collector of bytes as a text. */
function text() {
  /** @type {TextDecoder|null} */
  let decoder = null;
  let soFar = "";
  let isCut = false;
  return {
    clear() {
      decoder = new TextDecoder();
      [soFar, isCut] = ["", false];
    },
    add(/** @type {Uint8Array} */ bytes) {
      if (soFar.length < MOST_PRINTED) soFar += decoder?.decode(bytes, {stream: true}) ?? "";
      else isCut = true;
    },
    read: () => ({printed: soFar, isCut})
  };
}

/** @param {MicroPython["FS"]} fs @param {string} path @param {string} content */
function write(fs, path, content) {
  const folders = path.split("/").slice(1, -1);
  folders.forEach((_, i) => {
    const folder = `/${folders.slice(0, i + 1).join("/")}`;
    if (!fs.analyzePath(folder).exists) fs.mkdir(folder);
  });
  fs.writeFile(path, content);
}
