import {html, svg} from "htl";
import {handles} from "../../controls/handles.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {isCalm} from "../../drawing/motion.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {setSize} from "../../drawing/size.js";
import {twoDecimals} from "../../drawing/two-decimals.js";
import {figure} from "../../figure/figure.js";
import {asked, copyLink, followLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {pointsDrawing} from "./drawing.js";
import {effectOf, normalise, outgoingOf, PARTS, pointsOf} from "./norm.js";
import {planOf} from "./plan.js";
import {saying} from "./saying.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Scene} from "./drawing.js" */
/** @import {Plan} from "./plan.js" */

/** Size of the drawing where nothing can be measured: on paper, and in Node. */
const SIZE = {width: 640, height: 420};

/** How far points and gradients go, and the least spread: points never come nearer to each other. */
const MOST = {x: 2.4, g: 1.2, spread: 0.1};

/** A press takes the nearest handle within these pixels. */
const NEAR = 30;

/** Milliseconds of the motion to a state that a link names, and milliseconds that the state before a drag stays. */
const MOTION = 420;
const LINGER = 1600;

/**
 * Examples of one neuron before and after batch norm, the gradients of its outputs, which the reader
 * moves, and the gradients of its inputs. The page computes these; at first they must equal Python's.
 *
 * @param {Parameters<typeof pointsOf>[0]} data
 * @param {Options & {gradients?: boolean}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {x: number[], g: number[], parts: string[], outgoing: number[]}}} a
 *   change dispatches `input`; setting the value may leave out what stays
 *
 * @typedef {{x?: string|number[], g?: string|number[], parts?: string|string[]}} Wanted links write lists as texts
 * @typedef {{x: number[], g: number[], weights: number[]}} Goal `weights` of the paths, in the order of `PARTS`
 * @typedef {ReturnType<typeof stateOf>} State
 * @typedef {ReturnType<typeof handlesOf>} Handles
 */
export function batchPoints(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(pointsOf(data), now, words), words), own);
}

/** The points, the gradients, the open paths, and the outgoing gradients that follow from them. */
function stateOf(/** @type {ReturnType<typeof pointsOf>} */ {x, g}) {
  const now = {x: [...x], g: [...g], weights: [1, 1, 1], before: /** @type {Scene["before"]} */ (null)};
  const outgoing = () => outgoingOf(now.x, now.g, now.weights);
  const parts = () => PARTS.filter((_, i) => now.weights[i] > 0.5);
  const limited = (/** @type {string|number[]} */ given, /** @type {number} */ most) => {
    const list = typeof given === "string" ? given.split(",").map(Number) : given;
    const fits = list?.length === now.x.length && list.every(Number.isFinite);
    return fits ? list.map((one) => Math.max(-most, Math.min(most, one))) : null;
  };
  /** The state that is wanted: its lists may be texts, as links write them. @param {Wanted} wanted @returns {Goal} */
  const target = (wanted) => {
    const points = limited(wanted.x, MOST.x) ?? now.x;
    const {spread, y} = normalise(points);
    const chosen = spread < MOST.spread ? now.x : points;
    const pulled = wanted.g === "apart" ? y.map((one) => 0.75 * one) : limited(wanted.g, MOST.g);
    const open = wanted.parts;
    const weights = open === undefined ? now.weights : PARTS.map((part) => Number(open.includes(part)));
    return {x: chosen, g: pulled ?? now.g, weights};
  };
  const value = () => ({x: now.x, g: now.g, parts: parts(), outgoing: outgoing()});
  return {now, outgoing, parts, target, value};
}

