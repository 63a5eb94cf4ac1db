import {create} from "d3-selection";
import {add} from "../../drawing/node-marks.js";
import {layerLook} from "./layer-list.js";
import {barOf, bars, momentAt, mountain, namePlaces} from "./plan.js";
import {drawWrites, HIGH as WRITTEN} from "./written-memory.js";
/** @import {Group} from "../../drawing/node-marks.js" */
/** @import {Axis, Room, ScoreDrawing, Subject, Telling} from "./types.js" */

/** Heights in pixels: the head, the gap between lanes and mountain, and the foot. */
const HEAD = 22;
const BETWEEN = 14;
const FOOT = 4;
/** A larger gap for the words under written memory. */
const UNDER_WRITES = 12;
const EDGE = 2;
/** Heights of a lane: the most, the least, the least with a readable name; of a strip, closed and open. */
const ROW = 24;
const LEAST = 14;
const READABLE = 12.5;
const STRIP = 5;
const OPENED = 24;
/** The least height of a mountain. */
const PEAK = 50;
/** Height of the line on which a write is moved, and the least distance between two of its stops. */
const STOPS = 28;
const APART = 30;
/** Room for the names of the lanes; widths of a letter in them, and in the name of a layer. */
const GUTTER = 168;
const LETTER = 7.9;
const SMALL = 7.3;
/** A pointer means a bar that is at most so many pixels away, and so many slots. */
const NEAR = 8;
const REACH = 60;

/**
 * Lanes, arc and mountain of a score as one SVG. A step moves its marks and redraws nothing.
 *
 * @param {Subject} subject
 * @param {Room} room
 * @param {Telling} telling
 * @returns {ScoreDrawing}
 *
 * @typedef {ReturnType<typeof placesOf>} Places
 */
export function scoreDrawing(subject, room, telling) {
  const {step, clock, axis, heat, written} = subject;
  const {names, rowOf, window, isNarrow, opened} = room;
  const place = placesOf(subject, room);
  const {width, height, x, gutter, lane} = place;
  const svg = /** @type {Group} */ (create("svg:svg")).attr("class", "tw-score-drawing")
    .attr("viewBox", `0 0 ${width} ${height}`).attr("width", width).attr("height", height).attr("role", "img")
    .attr("aria-label", telling.summary);
  drawPasses(svg, axis, place, telling);
  drawGrid(svg, names.length, place);
  if (!isNarrow && lane(0).high >= READABLE) {
    names.forEach(({name, depth}, row) => {
      const {top, high} = lane(row);
      text(svg, "tw-lane-name", 18 + depth * 12, top + high / 2 + 4.5, shortened(name, depth));
    });
  }
  const inLanes = add(svg, "g", {class: "tw-score-bars"});
  drawGhosts(inLanes, subject, room, place);
  const drawn = bars(step, clock, {rowOf, lane, x, window, levels: heat?.levels});
  for (const [kind, d] of Object.entries(drawn)) add(inLanes, "path", {class: `tw-bars tw-bars-${kind}`, d});
  if (isNarrow && opened >= 0) {
    text(svg, "tw-strip-name", width / 2, lane(opened).top + 17, telling.nameOf(opened), "middle");
  }
  drawWrites(svg, {written, clock, x, top: place.underLanes + place.stops, gutter, width}, telling.written);
  if (room.stops.length > 0) drawStops(svg, room, place, telling);
  drawLost(svg, subject, place, telling);
  if (!isNarrow) drawScale(svg, place, telling);
  if (place.ceiling < place.floor) drawMountain(svg, subject, place, telling);
  const light = (/** @type {string} */ key, /** @type {boolean} */ isOn) => {
    for (const layer of svg.node().querySelectorAll(".tw-layer")) {
      layer.classList.toggle("is-lit", isOn && layer.getAttribute("data-layer") === key);
    }
  };
  const stops = stopPlaces(room.stops, place);
  const stopAt = (/** @type {number} */ left, /** @type {number} */ y, isMoving = false) => {
    const isThere = y > place.underLanes && y < place.underLanes + STOPS;
    if (stops.length === 0 || !(isMoving || isThere)) return null;
    const away = stops.map((at) => Math.abs(at - left));
    return away.indexOf(Math.min(...away));
  };
  const rowAt = (/** @type {number} */ y) => {
    const away = (/** @type {number} */ row) => Math.abs(lane(row).top + lane(row).high / 2 - y) - lane(row).high / 2;
    return y > place.underLanes ? -1 : names.reduce((best, _, row) => (away(row) < away(best) ? row : best), 0);
  };
  const marks = moving(svg, subject, room, place);
  // The line of the present place would strike these names through.
  svg.node().append(...svg.node().querySelectorAll(".tw-layer-name, .tw-score-peak-name"));
  return Object.assign(/** @type {SVGSVGElement} */ (svg.node()), {...marks, light, rowAt, stopAt, lane, gutter});
}

