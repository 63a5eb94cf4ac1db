/** The heap that Python begins with, and the memory that it may take in all. */
const HEAP = 16 * 1024 * 1024;
const MOST_MEMORY = 64 * 1024 * 1024;
const WASM_PAGE = 65536;

/** Characters that a program prints before the rest is left out. */
const MOST_PRINTED = 20_000;

/**
 * What came of a program.
 *
 * @typedef {object} Result
 * @property {Fields|null} trace of the value in its last line, if there is one
 * @property {string} printed
 * @property {boolean} isCut whether it printed more than that
 * @property {{type: string, sentence: string, line: number|null}|null} error
 * @property {Record<string, [number|string, (number|string)[]]>} reached after an error, the values
 *   that were computed before it, by name: number and local gradients, as traces write them
 */

/**
 * Starts Python with the library in it.
 *
 * @param {(options: Fields) => Promise<Fields>} loadMicroPython
 * @param {Record<string, string>} files texts of Python files by path
 * @param {Fields} [options] more options of `loadMicroPython`, where its wasm is for instance
 * @returns {Promise<(program: string, leaves?: Record<string, number>) => Result>}
 */
export async function startEngine(loadMicroPython, files, options = {}) {
  boundMemory();
  const printed = text();
  const python = await loadMicroPython({
    heapsize: HEAP,
    linebuffer: false,
    stdout: printed.add,
    stderr: () => {},
    ...options
  });
  for (const [path, content] of Object.entries(files)) write(python.FS, `/lib/${path}`, content);
  const runner = python.pyimport("runner");
  return (program, leaves = {}) => {
    printed.clear();
    const told = JSON.parse(runner.run(program, JSON.stringify(leaves, entry)));
    return {trace: null, error: null, reached: {}, ...told, ...printed.read()};
  };
}

/** JSON has no such numbers, and Python reads their names. */
function entry(key, value) {
  if (typeof value !== "number") return value;
  return Object.is(value, -0) ? "-0.0" : Number.isFinite(value) ? value : String(value);
}

/** Python asks for more memory by itself, without an end. Refused, it raises `MemoryError`. */
function boundMemory() {
  const memory = WebAssembly.Memory.prototype;
  const grow = memory.grow;
  memory.grow = function (pages) {
    if (this.buffer.byteLength + pages * WASM_PAGE > MOST_MEMORY) throw new RangeError("enough");
    return grow.call(this, pages);
  };
}

/** Collects bytes as a text. */
function text() {
  let decoder = null;
  let soFar = "";
  let isCut = false;
  return {
    clear() {
      decoder = new TextDecoder();
      [soFar, isCut] = ["", false];
    },
    add(bytes) {
      if (soFar.length < MOST_PRINTED) soFar += decoder?.decode(bytes, {stream: true}) ?? "";
      else isCut = true;
    },
    read: () => ({printed: soFar, isCut})
  };
}

function write(fs, path, content) {
  const folders = path.split("/").slice(1, -1);
  folders.forEach((_, i) => {
    const folder = `/${folders.slice(0, i + 1).join("/")}`;
    if (!fs.analyzePath(folder).exists) fs.mkdir(folder);
  });
  fs.writeFile(path, content);
}
