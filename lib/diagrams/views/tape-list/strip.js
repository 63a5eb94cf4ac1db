import {html} from "htl";
import {tapeRow} from "./row.js";
/** @import {Context, Row} from "./rows.js" */

/**
 * The rows of a tape with their groups as headings. The arrow of the forward pass is at their left, that
 * of the backward pass at their right.
 *
 * @param {Trace} trace
 * @param {Row[]} rows
 * @param {Context} context
 * @param {(step: number) => void} onPick
 * @returns {HTMLElement & {show: (index: number) => void}}
 */
export function tapeStrip(trace, rows, context, onPick) {
  const {words} = context;
  const items = rows.map((row, i) => tapeRow(trace, row, i + 1, context));
  const list = html`<ol class="tw-ops">${items}</ol>`;
  rows.forEach(({node}, i) => {
    const before = trace.nodes[rows[i - 1]?.node]?.group ?? null;
    const own = trace.nodes[node].group ?? null;
    if (own === before || own === null) return;
    items[i].prepend(html`<div class="tw-op-group" role="heading" aria-level="3">${own}</div>`);
  });
  const element = html`<div class="tw-tape-body">
    <div class="tw-tape-heads" aria-hidden="true">
      <span><b>↓</b> ${words.writtenForward}</span><span>${words.readBackward} <b>↑</b></span>
    </div>
    ${list}
  </div>`;
  const focus = roving(list);
  list.addEventListener("click", (/** @type {Click} */ {target}) => {
    const button = target.closest("[data-step]");
    if (button) onPick(Number(button.getAttribute("data-step")));
  });

  let current = /** @type {HTMLElement|null} */ (null);
  // The list cannot scroll before it is on the page, nor while its table replaces it.
  if (globalThis.ResizeObserver) {
    new ResizeObserver(() => bringIntoView(list, current)).observe(list);
  }
  const show = (/** @type {number} */ index) => {
    // The tips of the arrows: the last row that is written, and the first one that has sent something.
    const head = rows.findLastIndex(({at}) => at <= index);
    const tail = rows.findIndex(({seed, sends}) => (seed ?? sends[0]?.at ?? Infinity) <= index);
    items.forEach((item, i) => {
      item.show(index);
      item.classList.toggle("is-head", i === head);
      item.classList.toggle("is-tail", i === tail);
    });
    current?.removeAttribute("aria-current");
    current = list.querySelector(`[data-step="${index}"]`);
    current?.setAttribute("aria-current", "step");
    focus.toStep(current);
    bringIntoView(list, current);
  };
  return Object.assign(element, {show});
}

/** Scrolls the list alone, never the page. */
function bringIntoView(/** @type {HTMLElement} */ list, /** @type {HTMLElement|null} */ button) {
  if (!button || list.scrollHeight <= list.clientHeight) return;
  const frame = list.getBoundingClientRect();
  const box = button.getBoundingClientRect();
  const margin = box.height;
  if (box.top < frame.top + margin) list.scrollTop -= frame.top + margin - box.top;
  if (box.bottom > frame.bottom - margin) list.scrollTop += box.bottom - frame.bottom + margin;
}

/** One stop of the tab key for each side of the tape. Arrows up and down go along the side. */
function roving(/** @type {HTMLElement} */ list) {
  const sides = [".tw-op-written", ".tw-op-read button"].map((side) =>
    [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(side))]);
  const sideOf = (/** @type {HTMLElement|null} */ button) => sides.find((side) => side.includes(button)) ?? [];
  const toStep = (/** @type {HTMLElement|null} */ button) => {
    for (const one of sideOf(button)) one.tabIndex = one === button ? 0 : -1;
  };
  for (const [first] of sides) toStep(first);
  list.addEventListener("focusin", (/** @type {FocusEvent & {target: HTMLElement}} */ {target}) => toStep(target));
  list.addEventListener("keydown", (/** @type {KeyboardEvent & {target: HTMLElement}} */ event) => {
    const by = Number(event.key === "ArrowDown") - Number(event.key === "ArrowUp");
    const side = sideOf(event.target);
    if (!by || side.length === 0) return;
    event.preventDefault();
    side[side.indexOf(event.target) + by]?.focus();
  });
  return {toStep};
}
