import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {surplus} from "./align.js";
import {momentAt} from "./plan.js";

/**
 * What one engine's tape has on top of the other's, by operation and with the reason for each: a
 * button marks all of a kind and goes to the next.
 *
 * @param {ReturnType<typeof import("./state.js").scoreState>} state
 * @param {Words} words
 * @param {(to: number) => void} go to a place on the axis
 * @returns {HTMLElement|null} null unless two engines are compared
 */
export function differences(state, words, go) {
  const {aligned, runs: [{steps: [one, other]}], engines, look} = state;
  if (aligned.length === 0) return null;
  const {short} = numberFormat(words.lang);
  const found = surplus(one, other);
  const count = found.reduce((sum, {nodes}) => sum + nodes.length, 0);
  const buttons = found.map(({op, nodes}) => html`<button type="button" class="tw-button tw-score-difference"
    aria-pressed="false" aria-label=${words.surplusOf(op, short(nodes.length))}
    onclick=${() => mark(op, nodes)}>${op} <span>${short(nodes.length)}×</span></button>`);
  const mark = (op, nodes) => {
    const clock = state.scene.time.clocks[1];
    const now = momentAt(clock, look.at);
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(found[i].op === op)));
    look.marked = nodes;
    state.scene.drawing.mark(nodes);
    go(clock.start[other.made[nodes.find((node) => other.made[node] > now) ?? nodes[0]]]);
  };
  const rows = found.map(({op}, i) => html`<li>${buttons[i]}
    <span>${words.reasons[op] ?? words.reasonUnknown}</span></li>`);
  return html`<div class="tw-score-differences">
    <p>${words.surplus(short(count), engines[1])}</p><ul>${rows}</ul>
  </div>`;
}
