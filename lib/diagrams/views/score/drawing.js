import {create} from "d3-selection";
import {layerClass} from "./layer-list.js";
import {bars, momentAt, mountain, namePlaces, ROW} from "./plan.js";
import {drawWrites, HIGH as WRITTEN} from "./written-memory.js";

/** Heights in pixels: head, what is between, a mountain alone and one of two, the foot. */
const HEAD = 22;
const BETWEEN = 26;
const HIGH = {1: 136, 2: 84};
const FOOT = 6;
const EDGE = 2;
/** Room for the names of the lanes. */
const GUTTER = 176;
/** Width of a letter of them, and of a layer's name; how far from a bar a pointer still means it. */
const LETTER = 7.9;
const SMALL = 7.3;
const NEAR = 8;

/**
 * Lanes, arcs and mountains of a score as one SVG. A step moves its marks and redraws nothing.
 *
 * @param {object} subject
 * @param {import("./data.js").Step[]} subject.steps one, or one for each engine
 * @param {ReturnType<typeof import("./align.js").clocks>} subject.time
 * @param {ReturnType<typeof import("./held.js").held>[]} subject.held by step
 * @param {number} subject.most bytes that the axis has room for
 * @param {(ReturnType<typeof import("./heat.js").heat>)[]} subject.heats by step
 * @param {import("./writes.js").Row[]} subject.written memory that is written in place
 * @param {object} room
 * @param {number} room.width
 * @param {{name: string, depth: number}[]} room.names of the lanes; none where only one is shown
 * @param {number} room.rows
 * @param {(group: string|null) => number} room.rowOf
 * @param {[number, number]} room.window
 * @param {boolean} room.grows whether what has not run yet is faded
 * @param {number} room.written rows to keep free for written memory
 * @param {Fields} telling
 * @returns {SVGSVGElement & Fields} `show(at)` marks a place, `at(x, y)` returns the place at a point,
 *   `point(at)` marks that under the pointer or none, `light(key, isOn)` a layer, `mark(nodes)` nodes
 *   of the last step
 */
export function scoreDrawing(subject, room, telling) {
  const {steps, time, held, heats, written} = subject;
  const {names, rows, rowOf, window, grows} = room;
  const place = placesOf(subject, room);
  const {width, height, x, gutter} = place;
  const svg = create("svg:svg").attr("class", "tw-score-drawing").attr("viewBox", `0 0 ${width} ${height}`)
    .attr("width", width).attr("height", height).attr("role", "img").attr("aria-label", telling.summary);
  drawPasses(svg, time, place, telling);
  drawGrid(svg, time, rows, place);
  names.forEach(({name, depth}, row) => {
    text(svg, "tw-lane-name", 18 + depth * 12, HEAD + row * ROW + 16, shortened(name, depth));
  });
  const inLanes = svg.append("g").attr("class", "tw-score-bars").attr("transform", `translate(0 ${HEAD})`);
  steps.forEach((step, track) => {
    const drawn = bars(step, time.clocks[track], {rowOf, x, window, track, tracks: steps.length,
      levels: heats[track]?.levels});
    for (const [kind, d] of Object.entries(drawn)) {
      inLanes.append("path").attr("class", `tw-bars tw-bars-${kind}`).attr("d", d);
    }
  });
  if (written.length > 0) {
    drawWrites(svg, {written, clock: time.clocks[0], x, top: place.underLanes, gutter, width}, telling.written);
  }
  drawLost(svg, subject, rows, place, telling);
  const marked = svg.append("path").attr("class", "tw-score-marked").attr("transform", `translate(0 ${HEAD})`);
  steps.forEach((_, track) => {
    if (names.length > 0) drawScale(svg, track, place, telling);
    drawMountain(svg, track, {held: held[track], clock: time.clocks[track], window}, place, telling);
  });
  const ahead = grows
    ? svg.append("rect").attr("class", "tw-score-ahead").attr("y", HEAD).attr("height", height - HEAD)
    : null;
  // Numbers stay legible: only what is drawn fades.
  if (ahead) svg.node().append(...svg.node().querySelectorAll(".tw-score-mountain text"));
  const light = (key, isOn) => {
    for (const layer of svg.node().querySelectorAll(".tw-layer")) {
      layer.classList.toggle("is-lit", isOn && layer.getAttribute("data-layer") === key);
    }
  };
  const sizes = {head: HEAD, row: ROW, gutter};
  return /** @type {any} */ (Object.assign(svg.node(), {
    ...moving(svg, ahead, subject, room, place),
    light,
    mark: (nodes) => marked.attr("d", outlinesOf(nodes, subject, room, place)),
    sizes
  }));
}

