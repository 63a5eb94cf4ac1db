import {html, svg} from "htl";
import {handles} from "../../controls/handles.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {setAll, setSize} from "../../drawing/size.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {factorsOf, productOf, termsOf} from "./product.js";
import manifest from "./view.json" with {type: "json"};
import {called, words as own} from "./words.js";
/** @import {Cell, Factors, Numbers, Rows} from "./product.js" */

/** The size of the drawing where there is no layout: on paper, and in Node. */
const SIZE = {width: 640, height: 400};

/** Pixels: the largest cell, the height of a name, the gaps between matrices and between cells. */
const CELL = {width: 92, height: 60};
const NAME = 19;
const BETWEEN = 12;
const GAP = 3;

/** The largest number of a cell, and how much a dragged pixel adds. */
const MOST = 5;
const PER_PIXEL = 0.02;

/**
 * A matrix product P = A B whose cells the reader moves, with the gradients of both factors beside
 * them. The page computes them; the first ones must be those of Python.
 *
 * @param {Factors & {dA: Rows, dB: Rows}} data
 * @param {Options & {cell?: string, gradients?: boolean}} [options] those of `view.json`
 * @returns {View<Numbers & {cell: string}>} the numbers of all five matrices, and the chosen `cell`; a change
 *   dispatches `input`; a new value may leave out settings that stay
 *
 * @typedef {{cell?: string, A?: string|Rows, B?: string|Rows}} Wanted links write numbers as texts
 * @typedef {{numbers: Numbers, cell: Cell|null}} Now
 * @typedef {Words & ReturnType<typeof called>} ProductWords
 */
export function productCells(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(factorsOf(data), now, words), words), own);
}

/** @param {Factors} data @param {OptionsOf<typeof productCells>} options @param {Words} common */
function build(data, {id, title, cell: first = "", gradients = true}, common) {
  const words = /** @type {ProductWords} */ ({...common, ...called(data.names)});
  /** @type {Now} */
  const now = {numbers: productOf(data.A, data.B), cell: null};
  const format = threeDigits(words.lang);
  /** @type {Cell["of"][]} */
  const names = gradients ? ["dB", "B", "dA", "A", "P"] : ["B", "A", "P"];
  const cells = names.flatMap((of) => now.numbers[of].flatMap((row, i) => row.map((_, j) => cellOf(of, i, j))));
  const titles = Object.fromEntries(names.map((of) => [of, svg`<text class=${`tw-product-name is-${of}`}
    text-anchor="middle">${words.names[of]}</text>`]));
  const drawing = svg`<svg class="tw-product-drawing" role="group" aria-label=${title ?? words.product}>${
    Object.values(titles)}${cells.map(({element}) => element)}</svg>`;
  const sentence = sentenceBox([[{text: "\u2007\u2007 ".repeat(33)}]]);
  const copy = copyLink(id, () => address(now), words);
  const element = html`<div class="tw-product tw-view" lang=${words.lang}>${drawing}${sentence}
    <div class="tw-line">${copy}</div></div>`;
  const refresh = twin(element, () => table(now.numbers, names, words, format), words, {picture: [drawing]});
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const set = (/** @type {Wanted} */ wanted) => {
    Object.assign(now, settingsOf(now, wanted, cells));
    render();
  };
  const choose = (/** @type {Cell} */ cell) => {
    set({cell: nameOf(cell)});
    report();
  };
  const movable = cells.filter(({of}) => of === "A" || of === "B").map((cell) => ({
    ...cell, label: words.cell(cell.of, cell.i, cell.j), least: -MOST, most: MOST, arrow: 0.1, zero: 0.06,
    get: () => now.numbers[cell.of][cell.i][cell.j],
    set(/** @type {number} */ x) {
      const rows = now.numbers[cell.of].map((row, i) => (i === cell.i ? row.with(cell.j, x) : row));
      set({cell: nameOf(cell), [cell.of]: rows});
      report();
    },
    perPixel: () => PER_PIXEL
  }));
  const told = handles(drawing, movable);
  for (const cell of cells) {
    cell.element.addEventListener("focus", () => nameOf(cell) !== nameOf(now.cell) && choose(cell));
    cell.element.addEventListener("click", () => choose(cell));
  }
  const render = () => {
    const lit = now.cell ? litBy(now.cell, now.numbers) : new Map();
    for (const {of, i, j, element: one, text} of cells) {
      const x = now.numbers[of][i][j];
      text.textContent = format(x);
      one.setAttribute("class", `tw-product-cell is-${of} ${lit.get(nameOf({of, i, j})) ?? ""}`);
    }
    told(format);
    sentence.say(sayingOf(now, gradients, words, format), false);
    refresh();
  };
  const fit = (/** @type {number} */ width, /** @type {number} */ height) => {
    setSize(drawing, width, height);
    place(cells, titles, now.numbers, {width, height, gradients});
  };
  fit(SIZE.width, SIZE.height);
  set({cell: first, ...asked(id)});
  const value = () => ({...now.numbers, cell: nameOf(now.cell)});
  element.panels = [{name: "cells", text: words.product, element: drawing, least: 190, most: 470, fit}];
  return connect(element, id, {read: () => address(now), apply: set, value});
}

/** @typedef {ReturnType<typeof cellOf>} DrawnCell */

