import {html} from "htl";
import {sideways} from "../../controls/drag.js";
import {byKey} from "../../controls/leaf-sliders.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {twoDecimals} from "../../drawing/two-decimals.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {gradients, tableModel} from "./model.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {TableModel} from "./model.js" */

/** The largest score, and how much an arrow key and a dragged pixel add. */
const MOST = 6;
const STEP = 0.1;
const BY_PIXEL = 0.03;

/** The least width in pixels of a cell that has room for its number. */
const ROOMY = 44;

/**
 * Scores to be dragged, softmax − one-hot beside them, and the rows of the table that get this gradient.
 *
 * @param {TableModel} data
 * @param {Options} [options]
 * @returns {HTMLElement & {value: Record<string, number>}} a change dispatches `input`
 *
 * @typedef {{row: number, column: number}} Cell
 * @typedef {{model: TableModel, at: Cell, format: (x: number) => string, words: Words}} Drawn
 */
export function softmaxGrid(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(data, options, words), own);
}

function build(/** @type {TableModel} */ data, /** @type {Options} */ {id, title}, /** @type {Words} */ words) {
  let model = tableModel(data);
  const at = {row: 0, column: model.targets[0]};
  const format = twoDecimals(words.lang);
  const rows = html`<div class="tw-grid-pair"></div>`;
  const below = html`<div class="tw-grid-pair"></div>`;
  const told = sentenceBox([[{text: "\u2007\u2007 ".repeat(40)}]]);
  const again = html`<button type="button" class="tw-plain-button tw-afresh">${words.afresh}</button>`;
  const copy = copyLink(id, () => element.value, words);
  const element = html`<div class="tw-softmax-grid tw-view" role="group" tabindex="-1" lang=${words.lang} 
    aria-label=${title ?? words.gridTitle}>${rows}${below}<div class="tw-panel">${told}<div class="tw-line">${again}${copy}</div></div></div>`;
  const refresh = twin(element, () => table(model, format, words), words, {picture: [rows, below]});
  let isRoomy = true;

  const render = () => {
    const now = gradients(model);
    const hadFocus = rows.contains(document.activeElement);
    const drawn = {model, at, format: isRoomy ? format : () => "", words};
    const grads = heatGrid(now.grads, model.text, words.grads, drawn);
    rows.replaceChildren(scoreGrid(now, {...drawn, exact: format}), grads);
    below.replaceChildren(heatGrid(now.table, model.letters.map((_, i) => i), words.tableGrads, drawn));
    if (hadFocus) rows.querySelector("[tabindex='0']").focus({preventScroll: true});
    const letter = model.text[at.row];
    const times = model.text.filter((one) => one === letter).length;
    const isRight = model.targets[at.row] === at.column;
    const says = words.says(format(now.scores[at.row][at.column]), format(now.grads[at.row][at.column]), isRight);
    const reads = words.reads(model.letters[letter], times);
    told.say([{text: [says, words.sums, reads, words.loss(format(now.loss))].join(" ")}], false);
    refresh();
  };
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const change = (/** @type {number} */ to) => {
    model.table[model.text[at.row]][at.column] = Math.max(-MOST, Math.min(MOST, Math.round(100 * to) / 100));
    render();
    report();
  };
  const score = () => model.table[model.text[at.row]][at.column];
  const show = (/** @type {number} */ row, /** @type {number} */ column) => {
    Object.assign(at, {row, column});
    render();
  };
  hold(rows, model, {at, score, change, show});
  const read = () => Object.fromEntries(model.table.flatMap((row, i) => row.flatMap((x, j) =>
    (x === data.table[i][j] ? [] : [[model.letters[i] + model.letters[j], x]]))));
  /** @param {Settings} to scores by two letters: `an=3` is the score of n after a */
  const apply = (to) => {
    model = tableModel(data);
    for (const [name, x] of Object.entries(to)) {
      const [row, column] = [...name].map((letter) => model.letters.indexOf(letter));
      if (name.length !== 2 || !(row >= 0 && column >= 0) || !Number.isFinite(Number(x))) continue;
      model.table[row][column] = Number(x);
      if (model.text.includes(row)) Object.assign(at, {row: model.text.indexOf(row), column});
    }
    render();
  };
  again.addEventListener("click", () => {
    apply({});
    report();
  });
  apply(asked(id) ?? {});
  /** @param {HTMLElement} pair @param {number} lines @param {number} columns */
  const fit = (pair, lines, columns) => (/** @type {number} */ width, /** @type {number} */ height) => {
    const cell = Math.floor(Math.min(56, (width / columns - 30) / model.letters.length));
    pair.style.setProperty("--tw-cell", `${cell}px`);
    pair.style.setProperty("--tw-high", `${Math.floor(Math.min(34, (height - 44) / lines))}px`);
    if (isRoomy === cell >= ROOMY) return;
    isRoomy = cell >= ROOMY;
    render();
  };
  element.panels = [
    {name: "scores", text: words.rowsPanel, element: rows, least: 150, most: 190, fit: fit(rows, model.text.length, 2)},
    {name: "table", text: words.tablePanel, element: below, least: 190, most: 250, fit: fit(below, model.letters.length, 1.4)}
  ];
  return connect(element, id, {read, apply});
}

