import {html, svg} from "htl";
import {linear, ticks} from "../drawing/scale.js";
import {setAll, setSize} from "../drawing/size.js";
import {insetPlace, labelPlace} from "./free-place.js";
import {curve, drawGrid, spanOf} from "./plot.js";
/** @import {Box} from "../layout/types.js" */
/** @import {Context, Samples, Says} from "./lens.js" */
/** @import {NumberFormat} from "../words/numbers.js" */

/** Height in pixels where no form says how high it may be. */
const HEIGHT = 280;

/** Margins of the plot: its right end leaves room for the knob. */
const LEFT = 18;
const RIGHT = 22;
const TOP = 10;

/** From the lower end of the plot to the line on which the knob is, and from there to the end. */
const TO_BASE = 16;
const BELOW = 40;

/** Room below the lowest value, as a share of the span: the lowest point must not touch the axis. */
const FLOOR = 0.07;

/** Pixels that the tangent takes to each side. */
const TANGENT = 96;

/** Least and largest side of the inset, and how many units of the leaf it spans. */
const INSET = {least: 84, most: 150, share: 0.5, units: 3.4};

/** In less width the word for the slope has no room beside its number. */
const NARROW = 420;

/** A tick closer to the knob than this has no room for its number. */
const NEAR = 34;

/**
 * The root as a curve of one leaf: the point, the tangent whose slope is the leaf's gradient, an
 * inset in which both axes have one scale, and while the leaf moves, where curve and tangent are a
 * step further on.
 *
 * @param {Omit<Context, "trace">} context
 * @returns {HTMLElement & {show: Show, fit: (width: number, height?: number) => void,
 *   at: (clientX: number) => number, perPixel: () => number, nudge: () => string,
 *   isPlaced: () => boolean}} `perPixel` is how far the leaf goes
 *   on the scale in a pixel of the screen
 *
 * @typedef {(state: import("../trace/steps.js").State, leaf: number, scale: {least: number, most: number},
 *   samples: Pick<Samples, "whole"|"ghost">, grads?: Record<number, number>) => void} Show
 * @typedef {{name: string, root: string, x: number, y: number, slope: number, isSlope: boolean, span: number[],
 *   low: number, high: number, samples: {x: number[], y: number[]}, says: Says, format: NumberFormat, width: number,
 *   height: number, floor: number, base: number, atX: (x: number) => number, atY: (y: number) => number}} Place what
 *   is drawn, and where: `floor` is the lower end of the plot, `base` the line on which the knob is
 */
export function wholePlot({says, format, root, nameOf}) {
  const parts = makeParts(says);
  const {drawing, clipped, nudge} = parts;
  const element = html`<div class="tw-lens-whole">${drawing}${nudge}</div>`;
  const size = {width: 0, height: HEIGHT};
  let span = [0, 1];
  let drawn = /** @type {unknown[]} */ ([]);
  const isNew = (/** @type {unknown[]} */ from) => {
    if (from.every((one, i) => Object.is(one, drawn[i]))) return false;
    drawn = from;
    return true;
  };

  const fit = (/** @type {number} */ width, height = HEIGHT) => {
    Object.assign(size, {width: Math.round(width), height: Math.round(height)});
    setSize(drawing, size.width, size.height);
    const plot = {width: size.width, height: floorOf(size) + 2 - TOP};
    setAll(clipped, {x: 0, y: TOP, ...plot, viewBox: `0 ${TOP} ${plot.width} ${plot.height}`});
  };
  /** @type {Show} */
  const show = (state, leaf, scale, {whole, ghost}, grads = {}) => {
    const name = nameOf(leaf);
    const {value: x, complete} = state.nodes[leaf];
    // A lens is one of numbers.
    const grad = /** @type {number|null} */ (state.nodes[leaf].grad);
    const rootState = state.nodes.at(-1);
    const y = rootState.isKnown ? rootState.value : NaN;
    const from = [leaf, scale.least, scale.most, x, y, grad, complete, grads[leaf], size.width, size.height];
    if (!isNew([...from, whole, ghost])) return;
    /** @type {Place["samples"]} */
    const samples = whole?.leaf === leaf ? whole : {x: [], y: []};
    span = [Math.min(scale.least, x), Math.max(scale.most, x)];
    const isSlope = complete && grad !== null && Number.isFinite(y) && Number.isFinite(grad);
    // It is seen as a line before it is known as a number.
    const slope = isSlope ? grad : Number.isFinite(y) ? grads[leaf] ?? NaN : NaN;
    const reach = ((span[1] - span[0]) / 6) * (Number.isFinite(slope) ? Math.abs(slope) : 0);
    const [lowest, high] = spanOf(samples.y, samples.y.length > 0 ? [y] : [y - reach, y + reach]);
    const low = lowest - (high - lowest) * FLOOR;
    /** @type {Place} */
    const place = {
      name, root, x, y, slope, isSlope, span, low, high, samples, says, format, ...size,
      floor: floorOf(size),
      base: floorOf(size) + TO_BASE,
      atX: linear(span, [LEFT, size.width - RIGHT]),
      atY: linear([low, high], [floorOf(size), TOP])
    };
    rule(parts.rules, place);
    parts.curve.setAttribute("d", curve(samples.x, samples.y, place.atX, place.atY));
    showKnob(parts, place);
    const line = samples.x.map((one, i) => ({x: place.atX(one), y: place.atY(samples.y[i])}));
    const tangent = showTangent(parts, place);
    const inset = showInset(parts, place, line);
    showPoint(parts, place, [line, tangent], inset);
    const isGhost = isSlope && ghost?.leaf === leaf && ghost.x === x && Number.isFinite(ghost.y);
    nudge.textContent = showGhost(parts, place, isGhost ? ghost : null);
    drawing.setAttribute("aria-label", isSlope
      ? says.wholeIs(root, name, format.short(x), format.short(slope))
      : says.whole(root, name));
  };
  const perPixel = () => {
    const scaled = drawing.getBoundingClientRect().width / size.width || 1;
    return (span[1] - span[0]) / (size.width - LEFT - RIGHT) / scaled;
  };
  /** The number that a pointer is at. */
  const at = (/** @type {number} */ clientX) => {
    const {left} = drawing.getBoundingClientRect();
    const scaled = drawing.getBoundingClientRect().width / size.width || 1;
    return linear([LEFT, size.width - RIGHT], span)((clientX - left) / scaled);
  };
  const isPlaced = () => size.width > 0;
  return Object.assign(element, {show, fit, at, perPixel, isPlaced, nudge: () => nudge.textContent});
}

