import {isView} from "./data.js";
import {LEVELS} from "./heat.js";
/** @import {Clock, Step, Strip} from "./types.js" */

/** In a lane of at least this height the bars have margins; a lower one is a strip without them. */
const FULL = 12;

/** Columns of every mountain: with the same number, one can turn into another. */
const COLUMNS = 150;

/**
 * The bars of all lanes as a few paths. Bars too narrow to be distinguished are drawn as one.
 *
 * @param {Step} step
 * @param {Clock} clock
 * @param {object} room
 * @param {(group: string|null) => number} room.rowOf
 * @param {(row: number) => Strip} room.lane where a row is
 * @param {(at: number) => number} room.x of a place on the axis
 * @param {[number, number]} room.window the part of the axis that is shown
 * @param {(number|null)[]} [room.levels] for each moment the level of the gradient that arrives, as of `heat`
 * @returns {Record<string, string>} by class of bar
 */
export function bars({told, nodes, passes}, {start}, {rowOf, lane, x, window, levels}) {
  const [from, to] = window;
  const paths = /** @type {Record<string, string>} */ ({});
  /** @typedef {{kind: string, row: number, level: number|null, begin: number, end: number}} Bar */
  const open = /** @type {Map<string, Bar>} */ (new Map());
  const close = (/** @type {Bar} */ {kind, row, level, begin, end}) => {
    const {top: above, full} = barOf(lane(row));
    const height = short(level === null ? full : full * share(level));
    const top = short(above + (level === null ? 0 : full - Number(height)));
    const wide = short(end - begin);
    paths[kind] = `${paths[kind] ?? ""}M${short(begin)} ${top}h${wide}v${height}h-${wide}z`;
  };
  for (let moment = 0; moment < nodes.length; moment++) {
    if (start[moment] + 1 <= from || start[moment] >= to) continue;
    const node = told.nodes[nodes[moment]];
    const level = levels?.[moment] ?? null;
    const kind = kindOf(node, passes[moment], level);
    const row = rowOf(node.group);
    // What is only partly in the window ends where that ends.
    const begin = x(Math.max(from, start[moment]));
    const right = x(Math.min(to, start[moment] + 1));
    const gap = right - begin > 3 ? 1 : 0;
    const end = Math.max(begin + 1, right - gap);
    const key = `${kind} ${row}`;
    const before = open.get(key);
    if (before && gap === 0 && begin <= before.end + 0.5) before.end = Math.max(before.end, end);
    else {
      if (before) close(before);
      open.set(key, {kind, row, level, begin, end});
    }
  }
  open.forEach(close);
  return paths;
}

/** The top and the full height of a bar in a lane. */
export function barOf(/** @type {Strip} */ {top, high}) {
  return high < FULL ? {top, full: high - 1} : {top: top + high * 0.2, full: high * 0.6};
}

/** The share of its full height that a bar has, by level: a small gradient is still visible, NaN is full. */
const share = (/** @type {number} */ level) =>
  (level < 0 || level >= LEVELS ? 1 : 0.35 + (0.65 * level) / (LEVELS - 1));

/** @param {ScoreNode} node @param {string} pass @param {number|null} level */
function kindOf(node, pass, level) {
  const hot = level === null ? "" : ` tw-heat-${level}`;
  if (node.op === "leaf") return `leaf${hot}`;
  if (hot) return `${pass}${hot}`;
  return isView(node) ? `${pass}-view` : pass;
}

/**
 * The mountain: for each layer the outline over the axis of its bytes and of those below it. The
 * lowest is drawn last, in front of the others.
 *
 * @typedef {object} Room
 * @property {(at: number) => number} x pixels of a place on the axis
 * @property {(share: number) => number} slot the place at a share of what is shown
 * @property {(bytes: number) => number} y pixels of a height
 *
 * @param {{bytes: Float64Array}[]} layers the lowest first
 * @param {Clock} clock
 * @param {Room} room
 * @returns {string[]} by layer
 */
export function mountain(layers, clock, {x, slot, y}) {
  const at = columnOf(x, slot);
  return tops(layers, clock, slot).map((top) => {
    const over = [...top].map((sum, column) => `${short(at(column))} ${short(y(sum))}`);
    return `M${short(at(0))} ${short(y(0))}L${over.join("L")}V${short(y(0))}Z`;
  });
}

/** Height of a layer's name, in pixels. */
const NAME = 13;

/**
 * The place of the name of each layer: where the layer is highest, if the whole name fits into it.
 *
 * @param {{bytes: Float64Array}[]} layers the lowest first
 * @param {Clock} clock
 * @param {Room & {peak?: number}} room `peak` is the pixel of the present place when a figure opens
 * @param {number[]} widths of the names, in pixels
 * @returns {({x: number, y: number}|null)[]} the middle of each name, null where it fits nowhere
 */
export function namePlaces(layers, clock, {x, slot, y, peak = -Infinity}, widths) {
  const at = columnOf(x, slot);
  const wide = at(1) - at(0);
  const lines = tops(layers, clock, slot).map((top) => Array.from(top, y));
  return lines.map((high, i) => {
    const low = lines[i - 1] ?? high.map(() => y(0));
    const many = Math.ceil(widths[i] / wide);
    // A name is at the peak only if it has to be.
    let best = {room: NAME - 1, x: 0, y: 0, isClear: false};
    for (let first = 0; first + many <= COLUMNS; first++) {
      const ceiling = Math.max(...high.slice(first, first + many));
      const floor = Math.min(...low.slice(first, first + many));
      const middle = at(first + (many - 1) / 2);
      const isClear = floor - ceiling >= NAME && Math.abs(middle - peak) > widths[i] / 2;
      if (isClear === best.isClear ? floor - ceiling <= best.room : best.isClear) continue;
      best = {room: floor - ceiling, x: middle, y: (floor + ceiling) / 2, isClear};
    }
    return best.room < NAME ? null : {x: best.x, y: best.y};
  });
}

/** @param {Room["x"]} x @param {Room["slot"]} slot */
const columnOf = (x, slot) => (/** @type {number} */ column) => x(slot((column + 0.5) / COLUMNS));

/** For each layer, the bytes of it and of those below it in each column.
 * @param {{bytes: Float64Array}[]} layers @param {Clock} clock @param {Room["slot"]} slot */
function tops(layers, clock, slot) {
  const columns = momentsByColumn(clock, slot);
  let floor = new Float64Array(COLUMNS);
  return layers.map(({bytes}) => {
    floor = Float64Array.from(floor);
    columns.forEach((moments, column) => {
      let most = 0;
      for (let moment = moments.first; moment <= moments.last; moment++) {
        most = Math.max(most, bytes[moment] ?? 0);
      }
      floor[column] += most;
    });
    return floor;
  });
}

/** A coordinate in a few characters. */
const short = (/** @type {number} */ pixels) => String(Math.round(10 * pixels) / 10);

/** The moments that each column shows. */
function momentsByColumn(/** @type {Clock} */ {start}, /** @type {Room["slot"]} */ slot) {
  const columns = [];
  let moment = 0;
  for (let column = 0; column < COLUMNS; column++) {
    const left = slot(column / COLUMNS);
    const right = slot((column + 1) / COLUMNS);
    while (moment + 1 < start.length && start[moment + 1] <= left) moment += 1;
    let last = moment;
    while (last + 1 < start.length && start[last + 1] < right) last += 1;
    columns.push({first: moment, last});
  }
  return columns;
}

/** The moment at a place on the axis: the last one that has begun there. */
export function momentAt(/** @type {Clock} */ {start}, /** @type {number} */ at) {
  let low = 0;
  let high = start.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (start[middle] <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
