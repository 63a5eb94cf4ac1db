import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {choices as radios} from "../../controls/choices.js";
import {quietly} from "../../controls/quietly.js";
import {onWidth} from "../../drawing/on-width.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {casesOf} from "./data.js";
import {pictureOf} from "./picture.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Case, Choice, Data} from "./data.js" */

/** A choice among more values than these is a list that opens. */
const MOST_BUTTONS = 5;

/** Pixels: the width for two graphs side by side, the gap between them, the height of one below another. */
const WIDE = 560;
const GAP = 16;
const TALL = 150;

/** Pixels: the height of a line of code, and of the padding around the code. */
const LINE = 21;
const BORDERS = 20;

/**
 * Programs to choose among: the code of the chosen one, its graphs side by side, and its result, which
 * the reader may have to guess first. Python ran each of them and published the results.
 *
 * @param {Data} data
 * @param {Options} [options]
 * @returns {HTMLElement & {value: Record<string, string>}} a change dispatches `input`; a new value may
 *   leave out settings that stay
 */
export function variants(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now, of = data) => build(casesOf(of), now, words), words), own);
}

/** @typedef {ReturnType<typeof casesOf>} Cases */

/** @param {Cases} cases @param {Options} options @param {Words} words */
function build({choices, keyOf, isAsked, guess, all}, options, words) {
  const start = Object.fromEntries(choices.map(({name, values}) => [name, values[0].value]));
  const chosen = {...start};
  /** The first guess for each case, by its key; guesses in the other language of the page count too. */
  const guessed = /** @type {Map<string, string>} */ (new Map(parse(asked(options.id)?.guessed)));
  const isOpen = (/** @type {string} */ key) => !isAsked(key) || guessed.has(key);
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const change = (/** @type {string} */ name, /** @type {string} */ value) => {
    if (chosen[name] === value) return;
    Object.assign(chosen, {[name]: value});
    render();
    report();
  };
  const knobs = choices.map((choice) => knob(choice, chosen, change));
  const code = html`<pre class="tw-case-code" tabindex="-1"><code></code></pre>`;
  const row = html`<div class="tw-case-pictures"></div>`;
  const outcome = html`<div class="tw-case-outcome" role="status"></div>`;
  const copy = copyLink(options.id, () => ({...chosen}), words, start);
  const element = html`<div
    class="tw-variants tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${options.title ?? words.cases(choices.map(({label}) => label))}
  ><div class="tw-case-choices">${knobs}</div>${code}${row}
    <div class="tw-below">${outcome}${copy}</div></div>`;
  const refresh = twin(element, () => table(choices, all, isOpen, words), words, {picture: [code, row]});

  let pictures = /** @type {ReturnType<typeof pictureOf>[]} */ ([]);
  let room = /** @type {[number, number]|null} */ (null);
  const place = (/** @type {number} */ width, /** @type {number} */ height) => {
    room = [width, height];
    arrange(pictures, row, width, height);
  };
  const pick = (/** @type {string} */ end) => {
    guessed.set(keyOf(chosen), end);
    element.form?.turnTo("tape");
    render();
    pictures[0]?.hold();
    pictures[0]?.play();
    report();
  };
  const render = () => {
    const {key, one} = all.find((each) => each.key === keyOf(chosen));
    const isTold = isOpen(key);
    knobs.forEach((each) => each.show());
    code.hidden = !one.code;
    code.firstElementChild.textContent = one.code ?? "";
    row.hidden = one.pictures.length === 0;
    pictures = one.pictures.slice(0, isTold ? undefined : 1).map((each) =>
      pictureOf(isTold ? each : {...each, title: "", harm: {values: each.harm?.before, saved: each.harm?.trays}, broken: []}, words));
    if (!isTold) pictures[0]?.hold();
    row.replaceChildren(...pictures);
    if (room) place(...room);
    else row.style.gridTemplateColumns = "";
    element.dataset.end = isTold ? one.end ?? "" : "";
    outcome.replaceChildren(isTold ? told(one, guessed.get(key), words) : ask(guess, pick, words));
    refresh();
  };
  const set = (/** @type {Settings|null} */ settings) => {
    for (const {name, values} of choices) {
      const wanted = String(settings?.[name] ?? chosen[name]);
      if (values.some(({value}) => value === wanted)) chosen[name] = wanted;
    }
    render();
  };
  set(asked(options.id));
  connect(element, options.id, {
    read: () => ({...chosen, guessed: guessed.size > 0 ? JSON.stringify([...guessed]) : null}),
    apply: set,
    value: () => ({...chosen})
  });
  onWidth(element, (width) => element.closest(".picture") || place(width, width < WIDE ? 2 * 210 : 230));
  const lines = Math.max(0, ...all.map(({one}) => (one.code ?? "").split("\n").length));
  const high = lines * LINE + BORDERS;
  const program = {name: "program", text: words.programPanel, element: code, least: high, most: high};
  const tape = {name: "tape", text: words.tapePanel, element: row, least: 165, most: 330, fit: place};
  element.panels = [...(lines > 0 ? [program] : []), ...(all.some(({one}) => one.pictures.length > 0) ? [tape] : [])];
  return element;
}

