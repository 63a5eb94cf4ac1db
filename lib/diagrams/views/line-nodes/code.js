import {html} from "htl";
/** @import {Lines, Tape} from "./data.js" */

/**
 * The lines of a program as buttons, each with cells for its nodes and their number.
 *
 * @param {Lines} subject
 * @param {Words} words
 * @param {{press: (line: number) => void, point: (line: number|null) => void}} on
 */
export function codeList({lines, nodes}, words, on) {
  const rows = lines.map(({text}, line) => {
    const parts = {number: html`<i></i>`, cells: html`<span class="tw-nodes-cells"></span>`, count: html`<b></b>`};
    const button = html`<button type="button" class="tw-code-line" data-line=${line} tabindex="-1">${parts.number}
      <span class="tw-code-text">${text}</span>${parts.cells}${parts.count}</button>`;
    return {button, ...parts};
  });
  const first = lines.findIndex(({part}) => part === "block");
  const header = html`<div class="tw-code-for">${words.forEach}</div>`;
  const element = html`<div class="tw-code-lines" role="group" aria-label=${words.codePanel}>
    ${rows.slice(0, first).map(({button}) => button)}${header}${rows.slice(first).map(({button}) => button)}
  </div>`;
  rows.forEach(({button}, line) => button.classList.toggle("is-inside", lines[line].part === "block"));
  const lineOf = (/** @type {Click} */ {target}) => {
    const line = target.closest("[data-line]")?.getAttribute("data-line");
    return line ? Number(line) : null;
  };
  element.addEventListener("click", (/** @type {Click} */ event) => lineOf(event) !== null && on.press(lineOf(event)));
  element.addEventListener("pointermove", (/** @type {PointerEvent & Click} */ event) =>
    event.pointerType === "mouse" && on.point(lineOf(event)));
  element.addEventListener("pointerleave", () => on.point(null));
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const by = Number(event.key === "ArrowDown") - Number(event.key === "ArrowUp");
    if (!by) return;
    const shown = rows.filter(({button}) => !button.hidden);
    const next = shown[shown.findIndex(({button}) => button === document.activeElement) + by];
    event.preventDefault();
    next?.button.focus();
  });
  element.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
    for (const {button} of rows) button.tabIndex = button === event.target ? 0 : -1;
  });
  /** Show the nodes of each known line, and by how many their number changed since the tape `before`.
   * @param {Tape} tape @param {Tape} before @param {(line: number) => boolean} isKnown @param {number|null} lit */
  const show = ({numbers, lines: all}, before, isKnown, lit) => {
    rows.forEach(({button, number, cells, count}, line) => {
      const own = all[line];
      button.hidden = !own;
      if (!own) return;
      const known = isKnown(line);
      number.textContent = numbers[line];
      cells.replaceChildren(...(known ? own : []).map((at) => html`<span class="${`tw-cell is-${nodes[at].kind}`}"></span>`));
      const delta = known && before.lines[line] ? own.length - before.lines[line].length : 0;
      count.textContent = known ? `${delta ? `${delta > 0 ? "+" : "−"}${Math.abs(delta)} ` : ""}${own.length}` : "";
      button.classList.toggle("is-changed", Boolean(delta));
      button.classList.toggle("is-lit", lit === line);
      const name = words.lineName(numbers[line], lines[line].text);
      button.setAttribute("aria-label", known ? `${name}: ${words.leaves(String(own.length))}` : name);
      button.setAttribute("aria-pressed", String(lit === line));
    });
    if (!rows.some(({button}) => button.tabIndex === 0 && !button.hidden)) rows[0].button.tabIndex = 0;
  };
  return Object.assign(element, {show});
}
