import {textWidth} from "./measure.js";
/** @import {Size} from "./types.js" */

/** Bounds of the type size, which follows the room. */
const SIZE = {least: 12.5, most: 19};

/** No box is narrower, in type sizes. */
const NARROWEST = 3.6;

/** Distance of two lines of text, of a box's border from its text, and of two boxes, in type sizes. */
const STEP = 1.3;
const INSET = 0.55;
const GAP = {least: 1.5, most: 4.5};

/** A local gradient between two boxes is set smaller, and has this room beside it, in type sizes. */
const LOCAL = {size: 0.9, beside: 0.9};

/** @type {{values: string[], gradients: string[]}} */
const NO_NUMBERS = {values: [], gradients: []};

/** Room that arrows take that pass a box: above it, below it. */
const ARC = {above: 2.2, below: 3};

/**
 * Positions of a small graph in one row, in the order of its tape. Arrows to a neighbour are straight;
 * those that pass a box, or go the same way a second time, are arcs.
 *
 * @typedef {{values: string[], gradients: string[]}} Lines
 * @typedef {Lines & {id: number, name: string, kind: string, columns: Lines, tray: string[], isWritten: boolean,
 *   isLate: boolean, isLow?: boolean}} RowBox the texts of a node; those of `columns` have one entry in each line
 *
 * @param {Trace} trace
 * @param {RowBox[]} all
 * @param {Size & {locals: string[]}} room `locals` are the local gradients that stand at the arrows
 * @returns `width` is that of the room, `wide` what the row takes
 */
export function planRow(trace, all, {width, height, locals}) {
  const least = Math.max(GAP.least, ...locals.map((text) => textWidth(text, LOCAL.size) + LOCAL.beside));
  const spare = (all.length - 1) * least;
  const isColumn = (widest(all, false) + spare) * SIZE.least > width - 12;
  const arcs = arcsOf(trace);
  const isLow = rowsOf(all.map((box) => linesOf(box, isColumn)), all, arcs).all * SIZE.least > height;
  const low = isLow ? all.map((box) => lowered(box, isColumn)) : all;
  const need = rowsOf(low.map((box) => linesOf(box, isColumn)), low, arcs, isLow);
  // Rather than being cut, a matrix is left out with all other numbers.
  const isBare = need.lines > 2 && need.all * SIZE.least > height;
  const boxes = isBare ? all.map((box) => ({...box, ...NO_NUMBERS, columns: NO_NUMBERS})) : low;
  const lines = boxes.map((box) => linesOf(box, isColumn));
  const rows = rowsOf(lines, boxes, arcs, isLow);
  const fitting = Math.min(
    height / rows.all,
    (width - 12) / (widest(boxes, isColumn) + spare)
  );
  const size = Math.max(SIZE.least, Math.min(SIZE.most, fitting));
  const step = size * STEP;
  const room = boxes.map((_, i) => Math.max(NARROWEST, lines[i].widest) * size + 2 * INSET * size);
  const free = width - 12 - room.reduce((sum, one) => sum + one, 0);
  const gap = Math.max(least * size, Math.min(GAP.most * size, free / Math.max(1, boxes.length - 1)));
  const total = room.reduce((sum, one) => sum + one, 0) + gap * (boxes.length - 1);
  const top = Math.max(6, (height - rows.all * size) / 2) + rows.above * size;
  let x = Math.max(6, (width - total) / 2);
  const tall = rows.box * size;
  const nodes = boxes.map((box, i) => {
    const {values, gradients} = lines[i];
    const place = {...box, values, gradients, x, y: top, width: room[i], height: tall,
      trayWidth: lines[i].tray * size + size, at: textAt(lines[i], box, size, step, tall)};
    x += room[i] + gap;
    return place;
  });
  const edges = trace.edges.map((edge, i) => arrowsOf(edge, arcs[i], nodes, {size, tall, top, bend: isLow ? 0.62 : 1}));
  // A row that needs more is drawn smaller.
  const wide = Math.max(width, Math.ceil(total) + 12);
  return {width, wide, height, size, step, isColumn, isBare, nodes, edges};
}

/** With little height, a number is beside its name, and a sum is only its total. */
/** @param {RowBox} box @param {boolean} isColumn @returns {RowBox} */
function lowered(box, isColumn) {
  const {name, values} = box;
  const isNumber = values.length === 1 && values[0].startsWith("= ");
  const last = (/** @type {string[]} */ lines) => (isColumn ? lines : lines.slice(-1));
  return {
    ...box,
    kind: "",
    name: isNumber ? `${name} ${values[0]}` : name,
    values: isNumber ? [] : values,
    gradients: last(box.gradients),
    columns: {values: isNumber ? [] : box.columns.values, gradients: last(box.columns.gradients)},
    isLow: isNumber
  };
}

