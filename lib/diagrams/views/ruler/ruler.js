import {html, svg} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {choices} from "../../controls/choices.js";
import {handles} from "../../controls/handles.js";
import {lock} from "../../controls/lock.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {onWidth} from "../../drawing/on-width.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, followLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {fill} from "../../drawing/size.js";
import {brief, TraceError} from "../../trace/trace-error.js";
import {ENDS, axisOf, rulerPart} from "./drawing.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/** How far an arrow key moves the tolerance, in powers of ten. */
const STEP = 0.1;

/**
 * How far gradients are from autograd's, on a logarithmic axis; the dots at the left of the tolerance pass.
 *
 * @param {{dots: {key: string, right: boolean, apart: number, share: number}[]}} data `apart` is the
 *   largest difference, `share` the same divided by the largest number of the gradient
 * @param {Options & {after?: {tolerance: number}}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {tolerance: number, measure: string}}} a change dispatches `input`
 */
export function ruler(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(checked(data), options, words), own);
}

/** @typedef {{key: string, right: boolean, apart: number, share: number}} Dot */

/** @returns {Dot[]} */
function checked(/** @type {{dots: Dot[]}} */ data) {
  const isDot = (/** @type {Dot} */ one) => typeof one?.key === "string" && one.apart >= 0 && one.share >= 0;
  if (!Array.isArray(data?.dots) || !data.dots.every(isDot)) throw new TraceError("notDots", brief(data));
  return data.dots;
}

/** @param {Dot[]} all @param {OptionsOf<typeof ruler>} options @param {Words} words */
function build(all, {id, title, after}, words) {
  const {short} = numberFormat(words.lang);
  const now = {power: -6, measure: "share", width: 640, height: 260, isOpen: !after || Boolean(after.prediction.value?.answered)};
  const drawing = svg`<svg class="tw-graph tw-ruler-drawing" role="img" aria-label=${title ?? words.rulerPanel}></svg>`;
  const handle = html`<div class="tw-ruler-handle" aria-orientation="horizontal"></div>`;
  const stage = html`<div class="tw-ruler-stage">${drawing}${handle}</div>`;
  const told = sentenceBox([[{text: words.passes("0.000000001", 25, 25, 4, 4)}]]);
  const measures = choices(words.measure, [{value: "share", text: words.divided}, {value: "apart", text: words.asIs}], (value) => {
    now.measure = value;
    changed();
  });
  const waits = after ? lock(after.prediction, words, () => {
    Object.assign(now, {isOpen: true, measure: "apart", power: Math.log10(after.tolerance)});
    changed();
  }) : null;
  const element = html`<div class="tw-ruler tw-view" role="group" tabindex="-1" lang=${words.lang} aria-label=${title ?? words.rulerPanel}>
    ${stage}<div class="tw-panel">${told}${waits}<div class="tw-line" role="group" aria-label=${words.controls}>${measures}</div></div></div>`;
  const refresh = twin(element, () => table(all, now.isOpen, words, short), words, {picture: [stage]});
  const render = () => {
    const {power, measure, width, height, isOpen} = now;
    const tolerance = 10 ** power;
    const dots = all.map((one) => ({key: one.key, right: one.right, at: measure === "share" ? one.share : one.apart}));
    fill(drawing, {width, height}, rulerPart(dots, {width, height, tolerance, isOpen}, words));
    handle.style.left = `${axisOf(width).x(tolerance)}px`;
    describe((at) => short(10 ** at));
    measures.show(measure);
    const passing = dots.filter(({at}) => at <= tolerance);
    const counts = [true, false].flatMap((right) =>
      [passing, dots].map((list) => list.filter((one) => one.right === right).length));
    told.say([{text: isOpen ? words.passes(short(tolerance), ...counts) : words.hidden}], false);
    waits?.show(!isOpen);
    refresh();
  };
  const changed = () => {
    render();
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const go = (/** @type {number} */ power) => {
    now.power = power;
    changed();
  };
  const slider = {
    element: handle, label: words.tolerance, least: ENDS.from, most: ENDS.to, arrow: STEP,
    get: () => now.power, set: go, perPixel: () => axisOf(now.width).power(1) - axisOf(now.width).power(0)
  };
  const describe = handles(stage, [slider], {find: () => slider});
  const apply = (/** @type {Settings} */ {tolerance, measure}) => {
    if (measure === "share" || measure === "apart") now.measure = measure;
    if (Number(tolerance) > 0) now.power = Math.max(ENDS.from, Math.min(ENDS.to, Math.log10(Number(tolerance))));
    changed();
  };
  const value = () => ({tolerance: 10 ** now.power, measure: now.measure});
  followLink(element, id, {read: value, apply});
  Object.defineProperty(element, "value", {get: value, set: apply});
  apply(asked(id) ?? {});
  const fit = (/** @type {number} */ width, /** @type {number} */ height) => {
    Object.assign(now, {width, height});
    render();
  };
  onWidth(element, (width) => element.closest(".picture") || fit(width, 260));
  Object.assign(element, {panels: [{name: "ruler", text: words.rulerPanel, element: stage, least: 180, most: 320, fit}]});
  return element;
}

/** @param {Dot[]} dots @param {boolean} isOpen @param {Words} words @param {(x: number) => string} short */
function table(dots, isOpen, words, short) {
  const rows = dots.map(({key, right, apart, share}) => [right ? `d${key}` : words.names[key], short(share), short(apart)]);
  return rowsTable(words.rulerTable, ["", words.divided, words.asIs], isOpen ? rows : []);
}
