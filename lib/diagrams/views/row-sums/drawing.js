import {svg} from "htl";
import {setAll, setSize} from "../../drawing/size.js";
/** @import {Box, Point} from "../../layout/types.js" */
/** @import {Now, Rows, writtenBy} from "./rows.js" */

/** Percent of its colour that the largest number has; it is paler where the number is written over it. */
const STRONGEST = 90;
const BELOW_NUMBER = 35;

/** With more numbers than these, none is written. */
const MOST_WRITTEN = 16;

const largest = (/** @type {number[][]} */ rows) => Math.max(...rows.flat().map(Math.abs), 1e-12);

/**
 * The rows, the rows that they go into, and threads between them.
 *
 * @param {Rows} data
 * @param {Words} words
 * @param {string|undefined} title
 *
 * @typedef {(row: number, column: number) => Box} Place
 * @typedef {{source: Place, result: Place, name: (i: number) => Point, mark: (i: number) => Box, isTight: boolean,
 *   thread: (i: number, to: number, isLost: boolean) => string, chosenAt: (x: number, y: number) => number|null}} Plan
 */
export function rowsDrawing(data, words, title) {
  const {rows, into, labels, columns} = data;
  const isBias = labels.length === 1;
  const strip = (/** @type {number[]} */ row) => row.map(() => svg`<rect></rect>`);
  const sources = rows.map(strip);
  const results = labels.map(() => strip(rows[0]));
  const threads = isBias ? [] : rows.map(() => svg`<path class="tw-rows-thread"></path>`);
  const names = (isBias ? columns : labels).map((name) => svg`<text class="tw-rows-name" text-anchor="middle">${name}</text>`);
  const mark = svg`<rect class="tw-rows-mark" rx="3"></rect>`;
  const sums = svg`<g class="tw-rows-sums">${results.flat()}${names}${mark}</g>`;
  const element = svg`<svg class="tw-rows-drawing" role="group" aria-label=${title ?? words.rows}>
    <g class="tw-rows-sources">${sources.flat()}</g>${threads}${sums}</svg>`;
  const isWritten = rows.flat().length <= MOST_WRITTEN;
  const strongest = isWritten ? BELOW_NUMBER : STRONGEST;
  const most = largest(rows);
  sources.forEach((row, i) => row.forEach((cell, k) => tint(cell, rows[i][k], most, strongest)));
  const numbers = [...rows, ...labels.map(() => rows[0])].map((row) =>
    isWritten ? row.map((x) => svg`<text text-anchor="middle">${words.number(x)}</text>`) : []);
  element.append(...numbers.flat());
  /** @type {Plan} */
  let plan;
  const fit = (/** @type {number} */ width, /** @type {number} */ height) => {
    setSize(element, width, height);
    plan = isBias ? downward(data, width, height) : across(data, width, height);
    names.forEach((name, i) => setAll(name, plan.name(i)));
    [...sources, ...results].forEach((row, i) => row.forEach((cell, k) => {
      const place = i < rows.length ? plan.source(i, k) : plan.result(i - rows.length, k);
      setAll(cell, place);
      if (isWritten) setAll(numbers[i][k], {x: place.x + place.width / 2, y: place.y + place.height / 2 + 5});
    }));
  };
  /** @param {Now & {chosen: number}} now @param {ReturnType<typeof writtenBy>} written */
  const show = ({fallen, chosen}, {sums: written, lost}) => {
    const top = largest(written);
    results.forEach((row, i) => row.forEach((cell, k) => tint(cell, written[i][k], top, strongest)));
    numbers.slice(rows.length).forEach((row, i) => row.forEach((number, k) => {
      number.textContent = fallen > 0 ? words.number(written[i][k]) : "";
    }));
    sources.forEach((row, i) => row.forEach((cell) => cell.classList.toggle("is-waiting", i >= fallen)));
    threads.forEach((thread, i) => {
      const state = i >= fallen ? "is-off" : lost.has(i) ? "is-lost" : "";
      thread.setAttribute("class", `tw-rows-thread ${state} ${into[i] === chosen ? "is-chosen" : ""}`);
      thread.setAttribute("d", plan.thread(i, into[i], lost.has(i)));
    });
    names.forEach((name, i) => {
      name.classList.toggle("is-chosen", i === chosen);
      name.classList.toggle("is-off", i !== chosen && plan.isTight);
    });
    setAll(mark, plan.mark(chosen));
  };
  /** The row, or for a bias the column, that was pressed. */
  const chosenAt = (/** @type {MouseEvent} */ {clientX, clientY}) => {
    const {left, top} = element.getBoundingClientRect();
    return plan.chosenAt(clientX - left, clientY - top);
  };
  return {element, sums, fit, show, chosenAt};
}

/** @param {SVGElement} cell @param {number} x @param {number} most @param {number} strongest */
function tint(cell, x, most, strongest) {
  cell.style.setProperty("--tw-heat", `${Math.round((strongest * Math.abs(x)) / most)}%`);
  cell.classList.toggle("is-negative", x < 0);
}

/** Rows at the left, the rows that they go into at the right.
 * @param {Rows} data @param {number} width @param {number} height @returns {Plan} */
function across({rows, labels}, width, height) {
  const block = Math.min(190, 0.3 * width);
  const cell = block / rows[0].length;
  const source = height / rows.length;
  const result = height / labels.length;
  const right = width - block - 26;
  return {
    isTight: result < 13,
    source: (i, k) => ({x: k * cell, y: i * source, width: cell, height: Math.max(1, source - 0.6)}),
    result: (i, k) => ({x: right + k * cell, y: i * result + 1, width: cell, height: result - 2}),
    name: (i) => ({x: width - 12, y: Math.max(10, Math.min(height - 2, (i + 0.5) * result + 4.5))}),
    mark: (i) => ({x: right - 1.5, y: i * result, width: block + 3, height: result}),
    thread(i, to, isLost) {
      const x1 = block + 3;
      const y1 = (i + 0.5) * source;
      const x2 = right - 4;
      const y2 = (to + 0.5) * result;
      const bend = (x2 - x1) / 2;
      // The thread of a lost row ends with a cross before the row that it goes into.
      if (!isLost) return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
      const end = x2 - 16;
      return `M${x1} ${y1}C${x1 + bend} ${y1} ${end - bend} ${y2} ${end} ${y2}m-3 -3l6 6m0 -6l-6 6`;
    },
    chosenAt: (x, y) => (x > right - 10 ? Math.max(0, Math.min(labels.length - 1, Math.floor(y / result))) : null)
  };
}

/** Rows above the one row that they go into, column by column.
 * @param {Rows} data @param {number} width @param {number} height @returns {Plan} */
function downward({rows, columns}, width, height) {
  const cell = width / columns.length;
  const room = 20;
  const result = Math.min(30, height / 8);
  const tall = (height - room - result - 8) / rows.length;
  const below = tall * rows.length + 8;
  return {
    isTight: cell < 11,
    source: (i, k) => ({x: k * cell, y: i * tall, width: cell - 1, height: Math.max(1, tall - 0.6)}),
    result: (_, k) => ({x: k * cell, y: below, width: cell - 1, height: result}),
    name: (k) => ({x: (k + 0.5) * cell, y: height - 4}),
    mark: (k) => ({x: k * cell - 0.5, y: 0, width: cell, height: below + result}),
    thread: () => "",
    chosenAt: (x) => Math.max(0, Math.min(columns.length - 1, Math.floor(x / cell)))
  };
}
