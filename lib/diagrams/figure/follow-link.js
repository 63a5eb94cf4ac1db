import {linked} from "./deep-link.js";

/**
 * Brings an open figure to what its address asks for, each time the address changes.
 *
 * @param {HTMLElement} element of the figure; once it has left the page, nothing is done any more
 * @param {string|undefined} id of the figure
 * @param {(parameters: Record<string, string>) => void} apply
 */
export function followLink(element, id, apply) {
  if (!id || !globalThis.addEventListener) return;
  let wasShown = false;
  const onChange = () => {
    wasShown ||= element.isConnected;
    // A figure that is drawn but not yet on the page keeps listening.
    if (wasShown && !element.isConnected) globalThis.removeEventListener("hashchange", onChange);
    else {
      const parameters = linked(id, globalThis.location.hash);
      if (parameters) apply(parameters);
    }
  };
  globalThis.addEventListener("hashchange", onChange);
}
