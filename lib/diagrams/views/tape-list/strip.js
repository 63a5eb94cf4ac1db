import {html} from "htl";
import {tapeRow} from "./row.js";

/**
 * The rows of a tape with their groups as headings. The arrow of the forward pass is at their left, that
 * of the backward pass at their right.
 *
 * @param {Trace} trace
 * @param {import("./rows.js").Row[]} rows
 * @param {{words: Words, format: import("../../words/numbers.js").NumberFormat}} context
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
  const buttons = new Map(
    [...list.querySelectorAll("[data-step]")].map((button) => [Number(button.dataset.step), button])
  );
  const focus = roving(list);
  list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) onPick(Number(button.dataset.step));
  });

  let current = null;
  // The list cannot scroll before it is on the page, nor while its table replaces it.
  if (globalThis.ResizeObserver) {
    new ResizeObserver(() => bringIntoView(list, current)).observe(list);
  }
  const show = (index) => {
    items.forEach((item, i) => {
      item.show(index);
      item.classList.toggle("is-head", isHead(rows, i, index));
      item.classList.toggle("is-tail", isTail(rows, i, index));
    });
    current?.removeAttribute("aria-current");
    current = buttons.get(index) ?? null;
    current?.setAttribute("aria-current", "step");
    focus.toStep(current);
    bringIntoView(list, current);
  };
  return Object.assign(element, {show});
}

/** Whether the arrow of the forward pass has its tip at a row: the last one that is written. */
function isHead(rows, i, index) {
  return rows[i].at <= index && !(rows[i + 1]?.at <= index);
}

/** Whether the arrow of the backward pass has its tip at a row: the first one that has sent something. */
function isTail(rows, i, index) {
  const isBegun = ({seed, sends}) => (seed ?? sends[0]?.at ?? Infinity) <= index;
  return isBegun(rows[i]) && !rows.slice(0, i).some(isBegun);
}

/** Scrolls the list alone, never the page. */
function bringIntoView(list, button) {
  if (!button || list.scrollHeight <= list.clientHeight) return;
  const frame = list.getBoundingClientRect();
  const box = button.getBoundingClientRect();
  const margin = box.height;
  if (box.top < frame.top + margin) list.scrollTop -= frame.top + margin - box.top;
  if (box.bottom > frame.bottom - margin) list.scrollTop += box.bottom - frame.bottom + margin;
}

/**
 * One stop of the tab key for each side of the tape. Arrows up and down go along the side.
 */
function roving(list) {
  const sides = [".tw-op-written", ".tw-op-read button"].map((side) => [
    ...list.querySelectorAll(side)
  ]);
  const stops = sides.map(([first]) => first ?? null);
  const stop = (button) => {
    const side = sides.findIndex((buttons) => buttons.includes(button));
    if (side === -1) return;
    stops[side].tabIndex = -1;
    stops[side] = button;
    button.tabIndex = 0;
  };
  for (const first of stops) if (first) first.tabIndex = 0;
  list.addEventListener("focusin", ({target}) => stop(target));
  list.addEventListener("keydown", (event) => {
    const by = {ArrowUp: -1, ArrowDown: 1}[event.key];
    const side = sides.find((buttons) => buttons.includes(event.target));
    if (!by || !side) return;
    event.preventDefault();
    side[side.indexOf(event.target) + by]?.focus();
  });
  return {toStep: (button) => button && stop(button)};
}