/** The pixels of the stops: at their nodes, but far enough apart for a finger. */
function stopPlaces(/** @type {number[]} */ stops, /** @type {Pick<Places, "x"|"width">} */ {x, width}) {
  const places = /** @type {number[]} */ ([]);
  for (const slot of stops) {
    const least = (places.at(-1) ?? -APART) + APART;
    places.push(Math.min(width - 10, Math.max(x(slot + 0.5), least)));
  }
  return places;
}

/** The write as a handle on a line; the dots are the places that it can be moved to.
 * @param {Group} svg @param {Room} room @param {Places} place @param {Telling} telling */
function drawStops(svg, {stops, stop}, place, telling) {
  const {gutter, width, underLanes} = place;
  const middle = underLanes + STOPS / 2 + 1;
  const places = stopPlaces(stops, place);
  const group = add(svg, "g", {class: "tw-write-stops"});
  add(group, "path", {class: "tw-score-floor", d: `M${gutter} ${middle}H${width}`});
  for (const left of places) add(group, "circle", {cx: left, cy: middle, r: 5});
  add(group, "path", {class: "tw-write-handle", d: `M${places[stop]} ${middle + 9}l-9 -18h18z`});
  if (gutter > 20) text(group, "tw-lane-name", gutter - 10, middle + 5, telling.write, "end");
}

/** The height from which all lanes have their names. */
export const leastHeight = (/** @type {number} */ rows, /** @type {number} */ written, /** @type {number} */ stops) =>
  HEAD + BETWEEN + UNDER_WRITES + FOOT + PEAK + rows * LEAST + written * WRITTEN + (stops > 0 ? STOPS : 0);

/** The pixels of everything that is drawn. */
function placesOf(/** @type {Subject} */ {axis, scale, most}, /** @type {Room} */ room) {
  const {width, height, names, window: [from, to], written, isNarrow, opened, stops} = room;
  const gutter = isNarrow ? EDGE : GUTTER;
  const begin = scale.along(from);
  const long = scale.along(to) - begin;
  const x = (/** @type {number} */ at) => gutter + ((scale.along(at) - begin) * (width - gutter - EDGE)) / long;
  const slot = (/** @type {number} */ share) => scale.back(begin + share * long);
  const rows = names.length;
  const line = stops.length > 0 ? STOPS : 0;
  const between = BETWEEN + (written > 0 ? UNDER_WRITES : 0);
  const free = height - HEAD - between - FOOT - written * WRITTEN - line;
  const named = Math.max((0.71 * free) / rows, Math.min(LEAST, (free - PEAK) / rows), STRIP);
  const row = isNarrow ? STRIP : Math.min(ROW, named);
  const more = isNarrow && opened >= 0 ? OPENED - STRIP : 0;
  const lane = (/** @type {number} */ at) => (isNarrow && opened >= 0
    ? {top: HEAD + at * STRIP + (at > opened ? more : 0), high: at === opened ? OPENED : STRIP}
    : {top: HEAD + at * row, high: row});
  const underLanes = HEAD + rows * row + more;
  const ceiling = underLanes + line + written * WRITTEN + between;
  const floor = height - FOOT;
  // Where a reply takes the room, a mountain would hide the row of written memory.
  const high = isNarrow && written > 0 && floor - ceiling < 24 ? 0 : Math.max(24, floor - ceiling);
  return {
    width, height, from, to, gutter, x, slot, lane, underLanes, floor, stops: line,
    ceiling: floor - high,
    middle: x(axis.middle),
    y: (/** @type {number} */ bytes) => floor - (bytes / most) * high
  };
}