/** @param {ReturnType<typeof pointsOf>} data @param {OptionsOf<typeof batchPoints>} options @param {Words} words */
function build(data, {id, title, gradients = true}, words) {
  const state = stateOf(data);
  const {now} = state;
  const format = twoDecimals(words.lang);
  let plan = planOf(SIZE, now.x.length, gradients);
  const scene = svg`<g></g>`;
  const list = handlesOf(state, () => plan, (kind, i, x) => byHand(kind, i, x), words);
  const drawing = svg`<svg class="tw-points-drawing" role="group" aria-label=${title ?? words.points(now.x.length)}>${
    scene}${list.map(({element}) => element)}</svg>`;
  const sentence = sentenceBox([[{text: "\u2007\u2007 ".repeat(30)}]]);
  const toggles = PARTS.map((part) => html`<button type="button" class="tw-plain-button tw-points-part" onclick=${() =>
    byName({parts: PARTS.filter((one) => state.parts().includes(one) !== (one === part))})}>${words.parts[part]}</button>`);
  const read = () => ({...address(state, motion.goal()), ...(gradients ? {} : {parts: null})});
  const copy = copyLink(id, read, words);
  const element = html`<div class="tw-points tw-view" lang=${words.lang}>${drawing}${sentence}
    <div class="tw-line tw-knobs" role="group" aria-label=${words.paths}>${gradients ? toggles : null}${copy}</div></div>`;
  const refresh = twin(element, () => table(state, gradients, words, format), words, {picture: [drawing]});
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));

  const render = () => {
    const {mean, spread, y} = normalise(now.x);
    const outgoing = gradients ? state.outgoing() : null;
    const right = outgoingOf(now.x, now.g);
    const effect = effectOf(outgoing ?? right, y);
    scene.replaceChildren(pointsDrawing(plan, {...now, mean, spread, y, outgoing, right, effect}, words, format));
    for (const handle of list) handle.place(plan, y);
    told(format);
    toggles.forEach((one, i) => one.setAttribute("aria-pressed", String(state.parts().includes(PARTS[i]))));
    const parts = gradients ? state.parts() : null;
    sentence.say([{text: saying({...now, y, outgoing, effect, parts}, words, format)}], false);
    refresh();
  };
  const motion = motionOf(now, render);
  // Until the gradients are drawn, their paths stay as they are.
  const known = (/** @type {Wanted} */ wanted) => (gradients ? wanted : {...wanted, parts: undefined});
  const change = (/** @type {Wanted} */ wanted, isQuick = false) => {
    now.before = null;
    motion.go(state.target(known(wanted)), isQuick || !element.isConnected);
  };
  const byName = (/** @type {Wanted} */ wanted) => {
    change(wanted);
    report();
  };
  const byHand = (/** @type {"x"|"g"} */ kind, /** @type {number} */ i, /** @type {number} */ to) => {
    motion.stop();
    const next = now[kind].with(i, to);
    if (kind === "x" && normalise(next).spread < MOST.spread) return;
    now[kind] = next;
    render();
    report();
  };
  const forget = () => {
    now.before = null;
    render();
  };
  const told = handles(drawing, list, {
    find: nearest(drawing, list, () => plan),
    hold(handle) {
      if (handle?.kind === "x") now.before = {x: now.x, y: normalise(now.x).y, i: handle.i};
      else if (now.before) setTimeout(forget, LINGER);
    }
  });
  const fit = (/** @type {number} */ width, /** @type {number} */ height) => {
    plan = planOf({width, height}, now.x.length, gradients);
    setSize(drawing, width, height);
    render();
  };
  Object.defineProperty(element, "value", {get: state.value, set(/** @type {Wanted} */ wanted) {
    change(wanted, true);
  }});
  Object.assign(now, state.target(known(asked(id) ?? {})));
  fit(SIZE.width, SIZE.height);
  followLink(element, id, {read, apply: byName});
  element.panels = [{name: "points", text: words.panel, element: drawing, least: gradients ? 210 : 160, most: gradients ? 540 : 380, fit}];
  return element;
}

/** A handle for each point and each incoming gradient. Handles are never redrawn, so that the focus stays.
 * @param {State} state @param {() => Plan} plan @param {(kind: "x"|"g", i: number, x: number) => void} set
 * @param {Words} words */
