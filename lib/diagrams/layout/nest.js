import {layered} from "./layered.js";
import {AXES, reach, spread} from "./ports.js";
/** @import {Box, Point, Size} from "./types.js" */

/** Room for the title of a frame, and at its other sides. */
export const FRAME = {title: 52, side: 16};

/** Between ranks there is room for an edge's label; below a frame's border there is its title. */
const GAPS = {rank: 44, box: 26, border: FRAME.title};

/** Room around the drawing. */
const MARGIN = 14;

const SHORTEST = 10;

/**
 * Places everything of an outline from the top down. Each open group is laid out by itself and
 * then is in the drawing around it as one box, so opening a group moves little else.
 *
 * @param {import("./fold.js").Outline} outline
 * @param {{width: number, height: number, tray: number}[]} sizes by item; the tray hangs at the
 *   right of the box
 * @param {number[]} titles least width by frame
 * @returns {Size & {items: Point[], frames: Box[], lines: Point[][]}} middles of the items, frames by
 *   their corner, and the points of each edge
 *
 * @typedef {{outline: import("./fold.js").Outline, sizes: (Size & {tray: number})[], titles: number[]}} Context
 * @typedef {import("./layered.js").Box & {first?: number, item?: number, frame?: number, inner?: Places,
 *   edge?: number}} Member of a scope: an item, a frame with what is `inner`, or on the border the end of an edge
 * @typedef {{before?: Point[], after?: Point[], whole?: Point[]}} LineParts of an edge, in and around a frame
 * @typedef {{from: number, to: number}} Ends members of a scope; -1 for what is elsewhere
 * @typedef {{edge: number, from: number, to: number, fromAt: number, toAt: number}} Edge
 * @typedef {ReturnType<typeof layered> & ReturnType<typeof sizeOf> & {boxes: Member[], edges: Edge[]}} Plan
 * @typedef {Size & {items: Map<number, Point>, frames: Map<number, Box>, lines: Map<number, Point[]>,
 *   inAt: Map<number, number>, outAt: Map<number, number>}} Places what is in a scope, with where lines cross
 *   its upper and lower border
 */
export function nest(outline, sizes, titles) {
  const plan = layScope({outline, sizes, titles}, null);
  const {width, height} = plan;
  return {
    items: outline.items.map(({id}) => plan.items.get(id)),
    frames: outline.frames.map((_, i) => plan.frames.get(i)),
    lines: outline.edges.map((_, i) => plan.lines.get(i)),
    width,
    height
  };
}

/** @param {Context} context @param {number|null} scope a frame; null is the drawing @returns {Places} */
function layScope(context, scope) {
  const members = membersOf(context, scope);
  const holders = holdersOf(context, members, scope);
  const ends = context.outline.edges.map(({from, to}) => ({
    from: holders[from],
    to: holders[to]
  }));
  const boxes = boxesOf(members, ends);
  const edges = edgesOf(boxes, members, ends);
  const plan = layered(boxes, edges, GAPS);
  const size = sizeOf(context, scope, plan, boxes);
  return collect(context, {...plan, ...size, boxes, edges});
}

/** Items and frames right in a scope, in forward order. */
function membersOf(/** @type {Context} */ context, /** @type {number|null} */ scope) {
  const {items, frames} = context.outline;
  /** @type {Member[]} */
  const own = items.filter(({frame}) => frame === scope).map(({id, members}) => {
    const {width, height, tray} = context.sizes[id];
    return {item: id, first: members[0], left: width / 2, right: width / 2 + tray, height};
  });
  frames.forEach(({parent, members}, frame) => {
    if (parent !== scope) return;
    const inner = layScope(context, frame);
    const half = inner.width / 2;
    own.push({frame, inner, first: members[0], left: half, right: half, height: inner.height});
  });
  return own.sort((one, other) => one.first - other.first);
}

/** By item: the member of a scope that is it or holds it; -1 when it is elsewhere.
 * @param {Context} context @param {Member[]} members @param {number|null} scope */