/** Places the graphs side by side if there is room; else one below the other, as many as can be read.
 * @param {ReturnType<typeof pictureOf>[]} pictures @param {HTMLElement} row
 * @param {number} width @param {number} height @param {number} [tall] of one of them */
function arrange(pictures, row, width, height, tall = TALL) {
  const isBeside = width >= WIDE;
  const fitting = isBeside ? pictures.length : Math.max(1, Math.floor(height / tall));
  pictures.forEach((picture, i) => (picture.hidden = i >= fitting));
  const shown = pictures.filter(({hidden}) => !hidden);
  row.style.gridTemplateColumns = isBeside ? `repeat(${shown.length}, minmax(0, 1fr))` : "minmax(0, 1fr)";
  const each = isBeside
    ? [(width - GAP * (shown.length - 1)) / shown.length, height]
    : [width, height / shown.length];
  const isBare = shown.map((picture) => picture.fit(each[0], each[1])).some(Boolean);
  // Without numbers two have room where one had.
  if (isBare && fitting < pictures.length && tall === TALL) arrange(pictures, row, width, height, TALL / 2);
}

function parse(/** @type {string|undefined} */ text) {
  try {
    return JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
}

/** Radio buttons for a few values; for many a list that opens, and a button for the next value.
 * @param {Choice} choice @param {Record<string, string>} chosen
 * @param {(name: string, value: string) => void} change */
function knob({name, label, values}, chosen, change) {
  const head = html`<span class="tw-case-label" aria-hidden="true">${label}</span>`;
  if (values.length <= MOST_BUTTONS) {
    const buttons = radios(label, values, (value) => change(name, value));
    return Object.assign(html`<div class="tw-case-choice">${head}${buttons}</div>`, {show: () => buttons.show(chosen[name])});
  }
  const options = values.map(({value, text}, i) => html`<option value=${value}>${i + 1}. ${text}</option>`);
  const list = html`<select class="tw-case-list" aria-label=${label}>${options}</select>`;
  quietly(list, () => change(name, list.value));
  const at = () => values.findIndex(({value}) => value === chosen[name]);
  const next = html`<button type="button" class="tw-button tw-case-next">→</button>`;
  next.addEventListener("click", () => change(name, values[(at() + 1) % values.length].value));
  const show = () => {
    list.value = chosen[name];
    const {text} = values[(at() + 1) % values.length];
    next.setAttribute("aria-label", text);
    next.title = text;
  };
  return Object.assign(html`<div class="tw-case-choice">${head}<span class="tw-case-pick">${list}${next}</span></div>`, {show});
}

/** @param {Data["guess"]} guess @param {(end: string) => void} pick @param {Words} words */
function ask({question, ends}, pick, words) {
  const buttons = ends.map((end) => html`<button type="button" class="tw-button tw-case-guess"
    onclick=${() => pick(end)}>${words.ends[end]}</button>`);
  return html`<div class="tw-question tw-case-question"><p>${question}</p>
    <div class="tw-case-guesses" role="group" aria-label=${question}>${buttons}</div></div>`;
}

/** @param {Case} one @param {string|null} guess @param {Words} words */
function told({end, says, why, readings = []}, guess, words) {
  const {short} = numberFormat(words.lang);
  const parts = [
    guess && html`<span class="tw-case-verdict">${guess === end ? words.guessedRight : words.guessedWrong}</span>`,
    end && html`<strong class="${`tw-end is-${end}`}">${words.ends[end]}</strong>`,
    says && html`<span class="tw-case-says">${says}</span>`,
    ...readings.map(({label, value}) => html`<span class="tw-case-reading">${label}
      <strong>${typeof value === "number" ? short(value) : value}</strong></span>`),
    why && html`<span class="tw-case-why">${why}</span>`
  ];
  return html`<p>${parts.filter(Boolean).flatMap((part) => [part, " "])}</p>`;
}

/** @param {Choice[]} choices @param {Cases["all"]} all @param {(key: string) => boolean} isOpen @param {Words} words */
function table(choices, all, isOpen, words) {
  return html`<table class="tw-table tw-chart-table">
    <caption>${words.caseTable}</caption>
    <thead><tr>${choices.map(({label}) => html`<th scope="col">${label}</th>`)}
      <th scope="col">${words.outcome}</th></tr></thead>
    <tbody>${all.map(({key, chosen, one}) => html`<tr>
      ${chosen.map((text) => html`<th scope="row">${text}</th>`)}
      <td>${isOpen(key) ? told(one, null, words) : "?"}</td>
    </tr>`)}</tbody>
  </table>`;
}
