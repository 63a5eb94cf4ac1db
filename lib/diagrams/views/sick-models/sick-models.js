import {html, svg} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {learningCurves} from "../../drawing/learning-curves.js";
import {programLine} from "../../drawing/program-line.js";
import {figure} from "../../figure/figure.js";
import {asked, connect} from "../../figure/links.js";
import {upTo} from "../../figure/up-to.js";
import {TraceError} from "../../trace/trace-error.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/** How many lines of the program are shown above and below the one to blame. */
const AROUND = 3;

/**
 * A model as Python trained it, before and after its fix.
 *
 * @typedef {object} Sick
 * @property {string} name by which phrases open it
 * @property {string[]} code
 * @property {number} line where the fix is made
 * @property {number[]} places the lines to blame
 * @property {number[]} named the lines that the report names
 * @property {(number|null)[]} curve
 * @property {string|null} error that ended the training
 * @property {string[]} report a headline, then the findings
 * @property {string} fix in words
 * @property {string[]} text the removed and the added lines
 * @property {(number|null)[]} later the losses after the fix
 * @property {boolean} carried whether the training after the fix began with the old weights
 * @property {[number|null, number|null]} fresh the loss on fresh data, before and after
 * @property {string} because
 */

/** What is shown: all models as cards, or the open one; `fixed` are the names of those whose fix was pressed.
 * @typedef {{models: Sick[], open: Sick|undefined, fixes: boolean, fixed: Set<string>, isFixed: boolean, words: Words,
 *   short: (x: number|null) => string, show: (one: Sick|undefined, focus: string) => void, press: () => void}} State */

/**
 * Models that train badly, as cards with a curve and a symptom. An open one shows its report, its line
 * and its fix; when the fix is pressed, the training goes on.
 *
 * @param {{models: Sick[]}} data
 * @param {Options & {fixes?: boolean}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {model: string}}} a change dispatches `input`
 */
export function sickModels(data, options = {}) {
  return figure(manifest, options, {}, (words) => {
    if (!Array.isArray(data?.models) || data.models.length === 0) throw new TraceError("notModels", typeof data);
    return upTo(options, (now) => build(data.models, now, words), words);
  }, own);
}