function handlesOf({now}, plan, set, words) {
  return /** @type {const} */ (["g", "x"]).flatMap((kind) => now.x.map((_, i) => {
    const element = svg`<g class=${`tw-points-handle is-${kind}`}>
      <circle class="tw-points-grip" r="6.5"></circle>
      ${kind === "x" ? svg`<text y="4.5" text-anchor="middle">${i + 1}</text>` : null}</g>`;
    const at = {x: 0, y: 0};
    return {
      kind, i, element, at, label: words.handle[kind](i + 1),
      arrow: 0.1, least: -MOST[kind], most: MOST[kind], zero: 0.05,
      get: () => now[kind][i],
      set: (/** @type {number} */ x) => set(kind, i, x),
      perPixel: () => 1 / (kind === "x" ? plan().unit : plan().force),
      place(/** @type {Plan} */ {x, force, top, line, into, isNarrow}, /** @type {number[]} */ y) {
        at.x = kind === "x" ? x(now.x[i]) : x(y[i]) + now.g[i] * force;
        at.y = kind === "x" ? into : top + (i + 0.5) * line;
        if (kind === "x") element.firstElementChild.setAttribute("r", isNarrow ? "8" : "11");
        element.setAttribute("transform", `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`);
      }
    };
  }));
}

/** The handle that is nearest to a press. @param {Element} drawing @param {Handles} list @param {() => Plan} plan */
function nearest(drawing, list, plan) {
  return (/** @type {PointerEvent} */ event) => {
    const {left, top, width} = drawing.getBoundingClientRect();
    const times = plan().width / (width || 1);
    const press = {x: (event.clientX - left) * times, y: (event.clientY - top) * times};
    const away = (/** @type {Handles[0]} */ {at}) => Math.hypot(press.x - at.x, 1.6 * (press.y - at.y));
    const best = list.reduce((one, other) => (away(other) < away(one) ? other : one));
    return away(best) < NEAR ? best : null;
  };
}

/** Move to another state, slowly or at once. */
function motionOf(/** @type {Goal} */ now, /** @type {() => void} */ render) {
  let frame = 0;
  let goal = /** @type {Partial<Goal>} */ ({});
  const stop = () => {
    goal = {};
    if (frame) cancelAnimationFrame(frame);
  };
  const go = (/** @type {Goal} */ to, isQuick = false) => {
    stop();
    goal = to;
    const from = {...now};
    const begin = performance.now();
    const step = (/** @type {number} */ time) => {
      const share = isQuick || isCalm() ? 1 : Math.max(0, Math.min(1, (time - begin) / MOTION));
      for (const key of /** @type {const} */ (["x", "g", "weights"])) {
        now[key] = from[key].map((x, i) => (share < 1 ? x + (to[key][i] - x) * (1 - (1 - share) ** 3) : to[key][i]));
      }
      render();
      if (share < 1) frame = requestAnimationFrame(step);
    };
    step(begin);
  };
  return {go, stop, goal: () => goal};
}

/** The state that it moves to, as a link writes it. */
function address(/** @type {State} */ {now}, /** @type {Partial<Goal>} */ goal) {
  const {x, g, weights} = {...now, ...goal};
  const list = (/** @type {number[]} */ numbers) => numbers.map((one) => Number(one.toFixed(3))).join(",");
  return {x: list(x), g: list(g), parts: PARTS.filter((_, i) => weights[i] > 0.5).join(",")};
}

/** @param {State} state @param {boolean} hasOutgoing @param {Words} words @param {(x: number) => string} format */
function table({now, outgoing}, hasOutgoing, words, format) {
  const columns = [now.x, normalise(now.x).y, now.g, ...(hasOutgoing ? [outgoing()] : [])];
  return rowsTable(words.table, [words.example, ...words.columns.slice(0, columns.length)],
    now.x.map((_, i) => [i + 1, ...columns.map((column) => format(column[i]))]));
}