/** @param {Group} parent @param {string} name @param {number} left @param {number} top @param {string} content */
function text(parent, name, left, top, content, anchor = "start") {
  add(parent, "text", {class: name, x: left, y: top, "text-anchor": anchor}, content);
}

/** @param {Group} svg @param {Axis} axis @param {Places} place @param {Telling} telling */
function drawPasses(svg, axis, {from, to, gutter, x, middle}, telling) {
  if (from < axis.middle) text(svg, "tw-score-forward", Math.max(gutter, x(0)), 15, telling.forward);
  if (to > axis.middle) text(svg, "tw-score-backward", Math.max(gutter, middle) + 6, 15, telling.backward);
}

/** @param {Group} svg @param {number} rows @param {Places} place */
function drawGrid(svg, rows, {width, height, gutter, middle, lane}) {
  const d = Array.from({length: rows}, (_, i) => lane(i)).filter(({high}) => high >= READABLE)
    .map(({top, high}) => `M${gutter} ${top}H${width}M${gutter} ${top + high}H${width}`).join("");
  add(svg, "path", {class: "tw-score-lines", d});
  if (middle > gutter && middle < width) add(svg, "path", {class: "tw-score-middle", d: `M${middle} 0V${height}`});
}

/** The nodes that only other runs have, as hollow bars.
 * @param {Group} group @param {Subject} subject @param {Room} room @param {Places} place */
function drawGhosts(group, {axis, clock}, {rowOf, window: [from, to]}, {lane, x}) {
  const own = new Set(clock.start);
  const box = (/** @type {Axis["slots"][number]} */ {node}, /** @type {number} */ slot) => {
    if (own.has(slot) || slot < from || slot >= to) return "";
    const {top, full} = barOf(lane(rowOf(node.group)));
    const wide = Math.max(1, x(slot + 1) - x(slot) - 1.5);
    return `M${x(slot) + 0.5} ${top}h${wide}v${full}h${-wide}z`;
  };
  const d = axis.slots.map(box).join("");
  if (d) add(group, "path", {class: "tw-score-ghosts", d});
}

/** The part of the axis that never ran, because of an error before it.
 * @param {Group} svg @param {Subject} subject @param {Places} place @param {Telling} telling */
function drawLost(svg, {step, axis, clock}, {x, lane, underLanes, width}, telling) {
  if (step.left === 0) return;
  const begin = x(clock.start.at(-1) + 1);
  const wide = Math.max(0, x(axis.length) - begin);
  add(svg, "rect", {class: "tw-score-lost", x: begin, y: HEAD, width: wide, height: underLanes - HEAD});
  if (width - begin > LETTER * telling.lost.length) {
    text(svg, "tw-score-lost-name", width - 4, lane(0).top + 15, telling.lost, "end");
  }
}

/** @param {Group} svg @param {Places} place @param {Telling} telling */
function drawScale(svg, {gutter, floor, ceiling}, telling) {
  text(svg, "tw-lane-name", gutter - 10, floor - 4, telling.heldFor, "end");
  text(svg, "tw-score-scale", gutter - 10, ceiling + 4, telling.most, "end");
  add(svg, "path", {class: "tw-score-floor", d: `M${gutter - 6} ${ceiling}h6`});
}

/** The marks that move with the present place and with the pointer; `at` finds the place at a point.
 * @param {Group} svg @param {Subject} subject @param {Room} room @param {Places} place */