/** @param {Sick[]} models @param {OptionsOf<typeof sickModels>} options @param {Words} words */
function build(models, {id, title, fixes = true}, words) {
  const format = numberFormat(words.lang);
  const short = (/** @type {number|null} */ x) => (x === null ? "∞" : format.short(Number(x.toPrecision(3))));
  const fixed = /** @type {Set<string>} */ (new Set());
  /** @type {Sick|undefined} */
  let open;
  const room = html`<div class="tw-sick-room"></div>`;
  const bar = html`<div class="tw-line"></div>`;
  const element = html`<div class="tw-sick tw-view" role="group" tabindex="-1" lang=${words.lang} aria-label=${title ?? words.sickModels}>${room}${bar}</div>`;
  const show = (/** @type {Sick|undefined} */ one, /** @type {string} */ focus) => {
    open = one;
    render();
    /** @type {HTMLElement|null} */ (element.querySelector(focus))?.focus({preventScroll: true});
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const press = () => {
    fixed.add(open.name);
    show(open, ".tw-sick-told");
  };
  const render = () => {
    const state = {models, open, fixes, fixed, isFixed: fixed.has(open?.name), words, short, show, press};
    element.classList.toggle("is-open", Boolean(open));
    room.replaceChildren(...(open ? patient(state) : [cards(state)]));
    const menu = bar.querySelector(":scope > .tw-more");
    bar.replaceChildren(...barOf(state), ...(menu ? [menu] : []));
  };
  const apply = (/** @type {Settings|null} */ parameters) => {
    const wanted = parameters?.model ?? parameters?.open;
    if (wanted !== undefined) open = models.find(({name}) => name === wanted);
    if (open && fixes && parameters?.fix) fixed.add(open.name);
    render();
  };
  apply(asked(id));
  return connect(element, id, {read: () => ({model: open?.name ?? ""}), apply});
}

/** @param {string|Element[]} text @param {() => void} act @param {string} className @param {string} [label] */
function button(text, act, className, label) {
  return html`<button type="button" class=${className} aria-label=${label} onclick=${act}>${text}</button>`;
}

/** The first and the last loss of a training, or the step at which it stops. */
function symptom(/** @type {Sick} */ {curve, error}, /** @type {State} */ {words, short}) {
  const losses = curve.filter((loss) => loss !== null);
  if (error) return words.stopsIn(losses.length + 1);
  return words.fromTo(...[losses[0], losses.at(-1)].map((loss) => short(Number(loss.toFixed(2)))));
}

function cards(/** @type {State} */ state) {
  const {models, fixed, words, show} = state;
  return html`<div class="tw-sick-cards">${models.map((one, i) => {
    const text = symptom(one, state);
    const name = html`<span>${text}${fixed.has(one.name) ? " ✓" : ""}</span>`;
    return button([html`<span class="tw-sick-small">${small(one)}</span>`, name], () => show(one, ".tw-sick-told"),
      "tw-sick-card", words.cardOf(i + 1, text));
  })}</div>`;
}

/** The small curve of a card, without numbers; all cards share one scale. */
function small(/** @type {Sick} */ {curve}) {
  const points = curve.map((loss, i) => (loss === null ? "" : `${i === 0 ? "M" : "L"}${i},${(30 - 12 * Math.min(2.5, loss)).toFixed(1)}`));
  return svg`<svg viewBox=${`0 0 ${curve.length - 1} 32`} preserveAspectRatio="none" aria-hidden="true">
    <path class="tw-curve-grid" d=${`M0,30H${curve.length - 1}`}></path>
    <path class="tw-curve-line" style="--tw-series: var(--forward)" d=${points.join("")}></path></svg>`;
}

function patient(/** @type {State} */ state) {
  const {open, isFixed, words, short} = state;
  const before = {values: open.curve, label: words.untilFix, colour: "forward"};
  const length = open.curve.filter((loss) => loss !== null).length;
  const after = {values: open.later, label: words.afterFix, colour: "leaf", from: length};
  const isEmpty = length === 0 && !isFixed;
  const drawn = isEmpty
    ? html`<p class="tw-case-stops">${words.stops(0, open.error)}</p>`
    : learningCurves(isFixed ? [before, after] : [before], {
      label: words.lossOf, short, x: words.steps(2 * (length + (isFixed ? open.later.length : 0)))
    }, words.afterFix);
  return [html`<div class="tw-case-curve">${drawn}</div>`, program(state), told(state)];
}

/** The lines around the one to blame, and those that the report names; in a fixed program also the changed lines. */
function program(/** @type {State} */ {open: {code, places, named, line, text}, isFixed}) {
  const from = Math.max(0, Math.min(line, ...places) - 1 - AROUND);
  const to = Math.min(code.length, Math.max(line, ...places.filter((at) => Math.abs(at - line) < 4)) + AROUND);
  const isNamed = (/** @type {number} */ at) => !isFixed && named.includes(at);
  const rows = code.map((words, i) => ({at: i + 1, words})).filter(({at}) => (at > from && at <= to) || isNamed(at));
  const indent = Math.min(...rows.filter(({words}) => words).map(({words}) => words.search(/\S/)));
  return html`<ol class="tw-sick-code">${rows.flatMap(({at, words}, i) => {
    const isGone = isFixed && text.includes(`− ${words.trim()}`);
    const added = isFixed && at === line ? text.filter((one) => one.startsWith("+ ")) : [];
    const space = words.slice(indent, words.search(/\S|$/));
    const kind = isGone ? "is-gone" : places.includes(at) && !isFixed ? "is-blamed" : isNamed(at) ? "is-named" : "";
    // A phone has no room for these lines.
    const isFar = kind === "" && (!words || Math.min(...[line, ...places].map((place) => Math.abs(at - place))) > (places.length > 1 ? 1 : 2));
    const isEnd = i + 1 < rows.length && rows[i + 1].at !== at + 1;
    const className = isFar ? "is-far" : `${kind} ${isEnd ? "is-before-gap" : ""}`;
    const row = html`<li class=${className}>${programLine(at, words.slice(indent))}</li>`;
    return [row, ...added.map((one) => html`<li class="is-new">${programLine("+", space + one.slice(2))}</li>`)];
  })}</ol>`;
}

function told(/** @type {State} */ {open, isFixed, words, short}) {
  const [headline, ...found] = open.report;
  const end = (open.carried ? words.carried : words.reset)(short(open.fresh[0]), short(open.fresh[1]));
  return html`<div class="tw-sick-told" tabindex="-1" aria-live="polite">${isFixed
    ? [html`<p>${open.because}</p>`, html`<p><b>${end}</b></p>`]
    : [html`<p><b>${headline}</b></p>`, html`<ul>${found.slice(0, 2).map((one) => html`<li>${one}</li>`)}</ul>`, html`<p><b>${words.fix}</b> ${open.fix}</p>`]}</div>`;
}

function barOf(/** @type {State} */ {models, open, isFixed, fixes, words, show, press}) {
  if (!open) return [html`<span>${words.chooseCard}</span>`];
  const next = models[(models.indexOf(open) + 1) % models.length];
  const fix = isFixed ? html`<b class="tw-sick-fixed">✓ ${words.fixed}</b>` : fixes
    ? button(words.applyFix, press, "tw-plain-button is-strong tw-sick-fix") : html`<span>${words.fixLater}</span>`;
  const back = button("←", () => show(undefined, ".tw-sick-card"), "tw-button", words.cards);
  const on = button("→", () => show(next, ".tw-sick-told"), "tw-button", words.nextModel);
  return [back, fix, on];
}
