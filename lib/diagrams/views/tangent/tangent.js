import {html, svg} from "htl";
import {say} from "../../words/say.js";
import {numberFormat} from "../../words/numbers.js";
import {state as stateOf, steps as stepsOf} from "../../trace/steps.js";
import {icon} from "../../controls/icons.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {figure} from "../../figure/figure.js";
import {setSize} from "../../drawing/size.js";
import {beginning, nearest, runsOf, termsAt, traceAt} from "./data.js";
import {curvePart, stripPart} from "./drawing.js";
import {listen} from "./dragging.js";
import {walk} from "./motion.js";
import {planOf} from "./plan.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {NumberFormat} from "../../words/numbers.js" */
/** @import {Runs} from "./data.js" */
/** @import {Look, Step} from "./motion.js" */

/** The size of the drawing where there is no layout: on paper, and in Node. */
const SIZE = {width: 760, height: 560};

/** A drag leaves so many old tangents behind, so many runs apart. */
const TRAIL = {most: 20, apart: 14};

/** A slope this small is drawn level. */
const LEVEL = 1e-9;

/**
 * A result as a curve of one leaf, with its tangent, above the tape of the run: dragging the leaf
 * chooses among runs that Python computed, and there is nothing between them.
 *
 * @param {Omit<Runs, "root">} data
 * @param {Options & {formula?: string, plays?: boolean}} [options] those of `view.json`
 * @returns {HTMLElement & {value: number}} `value` is the number of the leaf; a change dispatches
 *   `input`; setting it takes the nearest run
 */
export function tangent(data, options = {}) {
  return figure(manifest, options, 0, (words) => build(runsOf(data), options, words), own);
}

/** @param {Runs} runs @param {OptionsOf<typeof tangent>} options @param {Words} words */
function build(runs, {formula, plays, title}, words) {
  const {trace, leaf, root, values} = runs;
  const list = stepsOf(trace);
  const format = numberFormat(words.lang);
  const nameOf = (/** @type {number} */ id) => trace.nodes[id].label ?? `x${id}`;
  /** @type {Look} */
  const look = {at: beginning(runs), step: list.length - 1, trail: [], size: SIZE, plan: null, trace: null};
  const tell = sentencesOf(runs, list, {words, format, nameOf});
  // The sentences at the end of the runs are the longest.
  const sentence = sentenceBox(values[leaf].map((_, at) => tell(at, Infinity)));
  const parts = {back: svg`<g></g>`, moving: svg`<g class="tw-tangent-moving"></g>`, knob: knobOf(runs, words, nameOf)};
  const drawing = svg`<svg class="tw-tangent-drawing" role="group" aria-label=${
    title ?? words.tangentOf(nameOf(root), nameOf(leaf))}>${parts.back}${parts.moving}${parts.knob}</svg>`;
  const stage = html`<div class="tw-tangent-stage">${drawing}</div>`;
  const play = html`<button type="button" class="tw-button tw-play" aria-label=${words.playTape} title=${
    words.playTape}>${icon("play")}</button>`;
  const element = html`<div class="tw-tangent" lang=${words.lang}>${stage}
    <div class="tw-tangent-told">${play}${sentence}</div></div>`;

  const show = (isQuiet = false) => {
    const {at, step, trail, size, plan} = look;
    look.trace = traceAt(runs, at);
    const state = stateOf(look.trace, step);
    const scene = {at, trail, plan, state, format, nameOf, trace: look.trace, formula: formula ?? nameOf(root)};
    setSize(drawing, size.width, size.height);
    parts.back.replaceChildren(curvePart(runs, scene), stripPart(scene));
    parts.knob.show({x: plan.x(values[leaf][at]), y: plan.rail, width: size.width},
      words.tangentAt(...[leaf, root].map((id) => words.valueOf(nameOf(id), format.short(values[id][at]))),
        format.short(Number(state.nodes[leaf].grad ?? 0))), format.exact(values[leaf][at]));
    sentence.say(tell(at, step), isQuiet);
  };
  const fit = (/** @type {Look["size"]} */ size) => {
    look.size = size;
    look.plan = planOf(runs, size);
    show(true);
  };
  const motion = walk({element, look, list, parts, show, format});
  const move = (/** @type {number} */ to, isHeld = false) => {
    const at = Math.max(0, Math.min(values[leaf].length - 1, to));
    motion.stop();
    element.classList.add("is-touched");
    if (at === look.at && look.step === list.length - 1) return false;
    const last = look.trail.at(-1) ?? Infinity;
    if (isHeld && Math.abs(last - look.at) > TRAIL.apart) look.trail = [...look.trail, look.at].slice(-TRAIL.most);
    if (!isHeld) look.trail = [];
    Object.assign(look, {at, step: list.length - 1});
    show();
    return true;
  };
  const go = (/** @type {Parameters<typeof move>} */ ...how) =>
    move(...how) && element.dispatchEvent(new Event("input", {bubbles: true}));
  Object.defineProperty(element, "value", {
    get: () => values[leaf][look.at],
    set(/** @type {number} */ x) {
      move(nearest(values[leaf], x));
    }
  });
  play.addEventListener("click", () => motion.play());
  listen({drawing, knob: parts.knob, look, runs, go, rest: () => {
    look.trail = [];
    show(true);
  }});
  fit(SIZE);
  follow(stage, fit);
  if (plays) motion.playOnceSeen();
  return element;
}

