/** The globals of a page that the drawing code reads. */
const GLOBALS = ["document", "Event", "HTMLCollection", "Node", "NodeFilter", "NodeList"];

/**
 * Runs code that needs a whole document, jsdom's, as in the tests of the views.
 *
 * @template T
 * @param {import("jsdom").DOMWindow} window may be used repeatedly
 * @param {number|null} width the width of each element, if it matters
 * @param {() => T} make
 * @returns {T}
 */
export function onPage(window, width, make) {
  /** As in a browser, but synchronous: it reports the available width. */
  class ResizeObserver {
    /** @param {(entries: {target: Element, contentRect: {width: number}}[]) => void} tell */
    constructor(tell) {
      this.tell = tell;
    }
    observe(/** @type {Element} */ target) {
      this.tell([{target, contentRect: {width}}]);
    }
    disconnect() {}
  }
  const globals = Object.fromEntries(GLOBALS.map((name) => [name, window[name]]));
  if (width !== null) Object.assign(globals, {ResizeObserver});
  const before = Object.keys(globals).map((name) => [name, Reflect.get(globalThis, name)]);
  Object.entries(globals).forEach(([name, value]) => define(name, value));
  if (width !== null) define("clientWidth", width, window.Element.prototype);
  try {
    return make();
  } finally {
    before.forEach(([name, value]) => define(name, value));
    if (width !== null) define("clientWidth", 0, window.Element.prototype);
  }
}

/** @param {string} name @param {unknown} value @param {object} [of] */
function define(name, value, of = globalThis) {
  Object.defineProperty(of, name, {value, configurable: true, writable: true});
}
