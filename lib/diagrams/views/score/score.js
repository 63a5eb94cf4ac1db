import {html} from "htl";
import {bytesText, numberFormat} from "../../words/numbers.js";
import {shapeText} from "../../words/amounts.js";
import {clocks, pairs} from "./align.js";
import {differences} from "./differences.js";
import {controls} from "../../controls/controls.js";
import {asked as askedOf, copyLink, followLink, stepIn} from "../../figure/links.js";
import {figure} from "../../figure/figure.js";
import {follow} from "../../figure/follow.js";
import {heat} from "./heat.js";
import {held, OTHERS} from "./held.js";
import {keyboard} from "../../controls/keyboard.js";
import {lanePicker, laneLabels} from "./labels.js";
import {layerList} from "./layer-list.js";
import {laneTree, openAtFirst, placing, rowsOf} from "./lanes.js";
import {momentAt} from "./plan.js";
import {player} from "../../controls/player.js";
import {isView, nearest, scoreData} from "./data.js";
import {scoreDrawing} from "./drawing.js";
import {scoreTable} from "./table.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {sourcePanel} from "./source.js";
import {switches} from "./switches.js";
import {tellDifference, tellMoment, tellPair, tellStanding} from "./telling.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
import {writtenRows} from "./writes.js";

/** Width where nothing can be measured, and the one below which lanes are shown one at a time. */
const DEFAULT_WIDTH = 960;
const NARROW = 560;

/** Milliseconds that a step stays while it plays. */
const PACE = {node: 160, line: 600, module: 800};

/** Nodes that are seen at the most when zoomed in. */
const LEAST = 24;

/**
 * A whole step of training on one time axis: modules as lanes, forward and backward, and under it
 * the bytes that are held for backward.
 *
 * @param {any} subject a score; several `runs` to choose from, by name or by `switches`; or two
 *   `engines` side by side
 * @param {Fields} [options] those of `view.json`
 * @returns {HTMLElement & {value: number}} `value` is the place on the axis; a change dispatches
 *   `input`
 */
export function score(subject, options = {}) {
  return figure(manifest, options, 0, (words) => upTo(
    options,
    (now, of = subject) => build(scoreData(of), now, words),
    words
  ), own);
}

