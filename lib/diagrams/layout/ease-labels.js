import {reach} from "./ports.js";

/** Room kept between a moved label and everything else. */
const CLEAR = 8;

/** Room a label needs on the other side of its edge, for the forward arrow. */
const FORWARD_SIDE = 16;

const SHARES = [1, 0.75, 0.5, 0.25];

/**
 * Moves labels across, to where their edge needs no bend or bends equally on both sides, as far as
 * there is room. `rank` knows only their middles.
 *
 * @param {Fields[]} nodes with x, y, width, height
 * @param {Fields[]} edges with labelBox, label and points
 * @param {Fields} axes one of `AXES`
 * @returns {Fields[]} the edges, with moved labelBox and points
 */
export function easeLabels(nodes, edges, axes) {
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
      return ![...taken, ...others].some((box) => overlap(moved, box));
    });
    if (share) eased[i] = shift(edge, wish * share, axes);
  });
  return eased;
}

/** The nearest place to `across` that both ends reach; the middle of the gap if there is none. */
function between(ends, across) {
  const low = Math.max(...ends.map(([least]) => least));
  const high = Math.min(...ends.map(([, most]) => most));
  return low > high ? (low + high) / 2 : Math.min(Math.max(across, low), high);
}

function shift(edge, by, axes) {
  const [dx, dy] = axes.write({along: 0, across: by});
  const move = (place) => ({...place, x: place.x + dx, y: place.y + dy});
  return {...edge, points: edge.points.map(move), labelBox: move(edge.labelBox)};
}

function withForwardSide(axes) {
  const [dx, dy] = axes.write({along: 0, across: FORWARD_SIDE});
  return ({labelBox: {x, y, width, height}}) =>
    ({x: x - dx, y: y - dy, width: width + dx, height: height + dy});
}

function boxOf({x, y, width, height}) {
  return {x: x - width / 2, y: y - height / 2, width, height};
}

/** Boxes around the stretches of a long edge, which no label may cover. */
function passing({points}, axes) {
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

function overlap(one, other) {
  return (
    one.x < other.x + other.width + CLEAR &&
    other.x < one.x + one.width + CLEAR &&
    one.y < other.y + other.height + CLEAR &&
    other.y < one.y + one.height + CLEAR
  );
}
