import {linear} from "../../drawing/scale.js";

/** Narrower drawings have smaller type, and names without their formulas. */
const NARROW = 520;

/** Parts of the height and their margins, in pixels. */
const WIDE_SIZES = {tape: 222, above: 56, strip: 102, axis: 50, top: 18, edge: 10, rise: 21, step: 20};
const NARROW_SIZES = {tape: 144, above: 41, strip: 68, axis: 41, top: 16, edge: 20, rise: 12, step: 12};

/** Where the arcs of a cell begin and end, as shares of its width from the middle; the shortest is outermost. */
const PORTS = [0.28, 0.1];

/** Margins around the curve, as shares of its width and height. */
const AIR = {x: 0.03, y: 0.07};

/**
 * The pixels of everything in a drawing of some size.
 *
 * @param {import("./data.js").Runs} runs
 * @param {{width: number, height: number}} size
 *
 * @typedef {ReturnType<typeof planOf>} Plan
 */
export function planOf({trace, leaf, root, values}, {width, height}) {
  const isNarrow = width < NARROW;
  const sizes = isNarrow ? NARROW_SIZES : WIDE_SIZES;
  const floor = height - sizes.tape;
  const base = floor - sizes.axis;
  const left = isNarrow ? 8 : 10;
  const right = width - sizes.edge;
  const xs = wider([Math.min(...values[leaf]), Math.max(...values[leaf])], AIR.x);
  const ys = wider([Math.min(...values[root]), Math.max(...values[root])], AIR.y);
  const count = trace.nodes.length;
  const gap = isNarrow ? 10 : Math.min(46, width * 0.055);
  const cell = (width - gap * (count + 1)) / count;
  const strip = floor + sizes.above;
  const middle = (/** @type {number} */ id) => gap + id * (cell + gap) + cell / 2;
  const ports = portsOf(trace.edges);
  /** @param {number} i position of the edge @param {boolean} isForward above the strip, or below it */
  const arc = (i, isForward) => {
    const {from, to} = trace.edges[i];
    const start = middle(from) + ports[i].from * cell;
    const end = middle(to) - ports[i].to * cell;
    const side = isForward ? -1 : 1;
    const y = isForward ? strip - 1 : strip + sizes.strip + 1;
    const bend = y + side * 1.33 * (sizes.rise + (to - from - 1) * sizes.step);
    const ends = isForward ? [start, end] : [end, start];
    return {
      path: `M${ends[0]} ${y}C${ends[0]} ${bend} ${ends[1]} ${bend} ${ends[1]} ${y}`,
      tip: [ends[1], y],
      label: [(start + end) / 2, y + (bend - y) * 0.75]
    };
  };
  return {
    width, height, isNarrow, floor, base, left, right, strip, cell, middle, arc,
    rail: base + (isNarrow ? 18 : 22),
    tall: sizes.strip,
    top: sizes.top,
    x: linear(xs, [left, right]),
    y: linear(ys, [base, sizes.top]),
    xAt: linear([left, right], xs)
  };
}

function wider(/** @type {number[]} */ [least, most], /** @type {number} */ share) {
  const air = (most - least) * share;
  return [least - air, most + air];
}

/** For each edge, how far from the middle of its two cells it begins and ends. */
function portsOf(/** @type {TraceEdge[]} */ edges) {
  const ports = edges.map(() => ({from: 0, to: 0}));
  const long = (/** @type {number} */ i) => edges[i].to - edges[i].from;
  for (const id of new Set(edges.flatMap(({from, to}) => [from, to]))) {
    for (const side of /** @type {const} */ (["from", "to"])) {
      const list = [...edges.keys()].filter((i) => edges[i][side] === id).sort((one, other) => long(one) - long(other));
      for (const [nth, i] of list.entries()) ports[i][side] = PORTS[nth] ?? 0;
    }
  }
  return ports;
}
