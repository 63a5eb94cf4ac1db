import {html} from "htl";

const WORDS = /\b(?:def|class|return|for|while|if|elif|else|in|not|is|import|continue|pass)\b/g;

/** Return a line of Python with its keywords marked. */
function painted(/** @type {string} */ text) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(WORDS)) {
    parts.push(text.slice(at, found.index), html`<span class="tok-keyword">${found[0]}</span>`);
    at = found.index + found[0].length;
  }
  return [...parts, text.slice(at)];
}

/**
 * Return two texts as one listing with the removed and the new lines marked, scrolled to the first
 * change.
 *
 * @param {ReturnType<typeof import("./texts.js").lineDiff>} rows
 * @param {string} label
 * @param {LabWords} says
 * @returns {HTMLElement & {showChange: () => void}}
 */
export function listing(rows, label, says) {
  const spoken = {"+": says.added, "-": says.removed, " ": ""};
  const lines = rows.map(({sign, text, line}) => {
    const unseen = spoken[sign] ? html`<span class="tw-unseen">${spoken[sign]}</span>` : "";
    const kind = {"+": "is-new", "-": "is-gone", " ": ""}[sign];
    return html`<div class="${`lab-line ${kind}`}"><span class="lab-sign" aria-hidden="true">${
      {" ": line, "-": "−", "+": "+"}[sign]}</span>${unseen}<code>${painted(text)}</code></div>`;
  });
  const element = html`<div class="lab-code" role="group" tabindex="0" aria-label=${label}>${lines}</div>`;
  const showChange = () => {
    const change = lines.find((line) => line.matches(".is-gone, .is-new"));
    if (change) element.scrollTop = Math.max(0, change.offsetTop - element.clientHeight / 3);
  };
  return Object.assign(element, {showChange});
}

let count = 0;

/**
 * Return a text with a radio button for each line: a reader chooses one.
 *
 * @param {string} text
 * @param {string} label
 * @returns {HTMLElement & {line: () => number|null}} from 1
 */
export function pointing(text, label) {
  const name = `lab-lines-${++count}`;
  const lines = text.replace(/\n+$/, "").split("\n").map((line, i) => {
    const code = html`<code>${painted(line)}</code>`;
    const sign = html`<span class="lab-sign">${i + 1}</span>`;
    if (line.trim() === "") return html`<div class="lab-line">${sign}${code}</div>`;
    return html`<label class="lab-line"><input type="radio" name=${name} value=${i + 1}>${sign}${code}</label>`;
  });
  const element = html`<fieldset class="is-pointing"><legend>${label}</legend>
    <div class="lab-scroll" role="group" tabindex="0" aria-label=${label}>${lines}</div></fieldset>`;
  const line = () => {
    const chosen = element.querySelector("input:checked");
    return chosen ? Number(chosen.value) : null;
  };
  return Object.assign(element, {line});
}

/**
 * Return a choice of a few things, as one list that opens.
 *
 * @param {string} legend
 * @param {{value: string, text: string}[]} entries
 * @param {(value: string) => void} onPick
 * @returns {HTMLElement & {show: (value: string) => void, focusChosen: () => void}}
 */
export function choice(legend, entries, onPick) {
  const list = html`<select>${entries.map(({value, text}) => html`<option value=${value}>${text}</option>`)}</select>`;
  const element = html`<label class="lab-choice"><span>${legend}</span>${list}</label>`;
  list.addEventListener("change", () => onPick(list.value));
  const show = (/** @type {string} */ value) => {
    list.value = value;
  };
  return Object.assign(element, {show, focusChosen: () => list.focus()});
}