/** Fits the drawing to its stage, now and at each change. */
function follow(/** @type {HTMLElement} */ stage, /** @type {(size: Look["size"]) => void} */ fit) {
  if (!globalThis.ResizeObserver) return;
  let known = "";
  new ResizeObserver(([{contentRect: {width, height = SIZE.height}}]) => {
    const size = {width: Math.round(width), height: Math.round(height)};
    if (size.width === 0 || size.height === 0 || known === JSON.stringify(size)) return;
    known = JSON.stringify(size);
    fit(size);
  }).observe(stage);
}

/** The handle on the axis: a slider for the keyboard.
 * @param {Runs} runs @param {Words} words @param {(id: number) => string} nameOf */
function knobOf({leaf, values}, words, nameOf) {
  const least = Math.min(...values[leaf]);
  const most = Math.max(...values[leaf]);
  const name = nameOf(leaf);
  const hint = svg`<text class="tw-tangent-hint" y="-14" text-anchor="middle">${words.dragLeaf(name)}</text>`;
  const knob = svg`<g class="tw-tangent-knob" tabindex="0" role="slider" aria-label=${name}
    aria-valuemin=${least} aria-valuemax=${most}>
    <circle class="tw-tangent-pulse" r="20"></circle><circle class="tw-tangent-reach" r="28"></circle>
    <circle class="tw-tangent-grip" r="19"></circle><path d="M-25 -5l-5 5 5 5M25 -5l5 5 -5 5"></path>
    <text y="6" text-anchor="middle">${name}</text>${hint}</g>`;
  return Object.assign(knob, {
    /** @param {{x: number, y: number, width: number}} place @param {string} text @param {string} number */
    show({x, y, width}, text, number) {
      knob.setAttribute("transform", `translate(${x.toFixed(1)} ${y})`);
      knob.setAttribute("aria-valuetext", text);
      knob.setAttribute("aria-valuenow", number.replace(",", "."));
      hint.setAttribute("x", x > width / 2 ? -84 : 84);
    }
  });
}

/** Returns the function that says the sentence of a run at a step.
 * @param {Runs} runs @param {Step[]} list
 * @param {{words: Words, format: NumberFormat, nameOf: (id: number) => string}} context */
function sentencesOf(runs, list, {words, format, nameOf}) {
  const leaves = runs.trace.nodes.filter(({op}) => op === "leaf").map(({id}) => nameOf(id));
  const name = {text: nameOf(runs.leaf), kind: "name"};
  return (/** @type {number} */ at, /** @type {number} */ step) => {
    const {kind} = list[Math.min(step, list.length - 1)];
    if (kind === "start") return words.tapeGiven(leaves.join(words.listSeparator));
    if (kind === "forward") return words.tapeWritten;
    if (step < list.length - 1) return words.tapeRead;
    const terms = termsAt(runs, at);
    const slope = terms.reduce((sum, term) => sum + term, 0);
    const grad = (/** @type {string} */ text) => ({text, kind: "grad"});
    const sum = terms.flatMap((term, i) =>
      [{text: i > 0 ? " + " : ""}, grad(i > 0 && term < 0 ? `(${format.short(term)})` : format.short(term))]);
    if (terms.length < 2) return words.tapeSlope(name, grad(format.short(slope)));
    if (Math.abs(slope) < LEVEL) return words.tapeLevel(say`${sum}`);
    return words.tapeTwice(name, terms.length, say`${sum}`, grad(format.short(slope)));
  };
}
