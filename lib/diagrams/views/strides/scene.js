/** @import {Tensor} from "./rule.js" */
import {addresses, addressOf, breach, indexOf, product} from "./rule.js";

/**
 * A scene has the tensor as a grid, its numbers in reading order, and the memory, with a thread from each
 * number to its address. Below a copy is the memory that it was copied from.
 *
 * @typedef {{key: string, x: number, y: number, width: number, height: number, text: string,
 *   kind: string, from?: string, place?: number}} Cell
 * @typedef {{key: string, x1: number, y1: number, x2: number, y2: number, kind: string}} Thread
 * @typedef {ReturnType<typeof sceneOf>} Scene
 *
 * @param {object} state
 * @param {Tensor} state.tensor
 * @param {boolean} state.isBack whether it is a gradient
 * @param {number[]} [state.wanted] the shape that was refused
 * @param {number} state.place of the chosen entry
 * @param {{width: number, height: number}} size
 */
export function sceneOf({tensor, isBack, wanted, place}, {width, height}) {
  const broken = wanted ? breach(tensor, wanted) : null;
  const {memory} = tensor;
  const rows = rowsOf(width, height, memory.from !== null);
  const pitch = width / 24;
  const read = addresses(tensor);
  const grid = gridOf(wanted ?? tensor.shape, rows.isNarrow ? width - 196 : width - 300, rows.grid);
  /** @type {Record<string, number>} */
  const seen = {};
  const keyOf = (/** @type {number} */ address) => {
    const id = memory.ids[address]?.[0] ?? `zero${address}`;
    seen[id] = (seen[id] ?? 0) + 1;
    return `${isBack ? "g" : "n"}${id}.${seen[id]}`;
  };
  const cells = /** @type {Cell[]} */ ([]);
  const threads = /** @type {Thread[]} */ ([]);
  const kindOf = (/** @type {number} */ i) => [
    memory.ids[read[i]].length === 0 ? "is-zero" : "", !broken && i === place ? "is-here" : "",
    broken?.place === i ? "is-broken" : ""
  ].join(" ");
  /** @param {string} key @param {number} x @param {number} y @param {number} w @param {number} address
   * @param {string} kind @param {Partial<Cell>} more @returns {Cell} */
  const cell = (key, x, y, w, address, kind, more = {}) => ({
    key, x, y, width: w - 2, height: rows.cell, text: String(memory.numbers[address]), kind, ...more
  });
  // If the cells are too small, only the row below has the numbers.
  const low = {height: grid.height - 2, ...(grid.height < 14 || grid.width < 17 ? {text: ""} : {})};
  read.forEach((address, i) => {
    const key = keyOf(address);
    cells.push({...cell(`t${key}`, grid.x(i), grid.y(i), grid.width, address, `is-tensor ${kindOf(i)}`, {place: i}), ...low});
    cells.push(cell(`r${key}`, i * pitch + 1, rows.reading, pitch, address, `is-reading ${kindOf(i)}`, {place: i}));
    threads.push({
      key: `h${key}`, x1: (i + 0.5) * pitch, y1: rows.reading + rows.cell, x2: (address + 0.5) * pitch, y2: rows.memory,
      kind: `${kindOf(i)}${broken ? " is-refused" : ""}`
    });
  });
  const isRead = new Set(read);
  const source = new Map(memory.links.map(([from, to]) => [to, from]));
  memory.numbers.forEach((_, a) => {
    const kind = `is-memory${isRead.has(a) ? "" : " is-unread"}${memory.ids[a].length ? "" : " is-zero"}${
      !broken && read[place] === a ? " is-here" : ""}`;
    const from = source.has(a) ? `s${source.get(a)}` : undefined;
    const key = memory.from ? `m${a}` : `s${a}`;
    const at = read.indexOf(a);
    cells.push(cell(key, a * pitch + 1, rows.memory, pitch, a, kind, at < 0 ? {from} : {from, place: at}));
  });
  for (const [from, to] of memory.links) {
    threads.push({
      key: `l${to}`, x1: (to + 0.5) * pitch, y1: rows.memory + rows.cell, x2: (from + 0.5) * pitch, y2: rows.source, kind: "is-copied"
    });
  }
  memory.from?.numbers.forEach((number, a) => cells.push({
    ...cell(`s${a}`, a * pitch + 1, rows.source, pitch, 0, "is-memory is-source"), text: String(number)
  }));
  return {
    cells, threads, broken, arcs: broken ? [] : arcsOf(tensor, place, pitch, rows),
    labels: {reading: rows.reading - 6, memory: rows.memory, source: memory.from ? rows.source : null}, rows
  };
}

