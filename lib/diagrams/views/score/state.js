import {bytesText, numberFormat} from "../../words/numbers.js";
import {axisOf} from "./axis.js";
import {heat} from "./heat.js";
import {held, OTHERS} from "./held.js";
import {laneTree, openAtFirst, placing, rowsOf} from "./lanes.js";
import {momentAt} from "./plan.js";
import {costOf, scaleOf, scalesOf} from "./scale.js";
import {tellCost, tellMoment} from "./telling.js";
import {writtenRows} from "./writes.js";
/** @import {Axis, Data, Described, Event, Held, Lane, Look, OwnOptions, Run, Scale, ScoreDrawing, Setting,
 *   Step} from "./types.js" */

/** The size without a layout, and the width below which lanes are strips. */
const DEFAULT = {width: 960, height: 460};
export const NARROW = 560;

/** The fewest nodes that a zoom shows. */
export const LEAST = 24;

/** The entry of `below` that is not a layer: the rows of memory that is written in place. */
export const WRITES = /** @type {const} */ ("writes");

/**
 * The state of a score: `look` has the choices of the reader, `scene` what is drawn for them.
 *
 * @typedef {ReturnType<typeof prepare> & {key: string, window: [number, number], drawing: ScoreDrawing|null}} Scene
 *
 * @param {Data} data
 * @param {OwnOptions} options
 * @param {Words} words
 */
export function scoreState({runs, switches: settings, moves}, options, words) {
  const nodes = runs.flatMap(({step: {told}}) => told.nodes);
  const tree = laneTree(nodes.filter(({op}) => op !== "leaf").map(({group}) => group));
  const steps = runs.map((run) => run.step);
  const axis = axisOf(steps);
  const scales = scalesOf(steps);
  /** @type {Look} */
  const look = {
    run: 0,
    by: options.by ?? "kind",
    below: [...(options.layers ?? []), ...(areTold(runs) ? [WRITES] : [])],
    unit: options.unit ?? "node",
    scale: scales.includes(options.scale) ? options.scale : "node",
    open: new Set(options.open ?? openAtFirst(tree)),
    strip: null,
    zoom: 1,
    ...DEFAULT,
    at: 0
  };
  const stops = stopsOf(runs, settings[moves], moves, axis);
  const scene = /** @type {Scene|null} */ (null);
  const state = {runs, settings, moves, axis, scales, look, scene, remark: "", stops};
  const step = () => runs[look.run].step;
  const clock = () => axis.clocks[look.run];
  /** The last place: that of an error, if one ends the step. */
  const end = () => (step().left > 0 ? clock().start.at(-1) : axis.length - 1);
  const clamp = (/** @type {unknown} */ to) => Math.max(0, Math.min(end(), Math.round(Number(to)) || 0));
  const nodeAt = (at = look.at) => step().told.nodes[step().nodes[momentAt(clock(), at)]];
  /** The place, the module or the line at a place: a step goes to the next one. */
  const unitAt = (/** @type {number} */ at) => {
    if (look.unit === "node") return at;
    const node = nodeAt(at);
    return look.unit === "module" ? state.scene.rowOf(node.group) : String(node.place);
  };
  return Object.assign(state, {
    step,
    end,
    clamp,
    nodeAt,
    isNarrow: () => look.width < NARROW,
    /** Computes the scene of the present look. */
    prepare() {
      // A zoom, another width or place needs no new scene; for a large step that takes longer than drawing.
      const key = JSON.stringify([look.run, look.by, look.below, look.scale, [...look.open]]);
      if (state.scene?.key !== key) {
        state.scene = {...prepare(runs, axis, look, tree, words), key, window: [0, axis.length], drawing: null};
      }
      look.at = clamp(look.at);
      state.scene.window = windowOf(look, axis.length, state.scene.scale);
    },
    zoom(/** @type {number} */ factor) {
      look.zoom = Math.max(1, Math.min(axis.length / LEAST, look.zoom * factor));
    },
    openStrip(/** @type {number} */ row) {
      const {path} = state.scene.rows[row];
      look.strip = look.strip === path ? null : path;
    },
    /** Whether the present place is outside of the drawing. */
    hasLeft: () => look.at < state.scene.window[0] || look.at >= state.scene.window[1],
    /** The next place with another node, module or line. */
    next(/** @type {number} */ by) {
      let at = look.at;
      while (unitAt(at) === unitAt(look.at) && clamp(at + by) !== at) at = clamp(at + by);
      return at;
    },
    /** Where the node, module or line at a place begins. */
    beginning(/** @type {number} */ at) {
      let first = clamp(at);
      while (first > 0 && unitAt(first - 1) === unitAt(clamp(at))) first -= 1;
      return first;
    },
    /** @returns {Described} */
    described: (/** @type {number} */ run) => ({...runs[run], held: held(runs[run].step, () => "")}),
    tell(/** @type {number} */ at) {
      const {held: bytes, written} = state.scene;
      const moment = momentAt(clock(), at);
      if (clock().start[moment] !== at && axis.slots[at]) {
        const {node: {op, label, group}} = axis.slots[at];
        return [{text: words.notHere(label ?? op, group)}];
      }
      const cost = costOf(step(), moment, look.scale);
      const told = tellMoment(step(), bytes, moment, words, {written, clock: clock()});
      return cost === null ? told : [...told, ...tellCost(cost, look.scale, words)];
    }
  });
}

