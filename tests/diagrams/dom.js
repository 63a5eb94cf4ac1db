import assert from "node:assert/strict";
import {afterEach, beforeEach} from "node:test";
import {format} from "node:util";
import {JSDOM, VirtualConsole} from "jsdom";

const NAMES = [
  "document", "getComputedStyle", "location", "localStorage",
  "Event", "HTMLCollection", "KeyboardEvent", "Node", "NodeFilter", "NodeList"
];

/** Errors that nobody caught, in the handler of an event for instance, and those that were logged. */
const errors = [];
console.error = (...args) => errors.push(format(...args));
const virtualConsole = new VirtualConsole().on("jsdomError", (error) => errors.push(error.stack));
afterEach(() => assert.deepEqual(errors.splice(0), []));

/** A page for the modules that draw, which read `document` and a few more names as globals. */
export function installPage({lang = "en", url = "https://course.test/lesson.html"} = {}) {
  const {window} = new JSDOM(`<!doctype html><html lang="${lang}"><body></body></html>`, {url, virtualConsole});
  // jsdom lays nothing out, and leaves out what scrolls.
  window.Element.prototype.scrollBy = () => {};
  for (const name of NAMES) {
    const property = {value: window[name], configurable: true, writable: true};
    Object.defineProperty(globalThis, name, property);
  }
  return window;
}

// Modules that draw look for a page when they are imported: this one is imported before them.
installPage();
beforeEach(() => {
  installPage();
});

/** Presses a key on an element; true unless somebody called preventDefault. */
export function press(target, key) {
  return target.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
}

/** Puts an element on the page and returns it. */
export function show(element) {
  document.body.replaceChildren(element);
  return element;
}

/** The sentence that a figure says now. */
export const said = (element) => element.querySelector(".tw-said").textContent;
