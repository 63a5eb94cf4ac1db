import {html, svg} from "htl";
import {curve, linear, spanOf} from "./plot.js";
import {ticks} from "../views/chart/scale.js";

/** The drawing's own pixels: its height, and what stands around the plot. */
const HEIGHT = 264;
const LEFT = 14;
const RIGHT = 14;
const TOP = 34;
const BOTTOM = 52;

/** Pixels that the tangent takes to each side. */
const TANGENT = 96;

/** A label keeps this far from the right end. */
const LABEL = 175;

/**
 * The root as a curve of one leaf: the point, the tangent whose slope is the leaf's gradient, and
 * while the leaf moves, where curve and tangent are a step further on.
 *
 * @param {Fields} context the trace, words and names of the lens
 * @returns {HTMLElement & {show: Function, fit: Function, at: (clientX: number) => number}}
 */
export function wholePlot({says, format, root, nameOf}) {
  const parts = {
    rules: svg`<g class="tw-lens-rules"></g>`,
    curve: svg`<path class="tw-lens-curve"></path>`,
    tangent: svg`<line class="tw-lens-tangent"></line>`,
    drop: svg`<line class="tw-lens-drop"></line>`,
    step: svg`<path class="tw-lens-step"></path>`,
    ghost: svg`<circle class="tw-lens-ghost" r="6"></circle>`,
    point: svg`<circle class="tw-lens-point" r="7"></circle>`,
    handle: svg`<circle class="tw-lens-handle" r="11"></circle>`,
    slope: svg`<text class="tw-lens-slope"></text>`,
    value: svg`<text class="tw-lens-value"></text>`,
    x: svg`<text class="tw-lens-x" text-anchor="middle"></text>`,
    title: svg`<text class="tw-lens-title" x=${LEFT} y="16"></text>`
  };
  const clipped = svg`<svg class="tw-lens-plot">${parts.curve}${parts.drop}${parts.tangent}${parts.step}</svg>`;
  const drawing = svg`<svg class="tw-whole" role="img" height=${HEIGHT}>
    ${parts.rules}${clipped}${parts.ghost}${parts.point}${parts.handle}
    ${parts.slope}${parts.value}${parts.x}${parts.title}
  </svg>`;
  const nudge = html`<p class="tw-lens-nudge"></p>`;
  const element = html`<div class="tw-lens-whole">${drawing}${nudge}</div>`;
  const bottom = HEIGHT - BOTTOM;
  let width = 0;
  let span = [0, 1];

  const fit = (room) => {
    width = Math.round(room);
    set(drawing, {width, viewBox: `0 0 ${width} ${HEIGHT}`});
    set(clipped, {x: 0, y: TOP - 8, width, height: bottom - TOP + 16, viewBox: `0 ${TOP - 8} ${width} ${bottom - TOP + 16}`});
  };
  const show = (state, leaf, scale, {whole, ghost}) => {
    const name = nameOf(leaf);
    const {value: x, grad, complete} = state.nodes[leaf];
    const rootState = state.nodes.at(-1);
    const y = rootState.isKnown ? rootState.value : NaN;
    const slope = complete && grad !== null && rootState.isKnown ? grad : NaN;
    const samples = whole?.leaf === leaf ? whole : {x: [], y: []};
    span = [Math.min(scale.least, x), Math.max(scale.most, x)];
    const reach = ((span[1] - span[0]) / 6) * (Number.isFinite(slope) ? Math.abs(slope) : 0);
    const shown = samples.y.length > 0 ? [y] : [y - reach, y + reach];
    const [low, high] = spanOf(samples.y, shown);
    const atX = linear(span, [LEFT, width - RIGHT]);
    const atY = linear([low, high], [bottom, TOP]);
    const isPoint = Number.isFinite(y);
    const isSlope = isPoint && Number.isFinite(slope);

    rule(parts.rules, {span, low, high, atX, atY, width, format});
    parts.curve.setAttribute("d", curve(samples.x, samples.y, atX, atY));
    parts.title.textContent = says.whole(root, name);
    set(parts.handle, {cx: atX(x), cy: bottom});
    parts.x.textContent = `${name} = ${format.short(x)}`;
    set(parts.x, {x: clamp(atX(x), 60, width - 60), y: HEIGHT - 8});
    visible([parts.point, parts.drop, parts.value], isPoint);
    visible([parts.tangent, parts.slope], isSlope);
    if (isPoint) {
      set(parts.point, {cx: atX(x), cy: atY(y)});
      set(parts.drop, {x1: atX(x), x2: atX(x), y1: atY(y), y2: bottom});
    }
    const climb = isSlope ? ((atY(y) - atY(y + 1)) * slope) / (atX(x + 1) - atX(x)) : 0;
    if (isSlope) {
      const run = TANGENT / Math.hypot(1, climb);
      const left = Math.min(run, atX(x));
      const right = Math.min(run, width - atX(x));
      set(parts.tangent, {
        x1: atX(x) - left, x2: atX(x) + right, y1: atY(y) + climb * left, y2: atY(y) - climb * right
      });
      parts.slope.textContent = says.slope(`∂ ${format.short(slope)}`);
    }
    if (isPoint) {
      parts.value.textContent = `${root} = ${format.short(y)}`;
      // Beside the point, on the side where the tangent is not.
      const isRight = atX(x) < width - LABEL && (climb >= 0 || atX(x) < LABEL);
      const at = {x: atX(x) + (isRight ? 14 : -14), "text-anchor": isRight ? "start" : "end"};
      const base = clamp(atY(y) + (climb >= 0 === isRight ? 18 : -22), TOP + 4, bottom - 34);
      set(parts.value, {...at, y: base});
      set(parts.slope, {...at, y: base + 18});
    }
    const isGhost = isSlope && ghost?.leaf === leaf && ghost.x === x && Number.isFinite(ghost.y);
    visible([parts.ghost, parts.step], isGhost);
    const told = isGhost ? slope * ghost.h : 0;
    if (isGhost) {
      set(parts.ghost, {cx: atX(x + ghost.h), cy: atY(ghost.y)});
      parts.step.setAttribute("d", `M${atX(x)} ${atY(y)}H${atX(x + ghost.h)}V${atY(y + told)}`);
    }
    nudge.textContent = isGhost
      ? says.nudge({
        leaf: name, h: format.short(ghost.h), root,
        told: signed(told, format), real: signed(ghost.y - y, format)
      })
      : "\u00a0";
    drawing.setAttribute("aria-label", isSlope
      ? says.wholeIs(root, name, format.short(x), format.short(slope))
      : says.whole(root, name));
  };
  /** The number that a pointer is at. */
  const at = (clientX) => {
    const box = drawing.getBoundingClientRect();
    const scaled = ((clientX - box.left) / box.width) * width;
    return linear([LEFT, width - RIGHT], span)(scaled);
  };
  return Object.assign(element, {show, fit, at});
}

/** Lines at round numbers, which are written at their ends. */
function rule(group, {span, low, high, atX, atY, width, format}) {
  const across = ticks(low, high, 3).map((y) => svg`<line x1=${LEFT} x2=${width - RIGHT} y1=${atY(y)} y2=${atY(y)}></line>
    <text x=${width - RIGHT} y=${atY(y) - 4} text-anchor="end">${format.short(y)}</text>`);
  const base = HEIGHT - BOTTOM;
  const up = ticks(span[0], span[1], 6).map((x) => svg`<line x1=${atX(x)} x2=${atX(x)} y1=${base} y2=${base + 6}></line>
    <text x=${atX(x)} y=${base + 24} text-anchor="middle">${format.short(x)}</text>`);
  group.replaceChildren(svg`<g>${across}${up}
    <line class="tw-lens-base" x1=${LEFT} x2=${width - RIGHT} y1=${base} y2=${base}></line></g>`);
}

function signed(x, format) {
  return `${x >= 0 ? "+" : ""}${format.short(x)}`;
}

function visible(elements, isShown) {
  for (const element of elements) element.style.display = isShown ? "" : "none";
}

function clamp(x, least, most) {
  return Math.max(least, Math.min(most, x));
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