/** Whether writes in place are shown at first: with several runs, or if one ruins the step. */
function areTold(/** @type {Run[]} */ runs) {
  return runs.length > 1 ||
    runs.some(({step: {told}}) => told.failed || told.writes?.some(({counted}) => counted === false));
}

/** The place of the write for each choice of the switch that moves it; the end if no run has one.
 * @param {Run[]} runs @param {Setting|undefined} setting @param {number|null} moves @param {Axis} axis */
function stopsOf(runs, setting, moves, axis) {
  return (setting?.choices ?? []).map((_, choice) => {
    const places = runs.flatMap(({at, step}, run) => (at[moves] !== choice ? [] : (step.told.writes ?? [])
      .map(({node}) => axis.clocks[run].start[step.made[node]])));
    return places.length > 0 ? Math.max(...places) : axis.length - 1;
  });
}

/** All that the drawing needs of a run except its size.
 * @param {Run[]} runs @param {Axis} axis @param {Look} look @param {Lane[]} tree @param {Words} words */
function prepare(runs, axis, look, tree, words) {
  const rows = rowsOf(tree, look.open);
  const rowOf = placing(rows, look.open);
  const names = rows.map(({name, depth}) => ({name: name || words.noModule, depth}));
  /** @returns {string} */
  const nameOf = (/** @type {number} */ row) => rows[row].path || words.noModule;
  const keyOf = (/** @type {unknown} */ _, /** @type {ScoreNode} */ node) =>
    (look.by === "kind" ? node.op : nameOf(rowOf(node.group)));
  const below = look.below.filter((key) => key !== WRITES);
  const all = runs.map(({step}) => held(step, keyOf, below));
  // One scale for all runs: else the mountains would look equally high.
  const most = Math.max(1, ...all.map(({total, base}) =>
    total.reduce((high, bytes, moment) => Math.max(high, bytes + base[moment]), 0)));
  const {step} = runs[look.run];
  const own = all[look.run];
  const telling = {...tellingOf(step, {own, most, axis}, words), nameOf};
  return {
    rows, rowOf, names, held: own, most, axis, telling,
    scale: scaleOf(axis, runs.map((run) => run.step), look.scale),
    clock: axis.clocks[look.run], heat: heat(step), written: look.below.includes(WRITES) ? writtenRows(step) : []
  };
}

/** The texts in the drawing.
 * @param {Step} step @param {{own: Held, most: number, axis: Axis}} of @param {Words} words */
function tellingOf(step, {own, most, axis}, words) {
  const {short} = numberFormat(words.lang);
  const peak = bytesText(own.total[own.peak], words.lang);
  return {
    summary: words.scoreSummary(short(step.told.nodes.length), short(axis.length), peak),
    forward: words.forwardPass,
    backward: words.backwardPass,
    heldFor: own.base[0] > 0 ? words.heldInAll : words.heldFor,
    most: bytesText(most, words.lang),
    lost: words.neverRan(short(step.left)),
    write: words.write,
    /** @returns {string} */
    written: (/** @type {Event} */ {kind, version, found}, /** @type {boolean} */ isShort) =>
      (isShort ? words.writtenShort : words.writtenEvents)[kind](version, found),
    peak: words.peakOf(peak),
    /** @returns {string} */
    labelOf: (/** @type {string} */ key) => (key === OTHERS ? words.others : words.layers[key] ?? key)
  };
}

/** The part of the axis that is shown: all of it, or a part around the present place.
 * @param {Look} look @param {number} length @param {Scale} scale @returns {[number, number]} */
function windowOf({zoom, at}, length, {along, back}) {
  const wide = Math.max(Math.min(LEAST, length), length / zoom);
  const from = Math.max(0, Math.min(length - wide, along(at + 0.5) - wide / 2));
  return [back(from), back(from + wide)];
}

/** The sentence that needs most room: that of the node that stores most. */
export function longest(/** @type {Run[]} */ [{step}], /** @type {Words} */ words) {
  const size = (/** @type {number} */ moment) => step.told.nodes[step.nodes[moment]].saved.length;
  const moment = step.nodes.reduce((best, _, i) => (size(i) > size(best) ? i : best), 0);
  return tellMoment(step, held(step, () => ""), moment, words);
}