/** @typedef {ReturnType<typeof makeParts>} Parts @typedef {{x: number, y: number}} Point */

function makeParts(/** @type {Says} */ says) {
  const parts = {
    rules: svg`<g class="tw-lens-rules"></g>`,
    curve: svg`<path class="tw-lens-curve"></path>`,
    tangent: svg`<line class="tw-lens-tangent"></line>`,
    drop: svg`<line class="tw-lens-drop"></line>`,
    step: svg`<path class="tw-lens-step"></path>`,
    ghost: svg`<circle class="tw-lens-ghost" r="6"></circle>`,
    point: svg`<circle class="tw-lens-point" r="7"></circle>`,
    knob: svg`<g class="tw-lens-knob"><circle class="tw-lens-handle" r="15"></circle>
      <text text-anchor="middle" y="5"></text><path d="M-21 -5l-5 5 5 5M21 -5l5 5 -5 5"></path></g>`,
    slope: svg`<text class="tw-lens-slope"></text>`,
    value: svg`<text class="tw-lens-value"></text>`,
    x: svg`<text class="tw-lens-x" text-anchor="middle"></text>`,
    inset: svg`<svg class="tw-lens-inset"><rect class="tw-lens-paper"></rect><g></g>
      <path class="tw-lens-curve"></path><line class="tw-lens-tangent"></line>
      <circle class="tw-lens-point" r="5"></circle></svg>`,
    frame: svg`<rect class="tw-lens-frame" rx="4"></rect>`,
    note: svg`<text class="tw-lens-equal" text-anchor="middle">${says.equal}</text>`
  };
  const clipped = svg`<svg class="tw-lens-plot">${parts.curve}${parts.tangent}${parts.step}</svg>`;
  const drawing = svg`<svg class="tw-whole" role="img">
    <g aria-hidden="true">
      ${parts.rules}${clipped}${parts.drop}${parts.inset}${parts.frame}${parts.note}${parts.ghost}${parts.point}
      ${parts.slope}${parts.value}${parts.x}
    </g>${parts.knob}
  </svg>`;
  return {...parts, clipped, drawing, nudge: html`<p class="tw-lens-nudge"></p>`};
}

/** The lower end of the plot. */
function floorOf(/** @type {{height: number}} */ {height}) {
  return height - BELOW - TO_BASE;
}

/** Draws the tangent, if there is one; returns its ends.
 * @param {Parts} parts @param {Place} place */
function showTangent({tangent, slope: text}, {x, y, slope, isSlope, atX, atY, width, height, says, format}) {
  const isLine = Number.isFinite(slope);
  visible([tangent, text], isLine);
  if (!isLine) return [];
  const climb = ((atY(y) - atY(y + 1)) * slope) / (atX(x + 1) - atX(x));
  const run = Math.min(TANGENT, height / 3) / Math.hypot(1, climb);
  const ends = [-run, run].map((dx) => ({x: atX(x) + dx, y: atY(y) - climb * dx}));
  setAll(tangent, {x1: ends[0].x, x2: ends[1].x, y1: ends[0].y, y2: ends[1].y});
  const number = `∂ ${isSlope ? format.short(slope) : "?"}`;
  text.textContent = width < NARROW ? number : says.slope(number);
  return ends;
}

/** The knob on the leaf's own line, below the plot, where it covers no point.
 * @param {Parts} parts @param {Place} place */