function build({runs, engines, switches: settings}, options, words) {
  const nodes = runs.flatMap(({steps}) => steps.flatMap(({told}) => told.nodes));
  const tree = laneTree(nodes.filter(({op}) => op !== "leaf").map(({group}) => group));
  /** @type {Fields} how the figure stands */
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
  /** @type {Fields} what is drawn */
  let scene = null;
  const asked = stepIn(askedOf(options.id));
  const stage = html`<div class="tw-score-stage"></div>`;
  const told = html`<p class="tw-score-note" role="status"></p>`;
  const legend = html`<p class="tw-score-legend"></p>`;
  const source = options.source === false || !hasSource(runs) ? null : sourcePanel(words);
  /** The last place: that of an error, if one ends the step. */
  const end = () => scene.time.length - 1 - runs[look.run].steps[0].left;
  const clamp = (to) => Math.max(0, Math.min(end(), Math.round(Number(to)) || 0));

  const refit = () => {
    const {steps} = runs[look.run];
    const isNarrow = look.width < NARROW;
    // A zoom, a width, a place change none of it: of a large step it takes longer than to draw.
    const key = JSON.stringify([look.run, look.beside, look.by, look.below, [...look.open]]);
    if (scene?.key !== key) scene = {...prepare(runs, engines, look, tree, words), key};
    look.at = clamp(look.at);
    const rows = isNarrow ? [rowOfNow()] : scene.rows.map((_, row) => row);
    const rowOf = isNarrow
      ? (group) => (scene.rowOf(group) === rows[0] ? 0 : -1000)
      : scene.rowOf;
    scene.window = windowOf(look, scene.time.length);
    scene.shownRow = rows[0];
    scene.drawing = scoreDrawing(
      {steps, time: scene.time, held: scene.held, most: scene.most, heats: scene.heats,
        written: scene.written},
      {width: look.width, names: isNarrow ? [] : scene.names, rows: rows.length, rowOf,
        window: scene.window, grows: options.grows === true, written: roomForWrites},
      scene.telling
    );
    scene.drawing.mark(look.marked);
    layers.fit(scene, engines);
    legend.textContent = legendOf(steps, scene, engines, words);
    legend.hidden = legend.textContent === "";
    const labels = isNarrow ? null : laneLabels(scene, look.open, words);
    stage.replaceChildren(scene.drawing, ...(labels ? [labels] : []));
    picker.hidden = !isNarrow;
    picker.show(scene.names, rows[0]);
    zoom.fit(look.zoom, scene.time.length);
    show(true);
  };
  const rowOfNow = () => scene.rowOf(nodeAt(0).group);
  const nodeAt = (track, at = look.at) => {
    const step = runs[look.run].steps[track];
    return step.told.nodes[step.nodes[momentAt(scene.time.clocks[track], at)]];
  };
  const tell = (at) => {
    const {steps} = runs[look.run];
    const sentences = steps.flatMap((step, track) => {
      const clock = scene.time.clocks[track];
      const moment = momentAt(clock, at);
      const sentence = tellMoment(step, scene.held[track], moment, words, {written: scene.written, clock});
      return engines.length > 0 ? [{text: `${engines[track]}: `}, ...sentence, {text: " "}] : sentence;
    });
    if (!scene.time.isAligned) return sentences;
    const node = steps[0].nodes[momentAt(scene.time.clocks[0], at)];
    const pair = aligned.find((one) => one.node === node);
    return pair ? [...sentences, ...tellPair(steps, pair, engines, words)] : sentences;
  };
  const show = (isQuiet = false) => {
    const [from, to] = scene.window;
    const hasLeft = look.at < from || look.at >= to;
    const isOtherLane = look.width < NARROW && rowOfNow() !== scene.shownRow;
    if (hasLeft || isOtherLane) return refit();
    scene.drawing.show(look.at);
    layers.show(look.at);
    panel.say(tell(look.at), isQuiet || play.isPlaying());
    const last = end();
    // Moments are counted from 1, as in sentences and in the table.
    buttons.show({index: look.at + 1, first: 1, last: last + 1, end: last + 1,
      isPlaying: play.isPlaying(), isOnePass: false});
    if (source) {
      const step = runs[look.run].steps.at(-1);
      source.show(step.told.source, nodeAt(runs[look.run].steps.length - 1).place);
    }
    refreshTwin();
  };
  const go = (to, isQuiet = false) => {
    const before = look.at;
    look.at = clamp(to);
    if (look.at === before) return false;
    show(isQuiet);
    element.dispatchEvent(new Event("input", {bubbles: true}));
    return true;
  };
  const byHand = (to) => {
    play.stop();
    go(to);
  };
  /** What a step stays within: a place, a module or a line. */
  const unitAt = (at) => {
    if (look.unit === "node") return at;
    const node = nodeAt(0, at);
    return look.unit === "module" ? scene.rowOf(node.group) : String(node.place);
  };
  /** The next place with another node, module or line. */
  const next = (by) => {
    let at = look.at;
    while (unitAt(at) === unitAt(look.at) && clamp(at + by) !== at) at = clamp(at + by);
    return at;
  };
  /** Where the node, module or line at a place begins. */
  const beginning = (at) => {
    let first = clamp(at);
    while (first > 0 && unitAt(first - 1) === unitAt(clamp(at))) first -= 1;
    return first;
  };
  const play = player({
    tick: () => go(next(1), true) && look.at < end(),
    isAlive: () => element.isConnected,
    onChange: () => show(true)
  });
  const on = {
    go: (to) => byHand(beginning(to - 1)),
    move: (by) => byHand(next(by)),
    jump: (side) => byHand(side === "first" ? 0 : end()),
    play: () => {
      if (play.isPlaying()) return play.stop();
      if (look.at === end()) go(0, true);
      play.start(PACE[look.unit]);
    }
  };
  // Where it opens is known once it is laid out.
  const opened = {step: 0};
  const copy = copyLink(options.id, () => ({step: look.at}), words, opened);
  const buttons = controls(words, on, null, copy);
  const zoomBy = (factor) => {
    look.zoom = Math.max(1, Math.min(scene.time.length / LEAST, look.zoom * factor));
    refit();
  };
  const zoom = zoomButtons(words, zoomBy);
  const layers = layerList(words, (key, isOn) => scene.drawing.light(key, isOn));
  const picker = lanePicker(words, (row) => {
    const step = runs[look.run].steps[0];
    const moment = step.nodes.findIndex((node) => scene.rowOf(step.told.nodes[node].group) === row);
    byHand(scene.time.clocks[0].start[moment]);
  });
  const panel = sentenceBox([longest(runs, words)]);
  const roomForWrites = engines.length > 0 ? 0 : Math.max(...runs.map(({steps: [step]}) => writtenRows(step).length));
  const aligned = engines.length === 2 ? pairs(runs[0].steps[0], runs[0].steps[1]) : [];
  const change = (run) => {
    const before = described(runs, look.run, scene);
    const share = look.at / scene.time.length;
    const outlines = layersIn(stage);
    const lanes = stage.querySelector(".tw-score-bars");
    // Runs of many sizes: the two that are compared share a scale, and it is written beside them.
    look.beside = settings.length > 0 ? [look.run, run] : null;
    look.run = run;
    refit();
    morph(stage, outlines);
    fade(stage, lanes);
    const [step] = runs[run].steps;
    go(step.told.failed ? step.nodes.length - 1 : share * scene.time.length, true);
    told.textContent = tellDifference(before, described(runs, run, scene), settings, words);
  };
  const {ofRuns, ofLook} = switches({runs, engines, settings}, look, words, {
    run: change,
    setting: (which, choice) => {
      const run = nearest(runs, runs[look.run].at, which, choice);
      if (run !== -1 && run !== look.run) change(run);
      return runs[look.run].at;
    },
    redraw: () => refit()
  });
  const named = aligned.length === 0 ? null : differences(runs[0].steps, engines, words, (nodes, to) => {
    look.marked = nodes;
    scene.drawing.mark(nodes);
    if (to !== null) byHand(scene.time.clocks[1].start[runs[0].steps[1].made[to]]);
  }, () => momentAt(scene.time.clocks[1], look.at));
  const element = html`<div class="tw-score" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${options.title ?? words.scoreTitle}>
    ${ofRuns}${ofRuns ? told : null}${picker}${stage}
    <div class="tw-score-below">
      <div class="tw-panel">${panel}${buttons}</div>
      ${source}
    </div>
    ${layers}${legend}
    <div class="tw-score-top">${ofLook}${zoom}</div>
    ${named}
  </div>`;
  const refreshTwin = twin(element, () => scoreTable(runs[look.run].steps, scene, look.at, words), words,
    {picture: [stage, layers]});
  Object.defineProperty(element, "value", {
    get: () => look.at,
    set: (to) => {
      play.stop();
      look.at = clamp(to);
      show(true);
    }
  });
  refit();
  const [first] = runs[0].steps;
  const telltale = first.told.failed ? first.nodes.length - 1 : scene.held[0].peak;
  opened.step = clamp(options.step ?? scene.time.clocks[0].start[telltale]);
  look.at = clamp(asked ?? opened.step);
  if (ofRuns) told.textContent = tellStanding(described(runs, 0, scene), settings, words);
  show(true);
  keyboard(element, on);
  // The handle's own arrow keys would go by node, whatever is chosen.
  const range = /** @type {HTMLInputElement} */ (buttons.querySelector(".tw-range"));
  range.addEventListener("keydown", (event) => {
    const by = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1}[event.key];
    if (!by || look.unit === "node" || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    on.move(by);
  });
  onLanes(stage, look, refit);
  pointing(stage, () => scene, {
    go: byHand,
    // What is pointed at is told in place of the present moment, as long as it is.
    hover: (at) => {
      scene.drawing.point(at);
      layers.show(at ?? look.at);
      panel.say(tell(at ?? look.at), true);
    },
    zoom: zoomBy
  });
  followLink(element, options.id, {
    read: () => ({step: look.at}),
    apply: (parameters) => byHand(stepIn(parameters) ?? look.at)
  });
  fitting(stage, look, refit);
  if (options.follow) follow(element, options.follow, {leads: asked !== null});
  return element;
}

