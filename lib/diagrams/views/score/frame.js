import {html} from "htl";
import {bytesText, numberFormat} from "../../words/numbers.js";
import {isView} from "./data.js";
import {leastHeight, scoreDrawing} from "./drawing.js";
import {layerList} from "./layer-list.js";
import {LEAST, NARROW, WRITES} from "./state.js";
import {writtenRows} from "./writes.js";
/** @import {Lane, Scene, State, Step} from "./types.js" */

/**
 * The drawing of a score with its lanes, the list of its layers, its legend and zoom.
 *
 * @param {State} state
 * @param {Words} words
 * @param {(factor: number) => void} zoomBy
 */
export function scoreFrame(state, words, zoomBy) {
  const {look, runs} = state;
  const stage = html`<div class="tw-score-stage"></div>`;
  const legend = html`<p class="tw-score-legend"></p>`;
  const zoom = zoomButtons(words, zoomBy);
  const layers = layerList(words, (key, isOn) => state.scene.drawing.light(key, isOn));
  const most = Math.max(...runs.map(({step}) => writtenRows(step).length));
  const roomForWrites = () => (look.below.includes(WRITES) ? most : 0);
  const draw = () => {
    const {scene} = state;
    const step = state.step();
    const isNarrow = state.isNarrow();
    scene.drawing = scoreDrawing(
      {...scene, step},
      {
        width: look.width,
        height: look.height,
        isNarrow,
        opened: isNarrow ? scene.rows.findIndex(({path}) => path === look.strip) : -1,
        names: scene.names,
        rowOf: scene.rowOf,
        window: scene.window,
        written: roomForWrites(),
        stops: state.stops,
        stop: runs[look.run].at[state.moves]
      },
      scene.telling
    );
    layers.fit(scene);
    legend.textContent = `${words.widths[look.scale]} ${legendOf(step, scene, words)}`.trim();
    legend.hidden = legend.textContent === "";
    stage.replaceChildren(scene.drawing, ...(isNarrow ? [] : [laneLabels(scene, look.open, words)]));
    zoom.fit(look.zoom, scene.axis.length);
  };
  /** Keeps the outlines of the layers; the function that it returns moves them to their new ones. */
  const transition = () => {
    const paths = /** @type {Element[]} */ ([...stage.querySelectorAll(".tw-layer")]);
    const outlines = new Map(paths.map((path) => [path.getAttribute("data-layer"), path.getAttribute("d")]));
    return () => morph(stage, outlines);
  };
  /** The height below which the lanes have no names. */
  const least = (/** @type {number} */ width) => (width < NARROW
    ? 200
    : leastHeight(state.scene.rows.length, roomForWrites(), state.stops.length));
  return {stage, legend, zoom, layers, draw, transition, least};
}

/** Buttons over the names of the lanes that contain others: they fold and unfold them.
 * @param {Scene} scene @param {Set<string>} open @param {Words} words */
function laneLabels({rows, names, drawing}, open, words) {
  const button = (/** @type {Lane} */ {path, below}, /** @type {number} */ row) => {
    if (below.length === 0) return null;
    const isOpen = open.has(path);
    const {top, high} = drawing.lane(row);
    return html`<button type="button" data-lane=${path} aria-expanded=${String(isOpen)}
      aria-label=${names[row].name} style=${`top:${top}px;height:${high}px;line-height:${high}px;width:${drawing.gutter}px`}
    ><span aria-hidden="true">${isOpen ? "▾" : "▸"}</span></button>`;
  };
  return html`<div class="tw-score-lanes" role="group" aria-label=${words.lanes}>${rows.map(button)}</div>`;
}

/** Moves each layer of a mountain from its old outline to the new one. */
function morph(/** @type {HTMLElement} */ stage, /** @type {Map<string, string>} */ before) {
  for (const path of stage.querySelectorAll(".tw-layer")) {
    const old = before.get(path.getAttribute("data-layer"));
    if (!old) continue;
    const now = path.getAttribute("d");
    path.setAttribute("d", old);
    path.getBoundingClientRect(); // else the browser sees no change to animate
    path.setAttribute("d", now);
  }
}

/** Sentences about the bars and the numbers that do not explain themselves.
 * @param {Step} step @param {Scene} scene @param {Words} words */
function legendOf({told, nodes, passes}, {heat}, words) {
  const {short} = numberFormat(words.lang);
  const sentences = [words.key({
    isView: told.nodes.some(isView),
    hasLeaves: nodes.some((node) => told.nodes[node].op === "leaf"),
    isAgain: passes.includes("again")
  })];
  if (heat) sentences.push(words.heat(short(heat.least), short(heat.most)));
  if (told.allocator) {
    const {before, forward, peak} = told.allocator;
    const [first, second, third] = [before, forward, peak].map((bytes) => bytesText(bytes, words.lang));
    sentences.push(words.allocator(first, second, third));
  }
  return sentences.join(" ");
}

/** Buttons that show less of the axis, or more. */
function zoomButtons(/** @type {Words} */ words, /** @type {(factor: number) => void} */ zoom) {
  const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {number} */ factor) => html`<button type="button" class="tw-button tw-zoom"
    aria-label=${name} title=${name} onclick=${() => zoom(factor)}>${sign}</button>`;
  const closer = button(words.zoomIn, "+", 2);
  const farther = button(words.zoomOut, "−", 0.5);
  const element = html`<span class="tw-score-zoom">${farther}${closer}</span>`;
  const fit = (/** @type {number} */ now, /** @type {number} */ length) => {
    closer.setAttribute("aria-disabled", String(length / now <= LEAST));
    farther.setAttribute("aria-disabled", String(now <= 1));
  };
  return Object.assign(element, {fit});
}
