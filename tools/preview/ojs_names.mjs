/** The names in OJS cells. */

/** Names that the runtime defines. */
export const BUILTINS = new Set(["invalidation", "visibility"]);

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