/** All boxes together, in type sizes. */
function widest(/** @type {RowBox[]} */ boxes, /** @type {boolean} */ isColumn) {
  return boxes.reduce((sum, box) => sum + Math.max(NARROWEST, linesOf(box, isColumn).widest) + 2 * INSET, 0);
}

/** @param {RowBox} rowBox @param {boolean} isColumn */
function linesOf({name, kind, values, gradients, columns, tray}, isColumn) {
  const shown = isColumn ? columns : {values, gradients};
  const ems = (/** @type {string} */ text) => textWidth(text, 1);
  return {
    ...shown,
    widest: Math.max(...[name, kind, ...shown.values, ...shown.gradients].map(ems), 0),
    tray: Math.max(0, ...tray.map((text) => ems(text) * 0.88))
  };
}

/** @param {Measured[]} lines @param {RowBox[]} boxes @param {boolean[]} arcs */
function rowsOf(lines, boxes, arcs, isLow = false) {
  const most = (/** @type {(one: Measured) => number} */ count) => Math.max(0, ...lines.map(count));
  const kind = boxes.some((box) => box.kind) ? 1 : 0;
  const values = most((one) => one.values.length);
  const gradients = most((one) => one.gradients.length);
  const box = (1 + 0.85 * kind + values + gradients) * STEP + 0.75;
  const hasArc = arcs.some(Boolean);
  const tray = Math.max(0, ...boxes.map((one) => one.tray.length));
  const above = hasArc ? (isLow ? 1.5 : ARC.above) : 0.5;
  const below = Math.max(hasArc ? (isLow ? 1.9 : ARC.below) : 0.5, tray > 0 ? tray * STEP + 1.4 : 0);
  return {box, above, lines: values + gradients, all: above + box + below + 0.6};
}

/** @typedef {ReturnType<typeof linesOf>} Measured */

/** Baselines of the texts in a box.
 * @param {Measured} lines @param {RowBox} box @param {number} size @param {number} step @param {number} tall */
function textAt({values, gradients}, {kind}, size, step, tall) {
  const name = 1.25 * size;
  const first = name + (kind ? 0.85 * step : 0);
  const bottom = tall - 0.55 * size;
  return {
    name,
    kind: first,
    values: values.map((_, i) => first + (i + 1) * step),
    gradients: gradients.map((_, i) => bottom - (gradients.length - 1 - i) * step)
  };
}

/** Which edges are arcs: those that pass a box, and all but the first of those between two neighbours. */
function arcsOf(/** @type {Trace} */ {edges}) {
  const seen = new Set();
  return edges.map(({from, to}) => {
    const way = `${from} ${to}`;
    const isArc = to - from > 1 || seen.has(way);
    seen.add(way);
    return isArc;
  });
}

/** @param {TraceEdge} edge @param {boolean} isArc
 * @param {{x: number, width: number, trayWidth: number, tray: string[]}[]} nodes
 * @param {{size: number, tall: number, top: number, bend: number}} row */
function arrowsOf({from, to, slot}, isArc, nodes, {size, tall, top, bend}) {
  const one = nodes[from];
  const two = nodes[to];
  if (!isArc) {
    const ahead = top + 0.24 * tall;
    const back = top + tall - 0.95 * size;
    const left = one.x + one.width + 3;
    const right = two.x - 3;
    return {
      forward: {line: `M${left},${ahead}H${right - 7}`, head: `M${right},${ahead}l-9,-5v10Z`},
      backward: {line: `M${right},${back}H${left}`, head: `M${left + 8},${back - 5}l-8,5l8,5`},
      at: [(left + right) / 2, back - 0.75 * size],
      lift: 0
    };
  }
  // Two arcs that leave one box do not begin at one place.
  const shift = (slot - 0.5) * 0.5 * size;
  const left = one.x + one.width / 2 + shift;
  const right = two.x + two.width / 2 + shift;
  const bottom = top + tall;
  // It passes beside a tray, not through it.
  const beside = Math.max(two.x + 8, two.x + (two.width - two.trayWidth) / 2 - 8);
  const foot = two.tray.length > 0 ? Math.min(right, beside) : right;
  const up = top - 2.6 * bend * size;
  const down = bottom + 3.1 * bend * size;
  return {
    forward: {
      line: `M${left},${top - 3}C${left + 8},${up} ${right - 8},${up} ${right},${top - 9}`,
      head: `M${right},${top - 2}l-5,-9h10Z`
    },
    backward: {
      line: `M${foot},${bottom + 3}C${foot - 8},${down} ${left + 8},${down} ${left},${bottom + 4}`,
      head: `M${left - 5},${bottom + 12}l5,-9l5,9`
    },
    at: [(left + right) / 2, bottom + 2.35 * bend * size],
    // Its local gradient is between it and the boxes.
    lift: 0.75 * size
  };
}