const hasSource = (runs) => runs.some(({steps}) => steps.at(-1).told.source.length > 0);

const layersIn = (stage) =>
  new Map([...stage.querySelectorAll(".tw-layer")].map((path) => [path.dataset.layer, path.getAttribute("d")]));

/** Lets each layer of a mountain begin as it was, and turn into what it is. */
function morph(stage, before) {
  for (const path of stage.querySelectorAll(".tw-layer")) {
    const old = before.get(path.dataset.layer);
    if (!old) continue;
    const now = path.getAttribute("d");
    path.setAttribute("d", old);
    path.getBoundingClientRect(); // else the browser would see one change only
    path.setAttribute("d", now);
  }
}

/** Lets the bars that were there fade, so that what a run leaves out is seen to go. */
function fade(stage, before) {
  if (!before) return;
  before.classList.add("is-going");
  stage.querySelector(".tw-score-bars").before(before);
  before.addEventListener("animationend", () => before.remove(), {once: true});
}

/** What a picture means that does not explain itself. */
function legendOf(steps, {time, heats}, engines, words) {
  const {short} = numberFormat(words.lang);
  const sentences = [words.key({
    isView: steps.some(({told}) => told.nodes.some(isView)),
    // Of two engines in one time, they stand behind the node that sends to them.
    hasLeaves: !time.isAligned && steps.some(({told, nodes}) => nodes.some((node) => told.nodes[node].op === "leaf")),
    isAgain: steps.some(({passes}) => passes.includes("again"))
  })];
  if (engines.length > 0) sentences.push(words.engines(engines.join(words.listSeparator)));
  if (engines.length > 0 && !time.isAligned) sentences.push(words.notAligned);
  if (heats[0]) sentences.push(words.heat(short(heats[0].least), short(heats[0].most)));
  for (const {told: {allocator}} of steps) {
    if (!allocator) continue;
    const [before, forward, peak] = [allocator.before, allocator.forward, allocator.peak]
      .map((bytes) => bytesText(bytes, words.lang));
    sentences.push(words.allocator(before, forward, peak));
  }
  return sentences.join(" ");
}