function holdersOf({outline: {items, frames}}, members, scope) {
  /** @type {Record<"item"|"frame", Map<number, number>>} */
  const nth = {item: new Map(), frame: new Map()};
  members.forEach(({item, frame}, i) => {
    if (item === undefined) nth.frame.set(frame, i);
    else nth.item.set(item, i);
  });
  return items.map(({id, frame}) => {
    if (frame === scope) return nth.item.get(id);
    let around = frame;
    while (around !== null && frames[around].parent !== scope) around = frames[around].parent;
    return around === null ? -1 : nth.frame.get(around);
  });
}

/** The members, between places on the border for the edges that come from outside and go there. */
function boxesOf(/** @type {Member[]} */ members, /** @type {Ends[]} */ ends) {
  /** @param {number} edge @param {"in"|"out"} border @returns {Member} */
  const port = (edge, border) => ({edge, border, left: 1, right: 1, height: 0});
  const ins = ends.flatMap(({from, to}, i) => (from === -1 && to !== -1 ? [port(i, "in")] : []));
  const outs = ends.flatMap(({from, to}, i) => (to === -1 && from !== -1 ? [port(i, "out")] : []));
  return [...ins, ...members, ...outs];
}

/** @param {Member[]} boxes @param {Member[]} members @param {Ends[]} ends @returns {Edge[]} */
function edgesOf(boxes, members, ends) {
  /** @param {number} member @param {number} edge @param {"in"|"out"} border */
  const indexOf = (member, edge, border) => boxes.findIndex((box) =>
    member === -1 ? box.edge === edge && box.border === border : box === members[member]
  );
  const touch = (/** @type {number} */ member, /** @type {number} */ edge, /** @type {"inAt"|"outAt"} */ side) => {
    const {inner, left} = members[member] ?? {};
    return inner ? inner[side].get(edge) - left : 0;
  };
  return ends.flatMap(({from, to}, edge) => {
    if (from === to) return [];
    return [{
      edge,
      from: indexOf(from, edge, "in"),
      to: indexOf(to, edge, "out"),
      fromAt: touch(from, edge, "outAt"),
      toAt: touch(to, edge, "inAt")
    }];
  });
}

/** @param {Context} context @param {number|null} scope @param {ReturnType<typeof layered>} plan
 * @param {Member[]} boxes */
function sizeOf({titles}, scope, plan, boxes) {
  const side = scope === null ? MARGIN : FRAME.side;
  const needed = plan.right - plan.left + 2 * side;
  const width = Math.max(needed, titles[scope] ?? 0);
  const hasIn = boxes.some(({border}) => border === "in");
  const hasOut = boxes.some(({border}) => border === "out");
  const top = scope === null ? MARGIN : hasIn ? 0 : FRAME.title;
  const bottom = scope !== null && hasOut ? 0 : side;
  return {
    width: Math.ceil(width),
    height: Math.ceil(top + plan.height + bottom),
    dx: side - plan.left + (width - needed) / 2,
    dy: top
  };
}

/** Everything in the coordinates of the scope's top left corner. */
function collect(/** @type {Context} */ context, /** @type {Plan} */ plan) {
  const {boxes, edges, dx, dy, width, height} = plan;
  /** @type {Places} */
  const places = {
    items: new Map(),
    frames: new Map(),
    lines: new Map(),
    inAt: new Map(),
    outAt: new Map(),
    width,
    height
  };
  const ports = portsOf(context, plan);
  /** @type {Map<number, LineParts>} */
  const inner = new Map();
  boxes.forEach((box, i) => {
    const x = plan.x[i] + dx;
    const y = plan.y[i] + dy;
    if (box.border) places[box.border === "in" ? "inAt" : "outAt"].set(box.edge, x);
    else if (box.inner) adopt(places, inner, box, x - box.left, y - box.height / 2);
    else places.items.set(box.item, {x, y});
  });
  edges.forEach((edge, i) => {
    const {before, after} = inner.get(edge.edge) ?? {};
    const line = lineOf(plan, edge, ports[i], plan.lanes[i]);
    const own = line.map(({x, y}) => ({x: x + dx, y: y + dy}));
    places.lines.set(edge.edge, [...(before ?? []), ...own, ...(after ?? [])]);
  });
  for (const [edge, {whole}] of inner) if (whole) places.lines.set(edge, whole);
  return places;
}

