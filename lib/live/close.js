/** The names of the language itself, which every program may use. All others are removed. */
const LANGUAGE = new Set([
  "Object", "Array", "String", "Number", "Boolean", "Symbol", "BigInt", "Math", "JSON", "Date",
  "RegExp", "Map", "Set", "WeakMap", "WeakSet", "WeakRef", "FinalizationRegistry", "Promise",
  "Proxy", "Reflect", "Error", "AggregateError", "EvalError", "RangeError", "ReferenceError",
  "SyntaxError", "TypeError", "URIError", "ArrayBuffer", "DataView", "Int8Array", "Uint8Array",
  "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array",
  "Float64Array", "BigInt64Array", "BigUint64Array", "Infinity", "NaN", "undefined", "globalThis",
  "isFinite", "isNaN", "parseFloat", "parseInt", "TextDecoder", "TextEncoder"
]);

/** The names that MicroPython stores there itself. */
const KEPT = /^(proxy_js_|pyProxy|Module$)/;

/**
 * Remove everything from a worker that leads out of it: the network, storage, other workers, the
 * compilers of text, and Python's own bridges. The caller stores what it still needs before.
 *
 * @param {typeof globalThis & {proxy_js_ref?: object[], proxy_js_ref_map?: Map<object, number>}} scope
 *   of the worker
 * @throws {Error} where the browser refuses to remove something
 */
export function close(scope) {
  const {crypto} = scope;
  // Python's `js` begins at the first of these.
  if (scope.proxy_js_ref) scope.proxy_js_ref[0] = Object.freeze(Object.create(null));
  scope.proxy_js_ref_map?.delete(scope);
  for (let owner = scope; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    for (const name of Reflect.ownKeys(owner)) {
      if (name === "constructor" || LANGUAGE.has(String(name)) || KEPT.test(String(name))) continue;
      if (!Reflect.deleteProperty(owner, name) && !isNumber(owner, name)) {
        throw new Error(`${String(name)} stays open`);
      }
    }
    closeProperty(owner, "constructor");
  }
  // Python's `random` asks for its seed when it is imported.
  const getRandomValues = (/** @type {Uint8Array<ArrayBuffer>} */ numbers) => crypto.getRandomValues(numbers);
  scope.crypto = Object.freeze(Object.assign(Object.create(null), {getRandomValues}));
  closeCompilers();
}

/** Two constants of Chromium's file system cannot be removed. */
function isNumber(/** @type {object} */ owner, /** @type {PropertyKey} */ name) {
  return typeof Object.getOwnPropertyDescriptor(owner, name).value === "number";
}

/** Every function leads to `Function("…")` or its like, which could import from anywhere. */
function closeCompilers() {
  const kinds = [
    function () {}, async function () {}, function* () {}, async function* () {}
  ];
  for (const kind of kinds) closeProperty(Object.getPrototypeOf(kind), "constructor");
}

function closeProperty(/** @type {object} */ owner, /** @type {string} */ name) {
  if (!Object.hasOwn(owner, name)) return;
  Object.defineProperty(owner, name, {value: undefined, writable: false, configurable: false});
}
