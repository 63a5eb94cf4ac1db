import {html} from "htl";
import {scroller} from "../drawing/stage.js";

/**
 * Gives a view a table that says the same: a button at its end and the key `t` switch between the
 * two. The table is made when it is first asked for.
 *
 * @param {View} element the view
 * @param {(value: unknown) => HTMLTableElement & {show?: (value: unknown) => void}} makeTable
 *   makes the table at the view's value; a table with a `show` gets later values, another
 *   one is made again
 * @param {Words} words of `strings(lang)`
 * @param {object} options
 * @param {HTMLElement[]} options.picture the children that the table replaces
 * @returns {() => void} brings the table up to date: the view calls it where it draws, since
 *   setting its `value` dispatches nothing
 */
export function twin(element, makeTable, words, {picture}) {
  const button = html`<button type="button" class="tw-twin-button" aria-keyshortcuts="t"></button>`;
  const room = scroller();
  room.hidden = true;
  let table = /** @type {ReturnType<typeof makeTable>|null} */ (null);
  let isTable = false;
  let cameFrom = /** @type {Element|null} */ (null);

  const refresh = () => {
    if (!isTable) return;
    if (table?.show) return table.show(element.value);
    table = makeTable(element.value);
    room.fill(table, table.caption?.textContent ?? words.showTable);
  };
  const turn = () => {
    isTable = !isTable;
    room.hidden = !isTable;
    for (const part of picture) part.hidden = isTable;
    button.textContent = isTable ? words.showPicture : words.showTable;
    refresh();
    room.label();
  };
  /** The focus goes along with the key, so that a screen reader starts to read there. */
  const turnByKey = () => {
    const focused = document.activeElement;
    if (!isTable) cameFrom = focused;
    turn();
    if (isTable) room.focus();
    else if (element.contains(cameFrom)) /** @type {HTMLElement} */ (cameFrom).focus();
  };

  button.textContent = words.showTable;
  button.addEventListener("click", turn);
  element.addEventListener("input", refresh);
  element.addEventListener("keydown", (/** @type {KeyPress} */ event) => isAsked(event) && turnByKey());
  element.classList.add("tw-twinned");
  (picture.at(-1) ?? button).after(room);
  element.append(button);
  return refresh;
}

function isAsked(/** @type {KeyPress} */ {key, target, altKey, ctrlKey, metaKey}) {
  if (key.toLowerCase() !== "t" || altKey || ctrlKey || metaKey) return false;
  return !target.closest("select, textarea, [contenteditable], input:not([type=range])");
}
