import {html} from "htl";
import {bytesText, numberFormat, toNumber, shapeText} from "../../words/numbers.js";
import {momentAt} from "./plan.js";
/** @import {Scene, Step} from "./types.js" */

/** With more nodes than these there is a row for each lane. */
const MOST = 400;

/**
 * A score as a table: a row for each moment, or for each lane of a large one.
 *
 * @param {Step} step
 * @param {Scene} scene
 * @param {number} at the present place
 * @param {Words} words
 * @returns {HTMLTableElement}
 */
export function scoreTable(step, scene, at, words) {
  const {short} = numberFormat(words.lang);
  const bytes = (/** @type {number} */ size) => bytesText(size, words.lang);
  const isSmall = step.nodes.length <= MOST;
  const {columns: heads, passes} = words;
  const columns = isSmall
    ? [heads.moment, heads.pass, heads.node, heads.module, heads.shape, heads.stores, heads.until, heads.held,
      ...(step.told.norms ? [heads.norm] : [])]
    : [heads.module, heads.nodes, heads.stores, heads.moment, heads.until];
  const rows = isSmall
    ? step.nodes.map(momentRow)
    : scene.rows.map((_, row) => laneRow(row));
  const element = html`<table class="tw-table tw-score-table">
    <caption>${scene.telling.summary}</caption>
    <thead><tr>${columns.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table>`;

  function momentRow(/** @type {number} */ node, /** @type {number} */ moment) {
    const {told, passes: pass, read, ahead} = step;
    const {op, label, group, shape, saved} = told.nodes[node];
    const stored = saved.filter(({storage}) => told.storages[storage].of === null);
    const isMade = pass[moment] !== "backward";
    const isFailure = told.failed !== undefined && moment === pass.length - 1;
    const norm = toNumber(told.norms?.[moment - ahead]);
    return html`<tr>
      <th scope="row">${short(moment + 1)}</th><td>${passes[isFailure ? "failed" : pass[moment]]}</td>
      <td>${op === "leaf" ? label ?? words.unnamedLeaf : op}</td><td>${group ?? words.noModule}</td>
      <td class="tw-shape">${shapeText(shape)}</td>
      <td>${isMade ? stored.map(({bytes: size}) => bytes(size)).join(" + ") : ""}</td>
      <td>${isMade && stored.length > 0 && read[node] !== -1 ? short(read[node] + 1) : ""}</td>
      <td class="tw-bytes">${bytes(scene.held.total[moment])}</td>
      ${told.norms ? html`<td>${norm === null ? "" : short(norm)}</td>` : null}
    </tr>`;
  }

  function laneRow(/** @type {number} */ row) {
    const inside = new Set();
    step.told.nodes.forEach(({group}, node) => scene.rowOf(group) === row && inside.add(node));
    const own = step.told.storages.filter(({of, node}) => of === null && inside.has(node));
    const first = own.reduce((least, one) => Math.min(least, one.from), Infinity);
    const last = own.reduce((most, one) => Math.max(most, one.until), -1);
    return html`<tr>
      <th scope="row">${scene.rows[row].path || words.noModule}</th><td>${short(inside.size)}</td>
      <td class="tw-bytes">${bytes(own.reduce((sum, one) => sum + one.bytes, 0))}</td>
      <td>${last === -1 ? "" : short(first + 1)}</td><td>${last === -1 ? "" : short(last + 1)}</td>
    </tr>`;
  }

  if (isSmall) {
    const row = rows[momentAt(scene.clock, at)];
    row.setAttribute("aria-current", "true");
    queueMicrotask(() => bringIntoView(row)); // once the table is on the page
  }
  return element;
}

/** Scrolls a table to a row, and nothing around it. */
function bringIntoView(/** @type {HTMLElement} */ row) {
  const room = row.closest(".tw-scroller");
  if (!room) return;
  const below = row.getBoundingClientRect().top - room.getBoundingClientRect().top;
  room.scrollTop += below - room.clientHeight / 2;
}
