import {html} from "htl";
import {
  answers, CHANGED, exportProgress, importProgress, resetProgress
} from "../../questions/progress-store.js";
import {figure} from "../../figure/figure.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/**
 * How many questions of each part are answered in this browser, with export, import and reset.
 *
 * @typedef {{title: string, href?: string, questions: string[]}} Part with the ids of its questions
 *
 * @param {Part[]} parts
 * @param {Options & {controls?: boolean, titles?: boolean}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {right: number, seen: number, tried: number, all: number}}} it dispatches
 *   `input` when an answer changes anywhere on the page or in another tab
 */
export function progress(parts, options = {}) {
  const value = {right: 0, seen: 0, tried: 0, all: 0};
  return figure(manifest, options, value, (words) => build(parts, options, words), own);
}

/** @param {Part[]} parts @param {OptionsOf<typeof progress>} options @param {Words} words */
function build(parts, {controls = true, titles = true}, words) {
  const list = html`<ul class="tw-progress-parts"></ul>`;
  const element = html`<div class="tw-progress" lang=${words.lang}>
    ${list}${controls ? buttons(words) : ""}
  </div>`;
  const draw = () => {
    const known = answers();
    list.replaceChildren(...parts.map((part) => row(part, known, titles, words)));
    element.value = tally(parts.flatMap(({questions}) => questions), known);
  };
  const update = () => {
    if (!element.isConnected) return stop();
    draw();
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  /** @type {[EventTarget, string][]} */
  const sources = [[document, CHANGED], [document.defaultView, "storage"]];
  const stop = () => sources.forEach(([source, name]) => source.removeEventListener(name, update));
  sources.forEach(([source, name]) => source.addEventListener(name, update));
  draw();
  return element;
}

/** Counts of answers. A question on two pages counts once; an answer that was shown is not a right one. */
function tally(/** @type {string[]} */ questions, /** @type {ReturnType<typeof answers>} */ known) {
  const ids = [...new Set(questions)];
  const tried = ids.filter((id) => known[id]);
  const right = tried.filter((id) => known[id].correct);
  const seen = tried.filter((id) => known[id].seen && !known[id].correct);
  return {right: right.length, seen: seen.length, tried: tried.length, all: ids.length};
}

/** A part without any answer has no bar: many empty bars would say nothing.
 * @param {Part} part @param {ReturnType<typeof answers>} known @param {boolean} hasTitle @param {Words} words */
function row({title, href, questions}, known, hasTitle, words) {
  const {right, seen, tried, all} = tally(questions, known);
  const open = tried - right - seen;
  const name = href ? html`<a href=${href}>${title}</a>` : title;
  const bar = html`<progress max=${all} value=${right} aria-hidden="true"></progress>`;
  return html`<li class=${hasTitle ? null : "is-alone"}>
    ${hasTitle ? html`<span class="tw-progress-title">${name}</span>` : ""}
    ${tried > 0 ? bar : hasTitle ? html`<span></span>` : ""}
    <span>${tried > 0 ? words.progressOf(right, all) : words.progressAll(all)}${seen ? words.progressSeen(seen) : ""}${
      open ? words.progressTried(open) : ""}</span>
  </li>`;
}

function buttons(/** @type {Words} */ words) {
  const status = html`<p class="tw-progress-told" role="status">${words.progressNote}</p>`;
  const file = html`<input type="file" accept=".json,application/json" hidden>`;
  const button = (/** @type {string} */ text, /** @type {() => void} */ act) =>
    html`<button type="button" class="tw-text-button" onclick=${act}>${text}</button>`;
  file.addEventListener("change", async (/** @type {Event} */ event) => {
    event.stopPropagation();
    status.textContent = await load(file.files[0], words);
    file.value = "";
  });
  const save = () => {
    download("tapewalk-progress.json", exportProgress());
    status.textContent = words.progressSaved;
  };
  const reset = () => {
    if (!globalThis.confirm(words.progressConfirm)) return;
    resetProgress();
    status.textContent = words.progressForgotten;
  };
  return html`<div class="tw-progress-controls">
    ${button(words.progressExport, save)}
    ${button(words.progressImport, () => file.click())}
    ${button(words.progressReset, reset)}
    ${file}${status}
  </div>`;
}

async function load(/** @type {File} */ file, /** @type {Words} */ words) {
  try {
    return words.progressImported(importProgress(await file.text()));
  } catch {
    return words.progressBroken;
  }
}

function download(/** @type {string} */ name, /** @type {string} */ text) {
  const href = URL.createObjectURL(new Blob([text], {type: "application/json"}));
  html`<a href=${href} download=${name}></a>`.click();
  URL.revokeObjectURL(href);
}
