import {html} from "htl";
import {bytesText, numberFormat} from "../../words/numbers.js";
import {clocks} from "./align.js";
import {controls} from "../../controls/controls.js";
import {asked as askedOf, copyLink, followLink, stepIn} from "../../figure/links.js";
import {figure} from "../../figure/figure.js";
import {follow} from "../../figure/follow.js";
import {held, OTHERS} from "./held.js";
import {keyboard} from "../../controls/keyboard.js";
import {lanePicker, laneLabels} from "./labels.js";
import {laneTree, openAtFirst, placing, rowsOf} from "./lanes.js";
import {momentAt} from "./plan.js";
import {player} from "../../controls/player.js";
import {scoreData} from "./data.js";
import {scoreDrawing} from "./drawing.js";
import {scoreTable} from "./table.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {sourcePanel} from "./source.js";
import {switches} from "./switches.js";
import {tellDifference, tellMoment} from "./telling.js";

import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

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
 * @param {any} subject a score; several `runs` to choose from; or two `engines` side by side
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

function build({runs, engines}, options, words) {
  const nodes = runs.flatMap(({steps}) => steps.flatMap(({told}) => told.nodes));
  const tree = laneTree(nodes.filter(({op}) => op !== "leaf").map(({group}) => group));
  /** @type {Fields} how the figure stands */
  const look = {
    run: 0,
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
  const hovered = html`<p class="tw-score-hovered" aria-hidden="true"> </p>`;
  const told = html`<p class="tw-score-note" role="status"></p>`;
  const source = options.source === false || !hasSource(runs) ? null : sourcePanel(words);
  const clamp = (to) => Math.max(0, Math.min(scene.time.length - 1, Math.round(Number(to)) || 0));

  const refit = () => {
    const {steps} = runs[look.run];
    const isNarrow = look.width < NARROW;
    scene = prepare(runs, engines, look, tree, words);
    look.at = clamp(look.at);
    const rows = isNarrow ? [rowOfNow()] : scene.rows.map((_, row) => row);
    const rowOf = isNarrow
      ? (group) => (scene.rowOf(group) === rows[0] ? 0 : -1000)
      : scene.rowOf;
    scene.window = windowOf(look, scene.time.length);
    scene.shownRow = rows[0];
    scene.drawing = scoreDrawing(
      {steps, time: scene.time, held: scene.held, most: scene.most},
      {width: look.width, names: isNarrow ? [] : scene.names, rows: rows.length, rowOf,
        window: scene.window, grows: options.grows === true},
      scene.telling
    );
    const labels = isNarrow ? null : laneLabels(scene, look.open, words);
    stage.replaceChildren(scene.drawing, ...(labels ? [labels] : []));
    picker.hidden = !isNarrow;
    picker.show(scene.names, rows[0]);
    zoom.fit(look.zoom, scene.time.length);
    show(true);
  };
  const rowOfNow = () => scene.rowOf(nodeAt(0).group);
  const nodeAt = (track) => {
    const step = runs[look.run].steps[track];
    return step.told.nodes[step.nodes[momentAt(scene.time.clocks[track], look.at)]];
  };
  const tell = (at) => runs[look.run].steps.flatMap((step, track) => {
    const moment = momentAt(scene.time.clocks[track], at);
    const sentence = tellMoment(step, scene.held[track], moment, words);
    return engines.length > 0 ? [{text: `${engines[track]}: `}, ...sentence, {text: " "}] : sentence;
  });
  const show = (isQuiet = false) => {
    const [from, to] = scene.window;
    const hasLeft = look.at < from || look.at >= to;
    const isOtherLane = look.width < NARROW && rowOfNow() !== scene.shownRow;
    if (hasLeft || isOtherLane) return refit();
    scene.drawing.show(look.at);
    panel.say(tell(look.at), isQuiet || play.isPlaying());
    const last = scene.time.length - 1;
    buttons.show({index: look.at, first: 0, last, end: last, isPlaying: play.isPlaying(),
      isOnePass: false});
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
  /** The next place with another node, module or line. */
  const next = (by) => {
    const key = () => {
      const node = nodeAt(0);
      if (look.unit === "module") return scene.rowOf(node.group);
      return look.unit === "line" ? String(node.place) : look.at;
    };
    const start = look.at;
    const before = key();
    while (key() === before && clamp(look.at + by) !== look.at) look.at = clamp(look.at + by);
    const found = look.at;
    look.at = start;
    return found;
  };
  const play = player({
    tick: () => go(next(1), true) && look.at < scene.time.length - 1,
    isAlive: () => element.isConnected,
    onChange: () => show(true)
  });
  const on = {
    go: byHand,
    move: (by) => byHand(next(by)),
    jump: (end) => byHand(end === "first" ? 0 : scene.time.length - 1),
    play: () => {
      if (play.isPlaying()) return play.stop();
      if (look.at === scene.time.length - 1) go(0, true);
      play.start(PACE[look.unit]);
    }
  };
  // Where it opens is known once it is laid out.
  const opened = {step: 0};
  const copy = copyLink(options.id, () => ({step: look.at}), words, opened);
  const buttons = controls(words, on, null, copy);
  const zoom = zoomButtons(words, (factor) => {
    look.zoom = Math.max(1, look.zoom * factor);
    refit();
  });
  const picker = lanePicker(words, (row) => {
    const step = runs[look.run].steps[0];
    const moment = step.nodes.findIndex((node) => scene.rowOf(step.told.nodes[node].group) === row);
    byHand(scene.time.clocks[0].start[moment]);
  });
  const panel = sentenceBox([longest(runs, words)]);
  const choose = switches(runs, engines, look, words, {
    run: (run) => {
      const before = described(runs, look.run, scene);
      const share = look.at / scene.time.length;
      look.run = run;
      refit();
      go(share * scene.time.length, true);
      told.textContent = tellDifference(before, described(runs, run, scene), words);
    },
    redraw: () => refit()
  });
  const element = html`<div class="tw-score" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${options.title ?? words.scoreTitle}>
    ${picker}${stage}${hovered}${told}
    <div class="tw-score-top">${choose}${zoom}</div>
    <div class="tw-score-below">
      <div class="tw-panel">${panel}${buttons}</div>
      ${source}
    </div>
  </div>`;
  const refreshTwin = twin(element, () => scoreTable(runs[look.run].steps, scene, look.at, words), words,
    {picture: [stage, hovered]});
  if (engines.length > 0) {
    told.textContent = words.engines(engines.join(words.listSeparator));
  }
  Object.defineProperty(element, "value", {
    get: () => look.at,
    set: (to) => {
      play.stop();
      look.at = clamp(to);
      show(true);
    }
  });
  refit();
  opened.step = clamp(options.step ?? scene.time.clocks[0].start[scene.held[0].peak]);
  look.at = clamp(asked ?? opened.step);
  show(true);
  if (engines.length > 0 && !scene.time.isAligned) told.textContent += ` ${words.notAligned}`;
  keyboard(element, on);
  onLanes(stage, look, refit);
  pointing(stage, () => scene, {go: byHand, hover: (at) => hover(at)});
  const hover = (at) => {
    hovered.textContent = at === null ? " " : tell(at).map(({text}) => text).join("");
  };
  followLink(element, options.id, {
    read: () => ({step: look.at}),
    apply: (parameters) => byHand(stepIn(parameters) ?? look.at)
  });
  fitting(stage, look, refit);
  if (options.follow) follow(element, options.follow, {leads: asked !== null});
  return element;
}

const hasSource = (runs) => runs.some(({steps}) => steps.at(-1).told.source.length > 0);

const described = (runs, run, scene) => ({
  name: runs[run].name,
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
  const most = Math.max(1, ...all.flat().map(({total, base}) =>
    total.reduce((high, bytes, moment) => Math.max(high, bytes + base[moment]), 0)));
  const {steps} = runs[look.run];
  const time = clocks(steps);
  const own = all[look.run];
  const {short} = numberFormat(words.lang);
  const peakText = (track) => bytesText(own[track].total[own[track].peak], words.lang);
  const telling = {
    summary: words.scoreSummary(short(steps[0].told.nodes.length), short(time.length), peakText(0)),
    forward: words.forwardPass,
    backward: words.backwardPass,
    heldFor: words.heldFor,
    peak: (track) => words.peakOf(peakText(track), engines[track] ?? ""),
    labelOf: (key) => (key === OTHERS ? words.others : words.layers[key] ?? key)
  };
  return {rows, rowOf, names, held: own, most, time, telling};
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

/** Points at the place under the pointer; a click goes there, and dragging takes along. */
function pointing(stage, scene, {go, hover}) {
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
    go(at(event));
  });
  stage.addEventListener("pointermove", (event) => {
    if (isDragging) go(at(event));
    else if (event.pointerType !== "touch") hover(at(event));
  });
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
