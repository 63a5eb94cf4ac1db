import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {steps as stepsOf} from "../../trace/steps.js";
import {TraceError} from "../../trace/trace-error.js";
import {validate} from "../../trace/validate.js";
import {figure} from "../../figure/figure.js";
import {follow as followView} from "../../figure/follow.js";
import {counts, reachedFrom} from "./counts.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

const KINDS = /** @type {const} */ (["multiplications", "additions"]);

/**
 * The multiplications and additions of the derivatives of a graph of numbers, counted step by step, in
 * reverse and in forward mode. The view is a table itself, so that it has no other one.
 *
 * @param {Trace} trace
 * @param {Options} [options]
 * @returns {HTMLElement & {value: number}} `value` is the step, which it gets from the view that it
 *   follows
 */
export function counter(trace, options = {}) {
  return figure(manifest, options, 0, (words) => {
    validate(trace);
    if (trace.engine !== "value") throw new TraceError("notScalar", trace.engine);
    return build(trace, options, words);
  }, own);
}

function build(/** @type {Trace} */ trace, /** @type {Options} */ {follow, step, title}, /** @type {Words} */ words) {
  const steps = stepsOf(trace);
  const all = counts(trace, steps, steps.length - 1);
  const most = Math.max(1, ...Object.values(all).flatMap((one) => Object.values(one)));
  const format = numberFormat(words.lang).short;
  const leaves = reachedFrom(trace).length;
  const names = {
    reverse: words.reverseMode,
    forward: leaves === 1 ? words.oneForward : words.forwardMode(leaves)
  };
  const modes = /** @type {const} */ (["reverse", "forward"]);
  const cells = modes.flatMap((mode) =>
    KINDS.map((kind) => ({mode, kind, ...cell(all[mode][kind], most, format, words)}))
  );
  const row = (/** @type {"reverse"|"forward"} */ mode) => html`<tr class=${`tw-count-${mode}`}>
    <th scope="row">${names[mode]}</th>${cells.filter((one) => one.mode === mode).map((one) => one.element)}
  </tr>`;
  const element = html`<div class="tw-counts" lang=${words.lang}>
    <table class="tw-table">
      <caption>${title ?? words.counting}</caption>
      <thead><tr><td></td>${words.countHeads.map((/** @type {string} */ head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${modes.map(row)}</tbody>
    </table>
  </div>`;
  let now = 0;
  const show = (/** @type {number} */ to) => {
    now = Math.max(0, Math.min(steps.length - 1, Math.round(to) || 0));
    const done = counts(trace, steps, now);
    for (const {mode, kind, tell} of cells) tell(done[mode][kind]);
  };
  Object.defineProperty(element, "value", {get: () => now, set: show});
  show(step ?? steps.length - 1);
  if (follow) followView(element, follow);
  return element;
}

/** A cell with the count so far, the whole count, and both as a bar.
 * @param {number} all @param {number} most @param {(x: number) => string} format @param {Words} words */
function cell(all, most, format, words) {
  const text = html`<span></span>`;
  const done = html`<span></span>`;
  const bar = html`<span class="tw-count-bar" aria-hidden="true">${done}</span>`;
  bar.style.width = `${(100 * all) / most}%`;
  const tell = (/** @type {number} */ count) => {
    text.textContent = words.ofAll(format(count), format(all));
    done.style.width = `${all === 0 ? 0 : (100 * count) / all}%`;
  };
  return {tell, element: html`<td>${text}${bar}</td>`};
}