/** Positions of everything, in pixels. */
function placesOf({steps, time, most}, {width, names, rows, window: [from, to], written}) {
  const tracks = steps.length;
  const gutter = names.length > 0 ? GUTTER : EDGE;
  const pixels = (width - gutter - EDGE) / (to - from);
  const x = (at) => gutter + (at - from) * pixels;
  const high = HIGH[tracks] ?? HIGH[2];
  const underLanes = HEAD + rows * ROW;
  const lanes = underLanes + written * WRITTEN;
  const ceiling = (track) => lanes + track * (BETWEEN + high);
  const floor = (track) => ceiling(track + 1);
  return {
    width,
    height: ceiling(tracks) + FOOT,
    from,
    to,
    gutter,
    pixels,
    x,
    middle: x(time.middle),
    underLanes,
    ceiling,
    floor,
    /** The end of a track's scale, and where an amount of bytes is on it. */
    top: (track) => floor(track) - (high - 4),
    y: (track) => (bytes) => floor(track) - (bytes / most) * (high - 4)
  };
}

function text(parent, name, left, top, content, anchor = "start") {
  return parent.append("text").attr("class", name).attr("x", left).attr("y", top)
    .attr("text-anchor", anchor).text(content);
}

function drawPasses(svg, time, {from, to, gutter, x, middle}, telling) {
  if (from < time.middle) text(svg, "tw-score-forward", Math.max(gutter, x(0)), 15, telling.forward);
  if (to > time.middle) {
    text(svg, "tw-score-backward", Math.max(gutter, middle) + 6, 15, telling.backward);
  }
}

function drawGrid(svg, time, rows, {width, height, gutter, middle}) {
  const lines = svg.append("path").attr("class", "tw-score-lines");
  lines.attr("d", Array.from({length: rows + 1}, (_, i) => `M${gutter} ${HEAD + i * ROW}H${width}`).join(""));
  if (middle > gutter && middle < width) {
    svg.append("path").attr("class", "tw-score-middle").attr("d", `M${middle} 0V${height}`);
  }
}

/** The part of the axis that never ran, because of an error before it. */
function drawLost(svg, {steps, time}, rows, {width, x}, telling) {
  const [{left}] = steps;
  if (left === 0) return;
  const begin = x(time.length - left);
  svg.append("rect").attr("class", "tw-score-lost").attr("x", begin).attr("y", HEAD)
    .attr("width", Math.max(0, width - begin)).attr("height", rows * ROW);
  if (width - begin > LETTER * telling.lost.length) {
    text(svg, "tw-score-lost-name", width - 4, HEAD + ROW - 7, telling.lost, "end");
  }
}

function drawScale(svg, track, {gutter, floor, top: high}, telling) {
  const top = high(track);
  text(svg, "tw-lane-name", gutter - 10, floor(track) - 4, telling.heldFor, "end");
  text(svg, "tw-score-scale", gutter - 10, top + 4, telling.most, "end");
  svg.append("path").attr("class", "tw-score-floor").attr("d", `M${gutter - 6} ${top}h6`);
}

