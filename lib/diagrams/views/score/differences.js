import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {surplus} from "./align.js";

/**
 * What one engine's tape has on top of the other's, by operation and with the reason for each: a
 * button marks all of a kind and goes to the next.
 *
 * @param {import("./data.js").Step[]} steps
 * @param {string[]} engines
 * @param {Words} words
 * @param {(nodes: number[], to: number|null) => void} onMark
 * @param {() => number} now the moment of the second step
 * @returns {HTMLElement}
 */
export function differences([one, other], engines, words, onMark, now) {
  const {short} = numberFormat(words.lang);
  const found = surplus(one, other);
  const count = found.reduce((sum, {nodes}) => sum + nodes.length, 0);
  const buttons = found.map(({op, nodes}) => html`<button type="button" class="tw-button tw-score-difference"
    aria-pressed="false" aria-label=${words.surplusOf(op, short(nodes.length))}
    onclick=${() => mark(op, nodes)}>${op} <span>${short(nodes.length)}×</span></button>`);
  const mark = (op, nodes) => {
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(found[i].op === op)));
    const next = nodes.find((node) => other.made[node] > now()) ?? nodes[0];
    onMark(nodes, next);
  };
  const rows = found.map(({op}, i) => html`<li>${buttons[i]}
    <span>${words.reasons[op] ?? words.reasonUnknown}</span></li>`);
  return html`<div class="tw-score-differences">
    <p>${words.surplus(short(count), engines[1])}</p><ul>${rows}</ul>
  </div>`;
}
