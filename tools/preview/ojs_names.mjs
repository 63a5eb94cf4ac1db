/** The names an OJS cell may use without defining them. */

/** What client/stdlib.js and the runtime itself define. */
export const BUILTINS = new Set([
  "DOM", "FileAttachment", "Generators", "Mutable", "Promises", "html", "invalidation", "now",
  "svg", "visibility", "width"
]);

/** Names of the browser that the parser's own list of globals lacks. */
export const BROWSER_NAMES = new Set([
  "AbortController", "CSS", "DOMParser", "Element", "Event", "EventTarget", "FormData",
  "HTMLElement", "InputEvent", "IntersectionObserver", "KeyboardEvent", "MouseEvent",
  "MutationObserver", "Node", "PointerEvent", "ResizeObserver", "SVGElement", "URLSearchParams",
  "WeakRef", "XMLSerializer", "addEventListener", "alert", "customElements", "dispatchEvent",
  "getComputedStyle", "globalThis", "history", "innerHeight", "innerWidth", "localStorage",
  "location", "matchMedia", "queueMicrotask", "removeEventListener", "sessionStorage",
  "structuredClone", "AggregateError", "BigInt64Array", "BigUint64Array", "Iterator"
]);
