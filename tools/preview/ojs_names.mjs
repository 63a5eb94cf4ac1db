/** The names in OJS cells. */

/** Names that client/stdlib.js and the runtime define. */
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

/** @type {Record<string, "viewof"|"mutable">} */
export const KEYWORDS = {ViewExpression: "viewof", MutableExpression: "mutable"};

/** Return the variable that a node names: `x`, `viewof x` or `mutable x`. */
export function variableOf(/** @type {OjsNode} */ node) {
  return node.id ? `${KEYWORDS[node.type]} ${node.id.name}` : node.name;
}