function cellOf(/** @type {Cell["of"]} */ of, /** @type {number} */ i, /** @type {number} */ j) {
  const text = svg`<text text-anchor="middle"></text>`;
  const rect = svg`<rect rx="4"></rect>`;
  return {of, i, j, rect, text, element: svg`<g>${rect}${text}</g>`};
}

/** The settings of a link or a page: `cell: "A00"`, and all numbers of a factor.
 * @param {Now} now @param {Wanted} wanted @param {DrawnCell[]} cells */
function settingsOf({numbers, cell}, wanted, cells) {
  const rows = (/** @type {"A"|"B"} */ name) => {
    const given = wanted[name];
    const list = typeof given === "string" ? given.split(",").map(Number) : given?.flat();
    const columns = numbers[name][0].length;
    const fits = list?.length === numbers[name].flat().length && list.every((x) => Math.abs(x) <= MOST);
    return fits ? numbers[name].map((_, i) => list.slice(i * columns, (i + 1) * columns)) : numbers[name];
  };
  return {
    numbers: productOf(rows("A"), rows("B")),
    cell: wanted.cell === "" ? null : cells.find((one) => nameOf(one) === wanted.cell) ?? cell
  };
}

function nameOf(/** @type {Cell|null} */ cell) {
  return cell ? `${cell.of}${cell.i}${cell.j}` : "";
}

function address(/** @type {Now} */ {numbers: {A, B}, cell}) {
  return {cell: nameOf(cell), A: A.flat().join(","), B: B.flat().join(",")};
}

/** The classes of the cells that take part in a sum, by their names. */
function litBy(/** @type {Cell} */ cell, /** @type {Numbers} */ numbers) {
  const {pairs, of} = termsOf(cell, numbers);
  const lit = new Map(pairs.flat().map((one) => [nameOf(one), "is-lit"]));
  return lit.set(nameOf(of), "is-lit is-sum").set(nameOf(cell), "is-target");
}

/** Places cells so that rows of A and columns of B meet in P, with the gradients on the outside.
 * @param {DrawnCell[]} cells @param {Record<string, Element>} titles @param {Numbers} numbers
 * @param {{width: number, height: number, gradients: boolean}} room */
function place(cells, titles, {A, B}, {width, height, gradients}) {
  const k = B.length;
  const n = B[0].length;
  const count = gradients ? 2 : 1;
  const wide = count * k + n;
  const high = count * k + A.length;
  const cell = {
    width: Math.min(CELL.width, (width - count * BETWEEN - 2) / wide),
    height: Math.min(CELL.height, (height - (count + 1) * NAME - 2) / high)
  };
  const left = (width - wide * cell.width - count * BETWEEN) / 2;
  const right = left + count * (k * cell.width + BETWEEN);
  const low = count * k * cell.height + (count + 1) * NAME;
  /** @type {Record<string, [number, number]>} */
  const corners = {
    dA: [left, low],
    A: [right - k * cell.width - BETWEEN, low],
    P: [right, low],
    B: [right, low - k * cell.height - NAME],
    dB: [right, NAME]
  };
  for (const {of, i, j, rect, text} of cells) {
    const x = corners[of][0] + j * cell.width;
    const y = corners[of][1] + i * cell.height;
    setAll(rect, {x: x + GAP / 2, y: y + GAP / 2, width: cell.width - GAP, height: cell.height - GAP});
    setAll(text, {x: x + cell.width / 2, y: y + cell.height / 2 + 5});
  }
  for (const [of, element] of Object.entries(titles)) {
    const columns = of.endsWith("A") ? k : n;
    setAll(element, {x: corners[of][0] + (columns * cell.width) / 2, y: corners[of][1] - 4});
  }
}

/** The sum that gives the chosen cell, and the cells that use it.
 * @param {Now} now @param {boolean} gradients @param {ProductWords} words @param {(x: number) => string} format */
function sayingOf({numbers, cell}, gradients, words, format) {
  if (!cell) return [{text: words.choose}];
  const {pairs, of} = termsOf(cell, numbers);
  const x = (/** @type {Cell} */ {of: name, i, j}) => numbers[name][i][j];
  const factor = (/** @type {Cell} */ one) => (x(one) < 0 ? `(${format(x(one))})` : format(x(one)));
  const sum = pairs.map(([one, other]) => `${factor(one)}·${factor(other)}`).join(" + ");
  const equation = `${words.cell(of.of, of.i, of.j)} = ${sum} = ${format(x(of))}.`;
  if (cell.of === "P") return [{text: equation}];
  const users = pairs.map((pair) => pair.find((one) => one.of === "P")).map(({i, j}) => words.cell("P", i, j));
  const used = words.used(words.cell(cell.of.slice(-1), cell.i, cell.j), users.join(words.listSeparator));
  return [{text: used}, ...(gradients ? [{text: " "}, {text: equation, kind: "grad"}] : [])];
}

/** Three significant digits, in the page's language. */
function threeDigits(/** @type {string} */ lang) {
  const short = new Intl.NumberFormat(lang, {maximumSignificantDigits: 3, useGrouping: false});
  return (/** @type {number} */ x) => short.format(Math.abs(x) < 1e-9 ? 0 : x).replace("-", "−");
}

/** @param {Numbers} numbers @param {Cell["of"][]} names @param {ProductWords} words
 * @param {(x: number) => string} format */
function table(numbers, names, words, format) {
  return rowsTable(words.product, [], names.flatMap((of) => numbers[of].map((row, i) =>
    [`${words.names[of]}, ${words.row(i)}`, row.map(format).join(words.listSeparator)])));
}
