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
 * Lanes, arcs and mountains of a score as one SVG. A step moves its marks and draws nothing anew.
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
 * @returns {SVGSVGElement & Fields} `show(at)` marks a place, `at(x, y)` tells the place at a point,
 *   `point(at)` marks that under the pointer or none, `light(key, isOn)` a layer, `mark(nodes)` nodes
 *   of the last step
 */
export function scoreDrawing(subject, room, telling) {
  const {steps, time, held, most, heats, written} = subject;
  const {width, names, rows, rowOf, window, grows} = room;
  const [from, to] = window;
  const gutter = names.length > 0 ? GUTTER : EDGE;
  const pixels = (width - gutter - EDGE) / (to - from);
  const x = (at) => gutter + (at - from) * pixels;
  const tracks = steps.length;
  const high = HIGH[tracks] ?? HIGH[2];
  const underLanes = HEAD + rows * ROW;
  const lanes = underLanes + room.written * WRITTEN;
  const height = lanes + tracks * (BETWEEN + high) + FOOT;
  const svg = create("svg:svg").attr("class", "tw-score-drawing").attr("viewBox", `0 0 ${width} ${height}`)
    .attr("width", width).attr("height", height).attr("role", "img").attr("aria-label", telling.summary);
  const text = (parent, name, left, top, content, anchor = "start") =>
    parent.append("text").attr("class", name).attr("x", left).attr("y", top)
      .attr("text-anchor", anchor).text(content);
  const middle = x(time.middle);
  if (from < time.middle) text(svg, "tw-score-forward", Math.max(gutter, x(0)), 15, telling.forward);
  if (to > time.middle) {
    text(svg, "tw-score-backward", Math.max(gutter, middle) + 6, 15, telling.backward);
  }
  const lines = svg.append("path").attr("class", "tw-score-lines");
  lines.attr("d", Array.from({length: rows + 1}, (_, i) => `M${gutter} ${HEAD + i * ROW}H${width}`).join(""));
  if (middle > gutter && middle < width) {
    svg.append("path").attr("class", "tw-score-middle").attr("d", `M${middle} 0V${height}`);
  }
  names.forEach(({name, depth}, row) => {
    text(svg, "tw-lane-name", 18 + depth * 12, HEAD + row * ROW + 16, shortened(name, depth));
  });
  const inLanes = svg.append("g").attr("class", "tw-score-bars").attr("transform", `translate(0 ${HEAD})`);
  steps.forEach((step, track) => {
    const drawn = bars(step, time.clocks[track], {rowOf, x, window, track, tracks,
      levels: heats[track]?.levels});
    for (const [kind, d] of Object.entries(drawn)) {
      inLanes.append("path").attr("class", `tw-bars tw-bars-${kind}`).attr("d", d);
    }
  });
  if (written.length > 0) {
    drawWrites(svg, {written, clock: time.clocks[0], x, top: underLanes, gutter, width}, telling.written);
  }
  const [{left}] = steps;
  if (left > 0) {
    const begin = x(time.length - left);
    svg.append("rect").attr("class", "tw-score-lost").attr("x", begin).attr("y", HEAD)
      .attr("width", Math.max(0, width - begin)).attr("height", rows * ROW);
    if (width - begin > LETTER * telling.lost.length) {
      text(svg, "tw-score-lost-name", width - 4, HEAD + ROW - 7, telling.lost, "end");
    }
  }
  const marked = svg.append("path").attr("class", "tw-score-marked").attr("transform", `translate(0 ${HEAD})`);
  const floors = steps.map((_, track) => lanes + (track + 1) * (BETWEEN + high));
  steps.forEach((_, track) => {
    const y = (bytes) => floors[track] - (bytes / most) * (high - 4);
    if (names.length > 0) {
      text(svg, "tw-lane-name", gutter - 10, floors[track] - 4, telling.heldFor, "end");
      text(svg, "tw-score-scale", gutter - 10, y(most) + 4, telling.most, "end");
      svg.append("path").attr("class", "tw-score-floor").attr("d", `M${gutter - 6} ${y(most)}h6`);
    }
    drawMountain(svg, {gutter, held: held[track], clock: time.clocks[track], x, y, window, width,
      name: telling.peak(track), labelOf: telling.labelOf}, text);
  });
  const ahead = grows
    ? svg.append("rect").attr("class", "tw-score-ahead").attr("y", HEAD).attr("height", height - HEAD)
    : null;
  // Numbers stay legible: only what is drawn fades.
  if (ahead) svg.node().append(...svg.node().querySelectorAll(".tw-score-mountain text"));
  const halos = steps.map(() => svg.append("path").attr("class", "tw-score-halo"));
  const arcs = steps.map(() => svg.append("path").attr("class", "tw-score-arc"));
  const pointed = svg.append("path").attr("class", "tw-score-pointed");
  const cursor = svg.append("path").attr("class", "tw-score-cursor").attr("d", `M0 ${HEAD - 4}V${height}`);
  /** The outline of a track's bar at one of its moments. */
  const box = (track, moment) => {
    const {told, nodes} = steps[track];
    const {start, width: wide} = time.clocks[track];
    const long = Math.max(2, wide[moment] * pixels) + 2;
    const top = HEAD + rowOf(told.nodes[nodes[moment]].group) * ROW + 2;
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
      const ends = [step.made[node], step.read[node]].filter((moment) => moment !== -1);
      halos[track].attr("d", [...new Set([...ends, now])].map((moment) => box(track, moment)).join(""));
      const stores = step.told.nodes[node].saved.some(({storage}) => step.told.storages[storage].of === null);
      const [a, b] = ends.map((moment) => x(clock.start[moment] + clock.width[moment] / 2));
      const floor = floors[track];
      const top = lanes + track * (BETWEEN + high) + 8;
      arcs[track].attr("d", stores && ends.length === 2
        ? `M${a} ${floor}C${a} ${top - 20} ${b} ${top - 20} ${b} ${floor}`
        : null);
    });
  };
  const placeOf = (left) => Math.max(0, Math.min(time.length - 1, Math.floor(from + (left - gutter) / pixels)));
  /** The place at a point: in a lane that of its nearest bar, if one is near. */
  const at = (left, top) => {
    const here = placeOf(left);
    const row = Math.floor((top - HEAD) / ROW);
    const isOwn = (place) => {
      const node = steps[0].nodes[momentAt(time.clocks[0], place)];
      return rowOf(steps[0].told.nodes[node].group) === row;
    };
    if (row < 0 || row >= rows) return here;
    const reach = Math.ceil(NEAR / pixels);
    for (let by = 0; by <= reach; by++) {
      for (const place of [here + by, here - by]) {
        if (place >= 0 && place < time.length && isOwn(place)) return place;
      }
    }
    return here;
  };
  const mark = (nodes) => {
    const step = steps.at(-1);
    const clock = time.clocks.at(-1);
    const half = (ROW - 10) / steps.length;
    const high = ROW - 4 - (steps.length - 1) * half;
    const box = (moment) => {
      const row = rowOf(step.told.nodes[step.nodes[moment]].group);
      const wide = Math.max(2, clock.width[moment] * pixels);
      return `M${x(clock.start[moment]) - 0.5} ${row * ROW + ROW - 2 - high}h${wide}v${high}h${-wide}z`;
    };
    const moments = nodes.flatMap((node) => [step.made[node], step.read[node]]).filter((at) => at !== -1);
    const isSeen = (moment) => clock.start[moment] >= from && clock.start[moment] < to;
    marked.attr("d", moments.filter(isSeen).map(box).join(""));
  };
  const light = (key, isOn) => {
    for (const layer of svg.node().querySelectorAll(".tw-layer")) {
      layer.classList.toggle("is-lit", isOn && layer.getAttribute("data-layer") === key);
    }
  };
  const sizes = {head: HEAD, row: ROW, gutter};
  return /** @type {any} */ (Object.assign(svg.node(), {show, at, point, light, mark, sizes}));
}

/** A name that fits into its room. */
function shortened(name, depth) {
  const most = Math.floor((GUTTER - 24 - depth * 12) / LETTER);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

function drawMountain(svg, {gutter, held, clock, x, y, window, width, name, labelOf}, text) {
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
  // Where it fits on neither side it stands above.
  if (fits) {
    text(group, "tw-score-peak-name", left + (isLate ? -9 : 9), Math.max(top - 5, 12), name, isLate ? "end" : "start");
  } else text(group, "tw-score-peak-name", width - EDGE, top - 10, name, "end");
}
