/**
 * Runs the OJS cells of a built page in jsdom and prints what each slot shows, as JSON: first as
 * the page starts, then after each event asked for.
 *
 *     node run_page.mjs page.html '[{"slot": "ojs-cell-1", "value": "5"}]'
 */

import {readFileSync, rmSync, writeFileSync} from "node:fs";
import {pathToFileURL} from "node:url";
import {JSDOM} from "jsdom";

const [path, events] = process.argv.slice(2);
const {window} = new JSDOM(readFileSync(path, "utf8"), {url: pathToFileURL(path).href});
// The names that the client takes from the browser.
for (const name of ["document", "CustomEvent", "Element", "Node", "NodeFilter", "Text"]) {
  globalThis[name] = window[name];
}
Object.assign(globalThis, {
  window,
  requestAnimationFrame: (step) => setTimeout(step, 0),
  ResizeObserver: class {
    constructor(notify) { this.notify = notify; }
    observe() { this.notify([]); }
    disconnect() {}
  }
});
console.error = () => {};

const module = window.document.querySelector('script[type="module"]').textContent;
const beside = `${path}.run.mjs`;
writeFileSync(beside, module);
try {
  await import(pathToFileURL(beside).href);
} finally {
  rmSync(beside);
}
await window._ojs.runtime.finishInterpreting();

// Turns of the loop, not a time: on a busy machine one timer of 60 ms rings together with a cell's
// of 5, before what follows from it.
const settle = async () => {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setTimeout(resolve, 2));
};
const read = () => Object.fromEntries(
  [...window.document.querySelectorAll("[id^='ojs-cell-']")]
    .map((slot) => [slot.id, slot.innerHTML.trim()])
);

await settle();
const shown = [read()];
for (const {slot, value} of JSON.parse(events ?? "[]")) {
  const input = window.document.querySelector(`#${slot} input`);
  input.value = value;
  input.dispatchEvent(new window.Event("input", {bubbles: true}));
  await settle();
  shown.push(read());
}
process.stdout.write(JSON.stringify(shown));
process.exit(0);