/** The heights of the rows. */
function rowsOf(/** @type {number} */ width, /** @type {number} */ height, /** @type {boolean} */ isCopied) {
  const isNarrow = width < 520;
  const cell = isNarrow ? 18 : Math.min(30, 18 + height / 40);
  const grid = Math.max(66, Math.min(210, height * 0.36));
  const arcs = Math.min(64, height * 0.13);
  const bottom = height - cell - (isCopied ? 2 : arcs);
  const reading = grid + 22;
  return {
    isNarrow, cell, grid, reading, source: bottom, arcs,
    memory: isCopied ? reading + (bottom - reading) * 0.52 : bottom
  };
}

/** The grid of a tensor: the last dimension to the right, the one before down, others side by side.
 * @param {number[]} shape @param {number} width @param {number} height */
function gridOf(shape, width, height) {
  const columns = shape.at(-1) ?? 1;
  const rows = shape.at(-2) ?? 1;
  const blocks = product(shape.slice(0, -2));
  const across = Math.min(blocks, shape.length > 3 ? shape.at(-3) : blocks);
  const gap = 10;
  const cellWidth = Math.min(44, (width - gap * (across - 1)) / (across * columns));
  const down = Math.ceil(blocks / across);
  const cellHeight = Math.min(34, (height - gap * (down - 1)) / (down * rows));
  const block = (/** @type {number} */ i) => Math.floor(i / (rows * columns));
  return {
    width: cellWidth, height: cellHeight,
    x: (/** @type {number} */ i) => (block(i) % across) * (columns * cellWidth + gap) + (i % columns) * cellWidth,
    y: (/** @type {number} */ i) =>
      Math.floor(block(i) / across) * (rows * cellHeight + gap) + (Math.floor(i / columns) % rows) * cellHeight
  };
}

/** Arcs below the memory: the offset, then the index of each dimension times its stride.
 * @param {Tensor} tensor @param {number} place @param {number} pitch @param {ReturnType<typeof rowsOf>} rows */
function arcsOf({shape, strides, offset, memory}, place, pitch, rows) {
  if (memory.from) return [];
  const index = indexOf(shape, place);
  /** @type {{from: number, to: number, text: string, dim: number|null}[]} */
  const arcs = offset > 0 ? [{from: 0, to: offset, text: `${offset}`, dim: null}] : [];
  index.forEach((i, dim) => {
    const from = arcs.at(-1)?.to ?? 0;
    const by = i * strides[dim];
    if (by > 0) arcs.push({from, to: from + by, text: `${i} · ${strides[dim]}`, dim});
  });
  return arcs.map((arc) => ({
    ...arc, x1: (arc.from + 0.5) * pitch, x2: (arc.to + 0.5) * pitch, y: rows.memory + rows.cell + 1, depth: rows.arcs
  }));
}

/** The sum that gives an address, in numbers. */
export function sumOf(/** @type {Tensor} */ tensor, /** @type {number} */ place) {
  const index = indexOf(tensor.shape, place);
  const terms = [tensor.offset, ...index.map((i, dim) => `${i}·${tensor.strides[dim]}`)];
  return {index, text: `${terms.join(" + ")} = ${addressOf(tensor, index)}`};
}
