import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {asFactor, bareName} from "../../words/operations.js";
import {factorsOf, summands} from "./paths.js";

/** Few numbers are longer, as they are written. */
const ROOM = "−2.5";

/**
 * The gradient of each leaf, with one row for each way on which a part of it comes.
 *
 * @param {Trace} trace
 * @param {Words} words of `strings(lang)`
 * @param {(edges: number[]) => void} light called with the way under the pointer, or none
 * @returns {HTMLTableElement & {show: (trace: Trace,
 *   state: import("../../trace/steps.js").State) => void}} `show` changes classes and texts only
 */
export function gradientTable(trace, words, light) {
  const format = numberFormat(words.lang);
  const isListed = ({op, label, id}) => op === "leaf" && label && id in trace.grads;
  const leaves = trace.nodes.filter(isListed);
  const groups = leaves.map((leaf) => makeGroup(trace, leaf, words, format));
  const element = html`<table class="tw-gradients">
    <caption>${words.gradientTable}</caption>
    <thead><tr>
      <th scope="col">${words.wayBack}</th>
      <th scope="col">${words.wayProduct}</th>
    </tr></thead>
    ${groups}
  </table>`;
  const rows = [...element.querySelectorAll(".tw-way")];
  const ways = groups.flatMap((group) => group.ways);
  element.addEventListener("pointerover", ({target}) => {
    light(ways[rows.indexOf(target.closest(".tw-way"))]?.edges ?? []);
  });
  element.addEventListener("pointerleave", () => light([]));
  const show = (now, state) => {
    for (const group of groups) group.show(now, state);
  };
  return Object.assign(element, {show});
}

function makeGroup(trace, leaf, words, format) {
  const ways = summands(trace, leaf.id);
  const name = gradientName(trace, leaf);
  const longest = sumText(ways.map((way) => factorsOf(trace, way).product), null, roomy(format));
  const sum = cellText(longest);
  const rows = ways.map((way) => makeRow(trace, way, words, format));
  const element = html`<tbody>
    <tr class="tw-leaf-row"><th scope="rowgroup">${name}</th><td>${sum}</td></tr>
    ${rows}
  </tbody>`;
  const show = (now, state) => {
    const arrived = ways.filter((way) => isSent(way, state));
    const {grad} = state.nodes[leaf.id];
    rows.forEach((row) => row.show(now, state));
    sum.write(grad === null ? "" : sumText(productsOf(now, arrived), grad, format));
    element.classList.toggle("is-waiting", arrived.length < ways.length);
  };
  return Object.assign(element, {show, ways});
}

function makeRow(trace, way, words, format) {
  const product = cellText(productText(factorsOf(trace, way), roomy(format)));
  const names = way.nodes.map((id) => bareName(trace.nodes[id], words, format.short));
  const path = way.isWhole ? names.join(" → ") : words.wayThrough(names[0]);
  const element = html`<tr class="tw-way"><th scope="row">${path}</th><td>${product}</td></tr>`;
  const show = (now, state) => {
    product.write(isSent(way, state) ? productText(factorsOf(now, way), format) : "");
    const last = state.edges[way.edges.at(-1)];
    element.classList.toggle("is-now", last.backward === "now");
  };
  return Object.assign(element, {show});
}

/** Numbers take the place that others may need, which a reader brings by moving a leaf. */
function roomy(format) {
  const short = (x) => [format.short(x), ROOM].sort((one, other) => other.length - one.length)[0];
  return {...format, short};
}

/** Before it arrives, the place of a number is empty; its longest text keeps it from growing. */
function cellText(longest) {
  const live = html`<span class="tw-live"></span>`;
  const element = html`<span class="tw-cell-text">
    <span class="tw-ghost" aria-hidden="true">${longest}</span>${live}
  </span>`;
  const write = (text) => {
    if (live.textContent !== text) live.textContent = text;
    element.classList.toggle("is-empty", text === "");
  };
  return Object.assign(element, {write});
}

function isSent({edges}, state) {
  return edges.every((edge) => state.edges[edge].backward !== "waiting");
}

function productsOf(trace, ways) {
  return ways.map((way) => factorsOf(trace, way).product);
}

function productText({factors, product}, format) {
  return factors.length === 1 ? format.short(product) : joined(factors, "×", product, format);
}

/** A single summand is the gradient itself. */
function sumText(terms, total, format) {
  const result = total ?? terms.reduce((one, other) => one + other, 0);
  return terms.length === 1 ? format.short(result) : joined(terms, "+", result, format);
}

function joined(terms, sign, result, format) {
  const texts = terms.map((term, i) => {
    const text = format.short(term);
    return i > 0 && text.startsWith("−") ? `(${text})` : text;
  });
  const isRounded = [...terms, result].some(format.isRounded);
  return `${texts.join(` ${sign} `)} ${isRounded ? "≈" : "="} ${format.short(result)}`;
}

function gradientName({nodes}, leaf) {
  const root = nodes.at(-1);
  return root.label ? `∂${asFactor(root.label)}/∂${asFactor(leaf.label)}` : `∂ ${leaf.label}`;
}