const described = (runs, run, scene) => ({
  ...runs[run],
  step: runs[run].steps[0],
  held: scene.held[0]
});

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
  const {short} = numberFormat(words.lang);
  const peakText = (track) => bytesText(own[track].total[own[track].peak], words.lang);
  const telling = {
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
  return {rows, rowOf, names, held: own, most, time, heats, written, telling};
}

/** What of the axis is seen: all of it, or a part around the present place. */
function windowOf({zoom, at}, length) {
  const wide = Math.max(Math.min(LEAST, length), length / zoom);
  const from = Math.max(0, Math.min(length - wide, at - wide / 2));
  return [from, from + wide];
}

/** The sentence that takes most room: of the node that stores most. */
function longest(runs, words) {
  const {steps} = runs.reduce((one, other) => (other.steps.length > one.steps.length ? other : one));
  return steps.flatMap((step) => {
    const size = (moment) => step.told.nodes[step.nodes[moment]].saved.length;
    const moment = step.nodes.reduce((best, _, i) => (size(i) > size(best) ? i : best), 0);
    return [...tellMoment(step, held(step, () => ""), moment, words), {text: " "}];
  });
}

/** Buttons that show less of the axis, or more. */
function zoomButtons(words, zoom) {
  const button = (name, sign, factor) => html`<button type="button" class="tw-button tw-zoom"
    aria-label=${name} title=${name} onclick=${() => zoom(factor)}>${sign}</button>`;
  const closer = button(words.zoomIn, "+", 2);
  const farther = button(words.zoomOut, "−", 0.5);
  const element = html`<span class="tw-score-zoom">${farther}${closer}</span>`;
  const fit = (now, length) => {
    closer.setAttribute("aria-disabled", String(length / now <= LEAST));
    farther.setAttribute("aria-disabled", String(now <= 1));
  };
  return Object.assign(element, {fit});
}

function onLanes(stage, look, refit) {
  stage.addEventListener("click", ({target}) => {
    const path = target.closest("[data-lane]")?.dataset.lane;
    if (path === undefined) return;
    if (!look.open.delete(path)) look.open.add(path);
    refit();
    [...stage.querySelectorAll("[data-lane]")].find(({dataset}) => dataset.lane === path)?.focus();
  });
}

/** Points at the place under the pointer; a click goes there, and dragging takes along. A pinch
 * zooms, which browsers report as a wheel with the control key. */
function pointing(stage, scene, {go, hover, zoom}) {
  const at = (event) => {
    const {drawing} = scene();
    const {left, top, width} = drawing.getBoundingClientRect();
    const scale = drawing.viewBox.baseVal.width / width;
    return drawing.at((event.clientX - left) * scale, (event.clientY - top) * scale);
  };
  let isDragging = false;
  stage.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    isDragging = true;
    if (event.isTrusted) stage.setPointerCapture(event.pointerId);
    // A finger may only want to scroll the page: it is meant where it moves sideways, or is lifted.
    if (event.pointerType !== "touch") go(at(event));
  });
  stage.addEventListener("pointermove", (event) => {
    if (isDragging) go(at(event));
    else if (event.pointerType !== "touch") hover(at(event));
  });
  stage.addEventListener("pointerup", (event) => isDragging && go(at(event)));
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    go(at(event));
    zoom(2 ** (-event.deltaY / 100));
  }, {passive: false});
  const end = () => {
    isDragging = false;
    hover(null);
  };
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) stage.addEventListener(name, end);
}

function fitting(stage, look, refit) {
  if (!globalThis.ResizeObserver) return;
  let isSeen = false; // what was drawn before could not scroll to its line
  new ResizeObserver(([{contentRect: {width}}]) => {
    if (width === 0 || (isSeen && Math.abs(width - look.width) < 1)) return;
    isSeen = true;
    look.width = Math.floor(width);
    refit();
  }).observe(stage);
}
