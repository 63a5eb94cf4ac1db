import {bytesText, numberFormat, shapeText} from "../../words/numbers.js";
import {clocks, pairs} from "./align.js";
import {heat} from "./heat.js";
import {held, OTHERS} from "./held.js";
import {laneTree, openAtFirst, placing, rowsOf} from "./lanes.js";
import {momentAt} from "./plan.js";
import {tellMoment, tellPair} from "./telling.js";
import {writtenRows} from "./writes.js";

/** Width where nothing can be measured, and the one below which lanes are shown one at a time. */
const DEFAULT_WIDTH = 960;
const NARROW = 560;

/** Nodes that are seen at the most when zoomed in. */
export const LEAST = 24;

/**
 * The state of a score: `look` is what the reader chose, `scene` what is drawn of it.
 *
 * @param {ReturnType<typeof import("./data.js").scoreData>} data
 * @param {Fields} options
 * @param {Words} words
 */
export function scoreState({runs, engines, switches: settings}, options, words) {
  const nodes = runs.flatMap(({steps}) => steps.flatMap(({told}) => told.nodes));
  const tree = laneTree(nodes.filter(({op}) => op !== "leaf").map(({group}) => group));
  const aligned = engines.length === 2 ? pairs(runs[0].steps[0], runs[0].steps[1]) : [];
  /** @type {Fields} */
  const look = {
    run: 0,
    beside: settings.length > 0 ? [0] : null,
    marked: /** @type {number[]} */ ([]),
    by: options.by ?? "kind",
    below: options.layers ?? [],
    unit: options.unit ?? "node",
    open: new Set([...openAtFirst(tree), ...(options.open ?? [])]),
    zoom: 1,
    width: DEFAULT_WIDTH,
    at: 0
  };
  /** @type {Fields} */
  const state = {runs, engines, settings, aligned, look, scene: null};
  const steps = () => runs[look.run].steps;
  /** The last place: that of an error, if one ends the step. */
  const end = () => state.scene.time.length - 1 - steps()[0].left;
  const clamp = (to) => Math.max(0, Math.min(end(), Math.round(Number(to)) || 0));
  const nodeAt = (track, at = look.at) => {
    const step = steps()[track];
    return step.told.nodes[step.nodes[momentAt(state.scene.time.clocks[track], at)]];
  };
  const rowOfNow = () => state.scene.rowOf(nodeAt(0).group);
  const isNarrow = () => look.width < NARROW;
  /** What a step stays within: a place, a module or a line. */
  const unitAt = (at) => {
    if (look.unit === "node") return at;
    const node = nodeAt(0, at);
    return look.unit === "module" ? state.scene.rowOf(node.group) : String(node.place);
  };
  return Object.assign(state, {
    steps,
    end,
    clamp,
    nodeAt,
    isNarrow,
    /** Computes the scene of the present look. */
    prepare() {
      // A zoom, a width, a place change none of it: of a large step it takes longer than to draw.
      const key = JSON.stringify([look.run, look.beside, look.by, look.below, [...look.open]]);
      if (state.scene?.key !== key) state.scene = {...prepare(runs, engines, look, tree, words), key};
      look.at = clamp(look.at);
      state.scene.shownRows = isNarrow() ? [rowOfNow()] : state.scene.rows.map((_, row) => row);
      state.scene.window = windowOf(look, state.scene.time.length);
    },
    /** Whether the present place is outside of what is drawn. */
    hasLeft() {
      const {window: [from, to], shownRows} = state.scene;
      return look.at < from || look.at >= to || (isNarrow() && rowOfNow() !== shownRows[0]);
    },
    /** The next place with another node, module or line. */
    next(by) {
      let at = look.at;
      while (unitAt(at) === unitAt(look.at) && clamp(at + by) !== at) at = clamp(at + by);
      return at;
    },
    /** Where the node, module or line at a place begins. */
    beginning(at) {
      let first = clamp(at);
      while (first > 0 && unitAt(first - 1) === unitAt(clamp(at))) first -= 1;
      return first;
    },
    /** The first place of a lane. */
    placeOfRow(row) {
      const [step] = steps();
      const moment = step.nodes.findIndex((node) => state.scene.rowOf(step.told.nodes[node].group) === row);
      return state.scene.time.clocks[0].start[moment];
    },
    described: (run) => ({...runs[run], step: runs[run].steps[0], held: state.scene.held[0]}),
    tell(at) {
      const {time, held: bytes, written} = state.scene;
      const sentences = steps().flatMap((step, track) => {
        const clock = time.clocks[track];
        const sentence = tellMoment(step, bytes[track], momentAt(clock, at), words, {written, clock});
        return engines.length > 0 ? [{text: `${engines[track]}: `}, ...sentence, {text: " "}] : sentence;
      });
      if (!time.isAligned) return sentences;
      const node = steps()[0].nodes[momentAt(time.clocks[0], at)];
      const pair = aligned.find((one) => one.node === node);
      return pair ? [...sentences, ...tellPair(steps(), pair, engines, words)] : sentences;
    }
  });
}

