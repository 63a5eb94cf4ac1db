import {html} from "htl";
import {gradientText, numberFormat, valueText} from "../words/numbers.js";
import {bareName} from "../words/operations.js";
/** @import {Step} from "../trace/steps.js" */

/**
 * The steps so far as a table: which node each one is about, and what it has then.
 *
 * @param {Trace} trace
 * @param {Step[]} steps
 * @param {number} index the present step
 * @param {Words} words of `strings(lang)`
 * @returns {HTMLTableElement}
 */
export function stepsTable(trace, steps, index, words) {
  const heads = ["step", "node", "value", "gradient"];
  return html`<table class="tw-table">
    <caption>${words.stepsSoFar(index, steps.length - 1)}</caption>
    <thead><tr>${heads.map((name) => html`<th scope="col">${words.heads[name]}</th>`)}</tr></thead>
    <tbody>${given(trace, words)}${steps
      .slice(1, index + 1)
      .map((step, i) => line(trace, step, i + 1, i + 1 === index, words))}</tbody>
  </table>`;
}

/** The leaves are there before the first step. */
function given(/** @type {Trace} */ trace, /** @type {Words} */ words) {
  const leaves = trace.nodes.filter(({op}) => op === "leaf");
  return leaves.map((leaf) => row(0, leaf, "", false, words));
}

/** @param {Trace} trace @param {Step} step @param {number} number @param {boolean} isNow @param {Words} words */
function line(trace, step, number, isNow, words) {
  const {kind, node, to, total} = step;
  const about = trace.nodes[kind === "send" ? to : node];
  const format = numberFormat(words.lang).short;
  const gradient = kind === "forward" || total === null ? "" : gradientText(total, format);
  return row(number, about, gradient, isNow, words);
}

/** @param {number} number @param {TraceNode} node @param {string} gradient @param {boolean} isNow
 * @param {Words} words */
function row(number, node, gradient, isNow, words) {
  const format = numberFormat(words.lang).short;
  return html`<tr aria-current=${isNow ? "step" : null}>
    <th scope="row">${number}</th>
    <td>${bareName(node, words, format)}</td>
    <td class="tw-value">${valueText(node, format)}</td>
    <td class="tw-grad">${gradient}</td>
  </tr>`;
}