/** Take over the contents of a frame, with the parts of lines that end in it.
 * @param {Places} places @param {Map<number, LineParts>} parts @param {Member} member
 * @param {number} x @param {number} y */
function adopt(places, parts, {frame, inner}, x, y) {
  /** @template {Point} T @param {T} place */
  const move = (place) => ({...place, x: place.x + x, y: place.y + y});
  places.frames.set(frame, {x, y, width: inner.width, height: inner.height});
  for (const [id, place] of inner.frames) places.frames.set(id, move(place));
  for (const [id, place] of inner.items) places.items.set(id, move(place));
  for (const [edge, line] of inner.lines) {
    const comesIn = inner.inAt.has(edge);
    const goesOut = inner.outAt.has(edge);
    const which = comesIn ? "after" : goesOut ? "before" : "whole";
    parts.set(edge, {...parts.get(edge), [which]: line.map(move)});
  }
}

/** Where edges touch nodes: apart, in the order of where they lead, straight where they can. */
function portsOf(/** @type {Context} */ context, /** @type {Plan} */ {boxes, edges, x, y, lanes}) {
  const touched = edges.map(() => ({from: 0, to: 0}));
  /** @param {Edge} edge @param {number} i @param {"from"|"to"} side */
  const wish = ({from, to, fromAt, toAt}, i, side) => {
    if (lanes[i].length > 0) return lanes[i].at(side === "from" ? 0 : -1).x;
    const start = x[from] + fromAt;
    const end = x[to] + toAt;
    const isFixed = (/** @type {Member} */ box) => Boolean(box.inner || box.border);
    if (isFixed(boxes[side === "from" ? to : from])) return side === "from" ? end : start;
    return (start + end) / 2;
  };
  for (const side of /** @type {const} */ (["from", "to"])) {
    const touching = boxes.map(() => /** @type {{i: number, wish: number}[]} */ ([]));
    edges.forEach((edge, i) => touching[edge[side]].push({i, wish: wish(edge, i, side)}));
    touching.forEach((list, box) => {
      if (boxes[box].item === undefined) {
        for (const {i} of list) touched[i][side] = x[box] + edges[i][`${side}At`];
        return;
      }
      list.sort((one, other) => one.wish - other.wish || one.i - other.i);
      const place = {x: x[box], y: y[box], ...context.sizes[boxes[box].item]};
      const places = spread(list.map((one) => one.wish), reach(place, AXES.down));
      list.forEach(({i}, nth) => (touched[i][side] = places[nth]));
    });
  }
  return touched;
}

/** Straight beside every box of a rank, bent between ranks.
 * @param {Plan} plan @param {Edge} edge @param {Ends} port x of both its ends @param {Plan["lanes"][0]} lanes */
function lineOf({boxes, bands, ranks, y}, {from, to}, port, lanes) {
  const start = {x: port.from, y: y[from] + boxes[from].height / 2};
  const end = {x: port.to, y: y[to] - boxes[to].height / 2};
  const points = [start];
  const go = (/** @type {number} */ x, /** @type {number} */ at) => {
    const last = points.at(-1);
    // A stretch shorter than an arrow head would bend back.
    if (Math.abs(at - last.y) > SHORTEST || x !== last.x) points.push({x, y: at});
  };
  go(port.from, bands[ranks[from]].bottom);
  for (const {x, rank} of lanes) {
    go(x, bands[rank].top);
    go(x, bands[rank].bottom);
  }
  if (end.y - bands[ranks[to]].top > SHORTEST) go(port.to, bands[ranks[to]].top);
  return [...points, end];
}
