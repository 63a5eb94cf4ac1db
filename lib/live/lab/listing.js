import {html} from "htl";

const WORDS = /\b(?:def|class|return|for|while|if|elif|else|in|not|is|import|continue|pass)\b/g;

/** A line of Python with its keywords marked. */
function painted(text) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(WORDS)) {
    parts.push(text.slice(at, found.index), html`<span class="tok-keyword">${found[0]}</span>`);
    at = found.index + found[0].length;
  }
  return [...parts, text.slice(at)];
}

/**
 * Two texts as one listing: what is gone, what is new, and the lines around it. It shows the first
 * change.
 *
 * @param {{sign: string, text: string, line: number}[]} rows of `lineDiff`
 * @param {string} label
 * @param {Fields} says words of the lab
 * @returns {HTMLElement & {showChange: () => void}}
 */
export function listing(rows, label, says) {
  const spoken = {"+": says.added, "-": says.removed};
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
 * A text of which one line can be pointed at: radio buttons, which arrow keys walk through.
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
  const element = html`<fieldset class="lab-code is-pointing"><legend>${label}</legend>
    <div class="lab-scroll" role="group" tabindex="0" aria-label=${label}>${lines}</div></fieldset>`;
  const line = () => {
    const chosen = element.querySelector("input:checked");
    return chosen ? Number(chosen.value) : null;
  };
  return Object.assign(element, {line});
}

/**
 * A few things of which one is chosen.
 *
 * @param {string} legend
 * @param {{value: string, text: string}[]} entries
 * @param {(value: string) => void} onPick
 * @returns {HTMLElement & {show: (value: string) => void, focusChosen: () => void}}
 */
export function chips(legend, entries, onPick) {
  const name = `lab-chips-${++count}`;
  const element = html`<fieldset class="lab-chips"><legend>${legend}</legend>
    <div>${entries.map(({value, text}) => html`<label class="lab-chip"><input
      type="radio" name=${name} value=${value}><span>${text}</span></label>`)}</div></fieldset>`;
  element.addEventListener("change", ({target}) => onPick(target.value));
  const show = (value) => {
    element.querySelectorAll("input").forEach((one) => {
      one.checked = one.value === value;
    });
  };
  const focusChosen = () => element.querySelector("input:checked").focus();
  return Object.assign(element, {show, focusChosen});
}