/** The marks that move with the present place and with the pointer, and what is at a point. */
function moving(svg, ahead, {steps, time}, {rows, rowOf}, place) {
  const {width, height, x, pixels, floor, ceiling} = place;
  const halos = steps.map(() => svg.append("path").attr("class", "tw-score-halo"));
  const arcs = steps.map(() => svg.append("path").attr("class", "tw-score-arc"));
  const pointed = svg.append("path").attr("class", "tw-score-pointed");
  const cursor = svg.append("path").attr("class", "tw-score-cursor").attr("d", `M0 ${HEAD - 4}V${height}`);
  const rowAt = ({told, nodes}, moment) => rowOf(told.nodes[nodes[moment]].group);
  /** The outline of a track's bar at one of its moments. */
  const box = (track, moment) => {
    const {start, width: wide} = time.clocks[track];
    const long = Math.max(2, wide[moment] * pixels) + 2;
    const top = HEAD + rowAt(steps[track], moment) * ROW + 2;
    return `M${x(start[moment]) - 1.5} ${top}h${long}v${ROW - 4}h${-long}z`;
  };
  const point = (at) => pointed.attr("d", at === null
    ? null
    : `M${x(at + 0.5)} ${HEAD}V${height}${box(0, momentAt(time.clocks[0], at))}`);
  const show = (at) => {
    ahead?.attr("x", x(at + 1)).attr("width", Math.max(0, width - x(at + 1)));
    cursor.attr("transform", `translate(${x(at + 0.5).toFixed(1)} 0)`);
    steps.forEach((step, track) => {
      const clock = time.clocks[track];
      const now = momentAt(clock, at);
      const node = step.nodes[now];
      const ends = momentsOf(step, node);
      halos[track].attr("d", [...new Set([...ends, now])].map((moment) => box(track, moment)).join(""));
      const stores = step.told.nodes[node].saved.some(({storage}) => step.told.storages[storage].of === null);
      const [a, b] = ends.map((moment) => x(clock.start[moment] + clock.width[moment] / 2));
      const bottom = floor(track);
      const top = ceiling(track) - 12;
      arcs[track].attr("d", stores && ends.length === 2
        ? `M${a} ${bottom}C${a} ${top} ${b} ${top} ${b} ${bottom}`
        : null);
    });
  };
  /** The place at a point: in a lane that of its nearest bar, if one is near. */
  const at = (left, top) => {
    const here = Math.max(0, Math.min(time.length - 1, Math.floor(place.from + (left - place.gutter) / pixels)));
    const row = Math.floor((top - HEAD) / ROW);
    if (row < 0 || row >= rows) return here;
    const reach = Math.ceil(NEAR / pixels);
    for (let by = 0; by <= reach; by++) {
      for (const near of [here + by, here - by]) {
        const isPlace = near >= 0 && near < time.length;
        if (isPlace && rowAt(steps[0], momentAt(time.clocks[0], near)) === row) return near;
      }
    }
    return here;
  };
  return {show, point, at};
}

/** When a node is computed and when its saved tensors are read, as far as it is. */
function momentsOf({made, read}, node) {
  return [made[node], read[node]].filter((moment) => moment !== -1);
}

/** The bars of some nodes of the last step, as one path. */
function outlinesOf(nodes, {steps, time}, {rowOf}, {from, to, x, pixels}) {
  const step = steps.at(-1);
  const {start, width} = time.clocks.at(-1);
  const half = (ROW - 10) / steps.length;
  const high = ROW - 4 - (steps.length - 1) * half;
  const box = (moment) => {
    const row = rowOf(step.told.nodes[step.nodes[moment]].group);
    const wide = Math.max(2, width[moment] * pixels);
    return `M${x(start[moment]) - 0.5} ${row * ROW + ROW - 2 - high}h${wide}v${high}h${-wide}z`;
  };
  const isSeen = (moment) => start[moment] >= from && start[moment] < to;
  return nodes.flatMap((node) => momentsOf(step, node)).filter(isSeen).map(box).join("");
}

/** A name that fits into its room. */
function shortened(name, depth) {
  const most = Math.floor((GUTTER - 24 - depth * 12) / LETTER);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

function drawMountain(svg, track, {held, clock, window}, {gutter, x, width, y: heights}, {peak, labelOf}) {
  const y = heights(track);
  const name = peak(track);
  const outlines = mountain(held.layers, clock, {x, window, y});
  const group = svg.append("g").attr("class", "tw-score-mountain");
  for (let i = outlines.length - 1; i >= 0; i--) {
    const {key} = held.layers[i];
    group.append("path").attr("class", layerClass(key, i)).attr("data-layer", key).attr("d", outlines[i]);
  }
  const names = held.layers.map(({key}) => labelOf(key));
  const places = namePlaces(held.layers, clock, {x, window, y}, names.map((one) => SMALL * one.length + 4));
  places.forEach((place, i) => {
    if (place) text(group, "tw-layer-name", place.x, place.y + 4, names[i], "middle");
  });
  const left = x(clock.start[held.peak] + clock.width[held.peak] / 2);
  const top = y(held.total[held.peak] + held.base[held.peak]);
  group.append("path").attr("class", "tw-score-floor").attr("d", `M${gutter} ${y(0)}H${width}`);
  if (left < gutter || left > width) return;
  group.append("circle").attr("class", "tw-score-peak").attr("cx", left).attr("cy", top).attr("r", 4);
  const isLate = left > (gutter + width) / 2;
  const long = LETTER * name.length;
  const fits = isLate ? left - 9 - long >= 0 : left + 9 + long <= width;
  // Where it fits on neither side it is placed above.
  if (fits) {
    text(group, "tw-score-peak-name", left + (isLate ? -9 : 9), Math.max(top - 5, 12), name, isLate ? "end" : "start");
  } else text(group, "tw-score-peak-name", width - EDGE, top - 10, name, "end");
}
