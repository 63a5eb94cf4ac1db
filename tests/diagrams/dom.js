import {JSDOM} from "jsdom";

const NAMES = [
  "document", "location", "localStorage",
  "Event", "HTMLCollection", "KeyboardEvent", "Node", "NodeFilter", "NodeList"
];

/** A page for the modules that draw, which read `document` and a few more names as globals. */
export function installPage({lang = "en", url = "https://course.test/lesson.html"} = {}) {
  const {window} = new JSDOM(`<!doctype html><html lang="${lang}"><body></body></html>`, {url});
  for (const name of NAMES) {
    const property = {value: window[name], configurable: true, writable: true};
    Object.defineProperty(globalThis, name, property);
  }
  return window;
}

/** Presses a key on an element; true unless somebody called preventDefault. */
export function press(target, key) {
  return target.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
}

/** Puts an element on the page and returns it. */
export function show(element) {
  document.body.replaceChildren(element);
  return element;
}
