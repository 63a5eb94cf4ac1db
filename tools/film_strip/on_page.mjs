/** What drawing reads as globals, of a page. */
const GLOBALS = ["document", "Event", "HTMLCollection", "Node", "NodeFilter", "NodeList"];

/**
 * Runs what needs a whole document, jsdom's, as in the tests of the views.
 *
 * @template T
 * @param {import("jsdom").DOMWindow} window may serve one after the other
 * @param {number|null} width the room that each element finds, where it matters
 * @param {() => T} make
 * @returns {T}
 */
export function onPage(window, width, make) {
  /** As a browser does, but at once: it tells how much room there is. */
  class ResizeObserver {
    constructor(tell) {
      this.tell = tell;
    }
    observe(target) {
      this.tell([{target, contentRect: {width}}]);
    }
    disconnect() {}
  }
  const globals = Object.fromEntries(GLOBALS.map((name) => [name, window[name]]));
  if (width !== null) Object.assign(globals, {ResizeObserver});
  const before = Object.keys(globals).map((name) => [name, globalThis[name]]);
  Object.entries(globals).forEach(([name, value]) => define(name, value));
  if (width !== null) define("clientWidth", width, window.Element.prototype);
  try {
    return make();
  } finally {
    before.forEach(([name, value]) => define(name, value));
    if (width !== null) define("clientWidth", 0, window.Element.prototype);
  }
}

/** @param {object} [of] */
function define(name, value, of = globalThis) {
  Object.defineProperty(of, name, {value, configurable: true, writable: true});
}
