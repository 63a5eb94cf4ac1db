import {html} from "htl";

/**
 * The lines of a program as buttons, each with cells for its nodes and their number.
 *
 * @param {import("./data.js").Lines} subject
 * @param {Words} words
 * @param {{press: (line: number) => void, point: (line: number|null) => void}} on
 */
export function codeList({lines}, words, on) {
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
  const lineOf = (event) => {
    const button = event.target.closest("[data-line]");
    return button ? Number(button.dataset.line) : null;
  };
  element.addEventListener("click", (event) => lineOf(event) !== null && on.press(lineOf(event)));
  element.addEventListener("pointermove", (event) => event.pointerType === "mouse" && on.point(lineOf(event)));
  element.addEventListener("pointerleave", () => on.point(null));
  element.addEventListener("keydown", (event) => {
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (!by) return;
    const shown = rows.filter(({button}) => !button.hidden);
    const next = shown[shown.findIndex(({button}) => button === document.activeElement) + by];
    event.preventDefault();
    next?.button.focus();
  });
  element.addEventListener("focusin", (event) => {
    for (const {button} of rows) button.tabIndex = button === event.target ? 0 : -1;
  });
  /** Show the nodes of each known line, and by how many their number changed. */
  const show = ({numbers, nodesOf, deltas, isKnown, lit}) => {
    rows.forEach(({button, number, cells, count}, line) => {
      const nodes = nodesOf(line);
      button.hidden = numbers[line] === null;
      if (button.hidden) return;
      const known = isKnown(line);
      number.textContent = numbers[line];
      cells.replaceChildren(...(known ? nodes : []).map(({kind}) => html`<span class="${`tw-cell is-${kind}`}"></span>`));
      const delta = known ? deltas[line] : 0;
      count.textContent = known ? `${delta ? `${delta > 0 ? "+" : "−"}${Math.abs(delta)} ` : ""}${nodes.length}` : "";
      button.classList.toggle("is-changed", Boolean(delta));
      button.classList.toggle("is-lit", lit === line);
      const name = words.lineName(numbers[line], lines[line].text);
      button.setAttribute("aria-label", known ? `${name}: ${words.leaves(String(nodes.length))}` : name);
      button.setAttribute("aria-pressed", String(lit === line));
    });
    if (!rows.some(({button}) => button.tabIndex === 0 && !button.hidden)) rows[0].button.tabIndex = 0;
  };
  return Object.assign(element, {show});
}
