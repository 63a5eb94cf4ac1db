import {html} from "htl";
import {bytesText, numberFormat} from "../../words/numbers.js";
import {isView} from "./data.js";
import {scoreDrawing} from "./drawing.js";
import {laneLabels, lanePicker} from "./labels.js";
import {layerList} from "./layer-list.js";
import {LEAST} from "./state.js";
import {writtenRows} from "./writes.js";

/**
 * The drawing of a score with its lanes, the list of its layers, its legend and zoom.
 *
 * @param {ReturnType<typeof import("./state.js").scoreState>} state
 * @param {Fields} options
 * @param {Words} words
 * @param {{go: (to: number) => void, zoom: (factor: number) => void}} on
 */
export function scoreFrame(state, options, words, on) {
  const {engines, look, runs} = state;
  const stage = html`<div class="tw-score-stage"></div>`;
  const legend = html`<p class="tw-score-legend"></p>`;
  const zoom = zoomButtons(words, on.zoom);
  const layers = layerList(words, (key, isOn) => state.scene.drawing.light(key, isOn));
  const picker = lanePicker(words, (row) => on.go(state.placeOfRow(row)));
  const roomForWrites = engines.length > 0 ? 0 : Math.max(...runs.map(({steps: [step]}) => writtenRows(step).length));
  const draw = () => {
    const {scene} = state;
    const steps = state.steps();
    const isNarrow = state.isNarrow();
    const [first] = scene.shownRows;
    scene.drawing = scoreDrawing(
      {...scene, steps},
      {
        width: look.width,
        names: isNarrow ? [] : scene.names,
        rows: scene.shownRows.length,
        rowOf: isNarrow ? (group) => (scene.rowOf(group) === first ? 0 : -1000) : scene.rowOf,
        window: scene.window,
        grows: options.grows === true,
        written: roomForWrites
      },
      scene.telling
    );
    scene.drawing.mark(look.marked);
    layers.fit(scene, engines);
    legend.textContent = legendOf(steps, scene, engines, words);
    legend.hidden = legend.textContent === "";
    stage.replaceChildren(scene.drawing, ...(isNarrow ? [] : [laneLabels(scene, look.open, words)]));
    picker.hidden = !isNarrow;
    picker.show(scene.names, first);
    zoom.fit(look.zoom, scene.time.length);
  };
  /** Remembers the drawing; the function it returns lets the next one begin as this one was. */
  const transition = () => {
    const outlines = layersIn(stage);
    const lanes = stage.querySelector(".tw-score-bars");
    return () => {
      morph(stage, outlines);
      fade(stage, lanes);
    };
  };
  return {stage, legend, zoom, layers, picker, draw, transition};
}

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
    // With two engines on one axis, leaves are placed after the node that sends to them.
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