/** What the drawing needs of a run, before its room is known. */
function prepare(runs, engines, look, tree, words) {
  const rows = rowsOf(tree, look.open);
  const rowOf = placing(rows, look.open);
  const names = rows.map(({name, depth}) => ({name: name || words.noModule, depth}));
  const keyOf = look.by === "kind"
    ? (_, node) => node.op
    : (_, node) => rows[rowOf(node.group)].path || words.noModule;
  const amounts = (steps) => steps.map((step) => held(step, keyOf, look.below));
  const all = runs.map(({steps}) => amounts(steps));
  // One scale for all runs: else the smaller mountain would look as high.
  const seen = look.beside ? look.beside.map((run) => all[run]) : all;
  const most = Math.max(1, ...seen.flat().map(({total, base}) =>
    total.reduce((high, bytes, moment) => Math.max(high, bytes + base[moment]), 0)));
  const {steps} = runs[look.run];
  const time = clocks(steps);
  const heats = steps.map(heat);
  const written = engines.length > 0 ? [] : writtenRows(steps[0]);
  const own = all[look.run];
  const telling = tellingOf(steps, {own, most, time}, engines, words);
  return {rows, rowOf, names, held: own, most, time, heats, written, telling};
}

/** The texts in the drawing. */
function tellingOf(steps, {own, most, time}, engines, words) {
  const {short} = numberFormat(words.lang);
  const peakText = (track) => bytesText(own[track].total[own[track].peak], words.lang);
  return {
    summary: words.scoreSummary(short(steps[0].told.nodes.length), short(time.length), peakText(0)),
    forward: words.forwardPass,
    backward: words.backwardPass,
    heldFor: words.heldFor,
    most: bytesText(most, words.lang),
    lost: words.neverRan(short(steps[0].left)),
    written: {
      name: (shape) => shapeText(shape),
      event: ({kind, version, found}, isShort) =>
        (isShort ? words.writtenShort : words.writtenEvents)[kind](version, found)
    },
    peak: (track) => words.peakOf(peakText(track), engines[track] ?? ""),
    labelOf: (key) => (key === OTHERS ? words.others : words.layers[key] ?? key)
  };
}

/** What of the axis is seen: all of it, or a part around the present place. */
function windowOf({zoom, at}, length) {
  const wide = Math.max(Math.min(LEAST, length), length / zoom);
  const from = Math.max(0, Math.min(length - wide, at - wide / 2));
  return [from, from + wide];
}

/** The sentence that takes most room: of the node that stores most. */
export function longest(runs, words) {
  const {steps} = runs.reduce((one, other) => (other.steps.length > one.steps.length ? other : one));
  return steps.flatMap((step) => {
    const size = (moment) => step.told.nodes[step.nodes[moment]].saved.length;
    const moment = step.nodes.reduce((best, _, i) => (size(i) > size(best) ? i : best), 0);
    return [...tellMoment(step, held(step, () => ""), moment, words), {text: " "}];
  });
}
