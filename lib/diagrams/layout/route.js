import {overlap, PILL} from "./measure.js";
import {AXES, ports, reach} from "./ports.js";
/** @import {Arrow, Axes, BentEdge, Box, Direction, PlacedEdge, PlacedLabel, Point, Spot} from "./types.js" */

/** Distance of each of the two arrows from the middle of their edge. */
const APART = {right: 8, down: 9};

/** Length of an arrow head, and half its width. */
const HEAD = {length: 9, half: 5};

/**
 * Lines for the edges: the forward arrow, the backward arrow beside it, and the label's place.
 * Both arrows leave and enter along the drawing's direction, which keeps them parallel.
 *
 * @param {Box[]} nodes by their centre
 * @param {BentEdge[]} edges
 * @param {Direction} direction
 * @returns {PlacedEdge[]}
 */
export function route(nodes, edges, direction) {
  const axes = AXES[direction];
  const eased = easeLabels(nodes, edges, axes);
  const portsOf = ports(nodes, eased, axes);
  return eased.map((edge, i) => {
    const {from, to, label} = edge;
    const along = withStubs([portsOf[i].start, ...middle(edge, axes), portsOf[i].end]);
    return {
      from,
      to,
      forward: arrow(along, -APART[direction], axes),
      backward: label && arrow(along.reverse(), APART[direction], axes),
      label: label && placed(edge, direction)
    };
  });
}

/**
 * The two arrows along the points of an edge that is drawn downwards.
 *
 * @param {Point[]} points from the border of one box to that of another
 * @returns {{forward: Arrow, backward: Arrow}}
 */
export function arrowsAlong(points) {
  const axes = AXES.down;
  const along = withStubs(points.map(axes.read));
  return {
    forward: arrow(along, -APART.down, axes),
    backward: arrow([...along].reverse(), APART.down, axes)
  };
}

/** The points between the nodes, with a straight stretch beside the pill. */
function middle(/** @type {BentEdge} */ {points, labelBox, label}, /** @type {Axes} */ axes) {
  const inner = points.map(axes.read);
  if (!label) return inner;
  const {along} = axes.read(labelBox);
  const end = along + axes.size(labelBox).along;
  return inner.flatMap((point) =>
    point.along >= along && point.along <= end
      ? [{...point, along}, {...point, along: end}]
      : [point]
  );
}

/** Straight at both ends for the length of a head: then both arrows bend at the same places. */
function withStubs(/** @type {Spot[]} */ points) {
  const start = points[0];
  const end = points.at(-1);
  const leave = {...start, along: start.along + HEAD.length};
  const enter = {...end, along: end.along - HEAD.length};
  return [start, leave, ...points.slice(1, -1), enter, end];
}

function arrow(/** @type {Spot[]} */ points, /** @type {number} */ offset, /** @type {Axes} */ axes) {
  const moved = points.map((point) => ({...point, across: point.across + offset}));
  const [neck, tip] = moved.slice(-2);
  return {stem: stem(moved.slice(0, -1), axes), tip: axes.write(tip), head: head(neck, tip, axes)};
}

/** A path that leaves and enters every point along the drawing's direction. */
function stem(/** @type {Spot[]} */ [first, ...rest], /** @type {Axes} */ axes) {
  const at = (/** @type {Spot} */ point) => axes.write(point).map((number) => Math.round(number * 1000) / 1000);
  let from = first;
  return rest.reduce((path, to) => {
    const along = (from.along + to.along) / 2;
    const bend = [{...from, along}, {...to, along}, to].map(at);
    from = to;
    return `${path}C${bend.join(",")}`;
  }, `M${at(first)}`);
}

/** The three points of a head. Heads need no SVG markers, since arrows end along an axis.
 * @param {Spot} neck @param {Spot} tip @param {Axes} axes */
function head(neck, tip, axes) {
  const corner = (/** @type {number} */ side) => ({...neck, across: tip.across + side * HEAD.half});
  return [corner(-1), tip, corner(1)].map(axes.write);
}