function showKnob({knob, x: text, drop}, {name, x, y, atX, atY, base, width, format}) {
  knob.setAttribute("transform", `translate(${atX(x)},${base})`);
  const label = knob.querySelector("text");
  if (label.textContent !== name) label.textContent = [...name].length < 3 ? name : "";
  text.textContent = `= ${format.short(x)}`;
  setAll(text, {x: clamp(atX(x), 34, width - 34), y: base + 34});
  visible([drop], Number.isFinite(y));
  setAll(drop, {x1: atX(x), x2: atX(x), y1: Number.isFinite(y) ? atY(y) : base, y2: base});
}

/** The curve around the point, both axes with one scale; null where there is no room for it.
 * @param {Parts} parts @param {Place} place @param {Point[]} line of the curve */
function showInset({inset, frame, note}, {x, y, slope, samples, width, floor}, line) {
  const side = clamp((floor - TOP) * INSET.share, INSET.least, INSET.most);
  const isRoom = Number.isFinite(slope) && samples.y.length > 0 && side + 40 < floor - TOP;
  const place = isRoom ? insetPlace(line, {left: LEFT, right: width - RIGHT, top: TOP + 4, floor, side}) : null;
  visible([inset, frame, note], place !== null);
  if (!place) return null;
  const unit = side / INSET.units;
  const box = {...place, width: side, height: side};
  setAll(inset, {...box, viewBox: `0 0 ${side} ${side}`});
  setAll(frame, box);
  setAll(note, {x: place.x + side / 2, y: place.y + side + 15});
  const [paper, grid, path, tangent, point] = inset.children;
  setAll(paper, {width: side, height: side});
  drawGrid(grid, side, unit);
  const middle = side / 2;
  const toX = (/** @type {number} */ one) => middle + (one - x) * unit;
  const toY = (/** @type {number} */ one) => middle - (one - y) * unit;
  path.setAttribute("d", curve(samples.x, samples.y, toX, toY));
  const run = (side * 0.42) / Math.hypot(1, slope);
  setAll(tangent, {x1: middle - run, x2: middle + run, y1: middle + run * slope, y2: middle - run * slope});
  setAll(point, {cx: middle, cy: middle});
  return {...box, height: side + 18};
}

/** Draws the point, if the root is known, with its value and slope where nothing else is.
 * @param {Parts} parts @param {Place} place @param {Point[][]} lines @param {Box|null} inset */
function showPoint({point, value, slope}, {root, x, y, atX, atY, width, floor, base, format}, lines, inset) {
  visible([point, value], Number.isFinite(y));
  if (!Number.isFinite(y)) return;
  const at = {x: atX(x), y: clamp(atY(y), -20, floor)};
  setAll(point, {cx: at.x, cy: at.y});
  value.textContent = `${root} = ${format.short(y)}`;
  const letters = Math.max(...[value, slope].map(({textContent}) => [...textContent].length));
  const place = labelPlace(at, [...lines, [at, {x: at.x, y: base}]], {letters, width, top: TOP, floor, inset});
  setAll(value, {...place, y: place.y});
  setAll(slope, {...place, y: place.y + 20});
}

/** Draws the root a step further on, if it was sampled; returns the sentence that compares the two.
 * @param {Parts} parts @param {Place} place @param {Samples["ghost"]} ghost */
function showGhost(parts, {name, root, x, y, slope, atX, atY, says, format}, ghost) {
  visible([parts.ghost, parts.step], ghost !== null);
  if (!ghost) return "\u00a0";
  const expected = slope * ghost.h;
  setAll(parts.ghost, {cx: atX(x + ghost.h), cy: atY(ghost.y)});
  parts.step.setAttribute("d", `M${atX(x)} ${atY(y)}H${atX(x + ghost.h)}V${atY(y + expected)}`);
  return says.nudge({
    leaf: name, h: format.short(ghost.h), root,
    told: signed(expected, format), real: signed(ghost.y - y, format)
  });
}

/** Lines at round numbers, which are written at their ends. */
function rule(/** @type {Element} */ group, /** @type {Place} */ {span, low, high, x, atX, atY, width, base, format}) {
  const across = ticks(low, high, 3).map((y) => svg`<line x1=${LEFT} x2=${width - RIGHT} y1=${atY(y)} y2=${atY(y)}></line>
    <text x=${LEFT} y=${atY(y) - 4}>${format.short(y)}</text>`);
  const up = ticks(span[0], span[1], 6).map((mark) => svg`<line x1=${atX(mark)} x2=${atX(mark)} y1=${base} y2=${base + 7}></line>
    ${Math.abs(atX(mark) - atX(x)) > NEAR && svg`<text x=${atX(mark)} y=${base + 23} text-anchor="middle">${format.short(mark)}</text>`}`);
  group.replaceChildren(svg`<g>${across}${up}
    <line class="tw-lens-base" x1=${LEFT} x2=${width - RIGHT} y1=${base} y2=${base}></line></g>`);
}

function signed(/** @type {number} */ x, /** @type {NumberFormat} */ format) {
  return `${x >= 0 ? "+" : ""}${format.short(x)}`;
}

function visible(/** @type {SVGElement[]} */ elements, /** @type {boolean} */ isShown) {
  for (const element of elements) element.style.display = isShown ? "" : "none";
}

function clamp(/** @type {number} */ x, /** @type {number} */ least, /** @type {number} */ most) {
  return Math.max(least, Math.min(most, x));
}