function moving(svg, {step, axis, clock}, {rowOf}, place) {
  const {width, height, gutter, x, slot, floor, ceiling, lane} = place;
  const [halo, arc, pointed] = ["halo", "arc", "pointed"].map((name) => add(svg, "path", {class: `tw-score-${name}`}));
  const cursor = add(svg, "path", {class: "tw-score-cursor", d: `M0 ${HEAD - 4}V${height}`});
  const rowOfMoment = (/** @type {number} */ moment) => rowOf(step.told.nodes[step.nodes[moment]].group);
  /** The outline of a bar. */
  const box = (/** @type {number} */ moment) => {
    const {top, high} = lane(rowOfMoment(moment));
    const left = x(clock.start[moment]);
    const long = Math.max(2, x(clock.start[moment] + 1) - left) + 2;
    return `M${left - 1.5} ${top + 1}h${long}v${high - 2}h${-long}z`;
  };
  /** @returns {unknown} */
  const point = (/** @type {number|null} */ at) =>
    pointed.attr("d", at === null ? null : `M${x(at + 0.5)} ${HEAD}V${height}${box(momentAt(clock, at))}`);
  const show = (/** @type {number} */ at) => {
    cursor.attr("transform", `translate(${x(at + 0.5).toFixed(1)} 0)`);
    const now = momentAt(clock, at);
    const node = step.nodes[now];
    const ends = [step.made[node], step.read[node]].filter((moment) => moment !== -1);
    halo.attr("d", [...new Set([...ends, now])].map(box).join(""));
    const stores = step.told.nodes[node].saved.some(({storage}) => step.told.storages[storage].of === null);
    const [a, b] = ends.map((moment) => x(clock.start[moment] + 0.5));
    arc.attr("d", stores && ends.length === 2 && ceiling < floor ? `M${a} ${floor}C${a} ${ceiling - 8} ${b} ${ceiling - 8} ${b} ${floor}` : null);
  };
  /** The place at a point: that of a bar in the same lane if one is near. */
  const at = (/** @type {number} */ left, /** @type {number} */ top) => {
    const here = Math.min(axis.length - 1, Math.floor(slot((left - gutter) / (width - gutter - EDGE))));
    const isIn = (/** @type {number} */ moment) => {
      const {top: above, high} = lane(rowOfMoment(moment));
      return top >= above && top < above + high;
    };
    for (let by = 0; by <= REACH; by++) {
      for (const near of [here + by, here - by]) {
        const moment = momentAt(clock, near);
        const away = Math.max(x(near) - left, left - x(near + 1));
        if (clock.start[moment] === near && away <= NEAR && isIn(moment)) return near;
      }
    }
    return here;
  };
  return {show, point, at};
}

/** A name that fits into its room. */
function shortened(/** @type {string} */ name, /** @type {number} */ depth) {
  const most = Math.floor((GUTTER - 24 - depth * 12) / LETTER);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

/** @param {Group} svg @param {Subject} subject @param {Places} place @param {Telling} telling */
function drawMountain(svg, {held, clock, written}, {gutter, x, slot, width, y}, {peak: name, labelOf}) {
  const outlines = mountain(held.layers, clock, {x, slot, y});
  const group = add(svg, "g", {class: "tw-score-mountain"});
  for (let i = outlines.length - 1; i >= 0; i--) {
    const {key} = held.layers[i];
    add(group, "path", {...layerLook(key, i), "data-layer": key, d: outlines[i]});
  }
  const names = held.layers.map(({key}) => labelOf(key));
  const left = x(clock.start[held.peak] + 0.5);
  const places = namePlaces(held.layers, clock, {x, slot, y, peak: left}, names.map((one) => SMALL * one.length + 4));
  places.forEach((place, i) => {
    if (place) text(group, "tw-layer-name", place.x, place.y + 4, names[i], "middle");
  });
  const top = y(held.total[held.peak] + held.base[held.peak]);
  add(group, "path", {class: "tw-score-floor", d: `M${gutter} ${y(0)}H${width}`});
  // The peak is that of the saved tensors, not of what is drawn below them too.
  if (left < gutter || left > width || held.base[0] > 0) return;
  add(group, "circle", {class: "tw-score-peak", cx: left, cy: top, r: 4});
  // On a phone the names of written memory need this room.
  if (gutter < 20 && written.length > 0) return;
  const isLate = left > (gutter + width) / 2;
  const long = LETTER * name.length;
  const fits = isLate ? left - 9 - long >= 0 : left + 9 + long <= width;
  // If it fits on neither side, it is above the peak.
  if (fits) {
    text(group, "tw-score-peak-name", left + (isLate ? -9 : 9), Math.max(top - 5, 12), name, isLate ? "end" : "start");
  } else text(group, "tw-score-peak-name", width - EDGE, top - 10, name, "end");
}