/** A drag to the sides moves a score. The left and right keys choose one; up and down move it.
 * @param {HTMLElement} rows @param {TableModel} model @param {{at: Cell, score: () => number,
 *   change: (to: number) => void, show: (row: number, column: number) => void}} on */
function hold(rows, {letters, text}, {at, score, change, show}) {
  let from = 0;
  sideways(rows, {
    canStart: ({target}) => {
      const cell = /** @type {Element} */ (target).closest(/** @type {"td"} */ ("[data-row]"));
      if (cell) show(Number(cell.dataset.row), Number(cell.dataset.column));
      from = score();
      return Boolean(cell);
    },
    move: (by) => change(from + by * BY_PIXEL),
    end: (isTap) => isTap && rows.querySelector(/** @type {"td"} */ ("[tabindex='0']")).focus({preventScroll: true})
  });
  rows.addEventListener("keydown", (event) => {
    const by = byKey(event, {arrow: STEP});
    if (by === undefined) return;
    if (/Left|Right/.test(event.key)) {
      const count = letters.length * text.length;
      const next = (at.row * letters.length + at.column + Math.sign(by) + count) % count;
      show(Math.floor(next / letters.length), next % letters.length);
    } else change(score() + by);
    event.preventDefault();
    event.stopPropagation();
  });
}

/** @param {string} caption @param {number[]} labels @param {TableModel} model @param {(i: number) => Node[]} cells */
function frame(caption, labels, {letters}, cells) {
  const head = html`<tr><td></td>${letters.map((letter) => html`<th scope="col">${letter}</th>`)}</tr>`;
  return html`<table class="tw-heat"><caption>${caption}</caption><thead>${head}</thead><tbody>${labels.map((letter, i) =>
    html`<tr><th scope="row">${letters[letter]}</th>${cells(i)}</tr>`)}</tbody></table>`;
}

/** @param {ReturnType<typeof gradients>} now @param {Drawn & {exact: Drawn["format"]}} drawn */
function scoreGrid({scores}, {model, at, format, exact, words}) {
  return frame(words.scores, model.text, model, (i) => scores[i].map((x, j) => {
    const isAt = at.row === i && at.column === j;
    const right = model.targets[i] === j ? " is-target" : "";
    return html`<td class=${`tw-score-cell${right}${isAt ? " is-here" : ""}`} data-row=${i} data-column=${j} role="slider"
      tabindex=${isAt ? 0 : -1} aria-label=${words.cell(model.letters[j], model.letters[model.text[i]])}
      aria-valuenow=${x} aria-valuetext=${exact(x)} aria-valuemin=${-MOST} aria-valuemax=${MOST}
      style=${`--tw-share: ${Math.round(8 + 7 * (x + MOST))}%`}>${format(x)}</td>`;
  }));
}

/** @param {number[][]} grads @param {number[]} labels @param {string} caption @param {Drawn} drawn */
function heatGrid(grads, labels, caption, {model, format}) {
  const most = 1 / model.text.length;
  return frame(caption, labels, model, (i) => grads[i].map((x) => html`<td class=${x < 0 ? "is-negative" : ""}
    style=${`--tw-share: ${Math.round(Math.min(1, Math.abs(x) / most) * 85)}%`}>${x === 0 ? "0" : format(x)}</td>`));
}

/** @param {TableModel} model @param {Drawn["format"]} format @param {Words} words */
function table(model, format, words) {
  const {scores, grads} = gradients(model);
  return rowsTable(words.gridTitle, ["", words.rowsPanel, words.grads], scores.flatMap((row, i) => row.map((x, j) =>
    [words.cell(model.letters[j], model.letters[model.text[i]]), format(x), format(grads[i][j])])));
}