/** @param {BentEdge} edge @param {Direction} direction @returns {PlacedLabel} */
function placed({label, labelBox}, direction) {
  const {x, y, width} = labelBox;
  if (direction === "right") {
    const centre = x + width / 2;
    const top = y + APART.right - PILL.height / 2;
    return {
      ...label,
      box: labelBox,
      pill: {x: centre - label.pill / 2, y: top, width: label.pill},
      sentAt: {x: centre, y: top + PILL.height + 17, anchor: "middle"}
    };
  }
  return {
    ...label,
    box: labelBox,
    pill: {x: x + PILL.left, y, width: label.pill},
    sentAt: {x: x + PILL.sent, y: y + PILL.height + 16, anchor: "start"}
  };
}

/** Room kept between a moved label and everything else. */
const CLEAR = 8;

/** Room a label needs on the other side of its edge, for the forward arrow. */
const FORWARD_SIDE = 16;

const SHARES = [1, 0.75, 0.5, 0.25];

/**
 * Moves labels across, to where their edge needs no bend or bends equally on both sides, as far as
 * there is room: `rank` knows only their middles.
 *
 * @param {Box[]} nodes @param {BentEdge[]} edges @param {Axes} axes
 */
function easeLabels(nodes, edges, axes) {
  const taken = [...nodes.map(boxOf), ...edges.flatMap((edge) => passing(edge, axes))];
  const eased = [...edges];
  edges.forEach((edge, i) => {
    // A long edge has its place between the nodes that it passes.
    if (!edge.label || edge.points.length !== 1) return;
    const ends = [reach(nodes[edge.from], axes), reach(nodes[edge.to], axes)];
    const {across} = axes.read(edge.points[0]);
    const wish = between(ends, across) - across;
    const others = eased.filter((other, k) => k !== i && other.label).map(withForwardSide(axes));
    const share = SHARES.find((part) => {
      const moved = withForwardSide(axes)(shift(edge, wish * part, axes));
      return ![...taken, ...others].some((box) => overlap(moved, box, CLEAR));
    });
    if (share) eased[i] = shift(edge, wish * share, axes);
  });
  return eased;
}

/** The nearest place to `across` that both ends reach; the middle of the gap if there is none. */
function between(/** @type {[number, number][]} */ ends, /** @type {number} */ across) {
  const low = Math.max(...ends.map(([least]) => least));
  const high = Math.min(...ends.map(([, most]) => most));
  return low > high ? (low + high) / 2 : Math.min(Math.max(across, low), high);
}

/** @param {BentEdge} edge @param {number} by @param {Axes} axes @returns {BentEdge} */
function shift(edge, by, axes) {
  const [dx, dy] = axes.write({along: 0, across: by});
  /** @template {Point} T @param {T} place */
  const move = (place) => ({...place, x: place.x + dx, y: place.y + dy});
  return {...edge, points: edge.points.map(move), labelBox: move(edge.labelBox)};
}

function withForwardSide(/** @type {Axes} */ axes) {
  const [dx, dy] = axes.write({along: 0, across: FORWARD_SIDE});
  return (/** @type {BentEdge} */ {labelBox: {x, y, width, height}}) =>
    ({x: x - dx, y: y - dy, width: width + dx, height: height + dy});
}

function boxOf(/** @type {Box} */ {x, y, width, height}) {
  return {x: x - width / 2, y: y - height / 2, width, height};
}

/** Boxes around the stretches of a long edge, which no label may cover. */
function passing(/** @type {BentEdge} */ {points}, /** @type {Axes} */ axes) {
  return points.slice(1).map((point, i) => {
    const x = Math.min(point.x, points[i].x);
    const y = Math.min(point.y, points[i].y);
    const [dx, dy] = axes.write({along: 0, across: FORWARD_SIDE});
    return {
      x: x - dx,
      y: y - dy,
      width: Math.abs(point.x - points[i].x) + 2 * dx,
      height: Math.abs(point.y - points[i].y) + 2 * dy
    };
  });
}
