import {sideways} from "../../controls/drag.js";
import {byKey} from "../../controls/leaf-sliders.js";
import {replay} from "../../controls/walk.js";
import {onWidth} from "../../drawing/on-width.js";
/** @import {Look, Scene, State} from "./types.js" */

/** Milliseconds that a step stays while it plays. */
const PACE = {node: 160, line: 600, module: 800};

/**
 * The moves of a score, by button and key.
 *
 * @param {State} state
 * @param {{show: (isQuiet?: boolean) => void, report: () => void, isAlive: () => boolean}} effects
 */
export function scoreWalk(state, {show, report, isAlive}) {
  const {look} = state;
  const go = (/** @type {number} */ to, isQuiet = false) => {
    const before = look.at;
    look.at = state.clamp(to);
    state.remark = "";
    if (look.at === before) return false;
    show(isQuiet);
    report();
    return true;
  };
  const byHand = (/** @type {number} */ to) => {
    playing.stop();
    go(to);
  };
  const playing = replay({
    advance: () => go(state.next(1), true),
    rewind: () => go(0, true),
    isAtEnd: () => look.at === state.end(),
    pace: () => PACE[look.unit],
    isAlive,
    onChange: () => show(true)
  });
  const on = {
    go: (/** @type {number} */ to) => byHand(state.beginning(to - 1)),
    move: (/** @type {number} */ by) => byHand(state.next(by)),
    jump: (/** @type {string} */ side) => byHand(side === "first" ? 0 : state.end()),
    play: playing.play
  };
  /** Shows another run; the remark on it stays until the reader moves. */
  const settle = () => {
    show();
    report();
  };
  return {go, byHand, on, settle, stop: playing.stop, isPlaying: playing.isPlaying};
}

/** Arrow keys on the slider go by the chosen unit: its own steps are single nodes.
 * @param {HTMLElement} range @param {Look} look @param {{move: (by: number) => void}} on */
export function stepRange(range, look, on) {
  range.addEventListener("keydown", (event) => {
    const by = byKey(event, {arrow: 1});
    if (Math.abs(by) !== 1 || look.unit === "node" || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    on.move(by);
  });
}

/** Opens and closes lanes by a click on their names, and strips by a tap.
 * @param {HTMLElement} stage @param {Look} look @param {() => void} refit */
export function onLanes(stage, look, refit) {
  stage.addEventListener("click", (/** @type {Click} */ {target}) => {
    const path = target.closest("[data-lane]")?.getAttribute("data-lane");
    if (path === undefined) return;
    if (!look.open.delete(path)) look.open.add(path);
    refit();
    const names = /** @type {HTMLElement[]} */ ([...stage.querySelectorAll("[data-lane]")]);
    names.find(({dataset}) => dataset.lane === path)?.focus();
  });
}

/**
 * Hovering marks the place under the pointer; a click or a drag goes there. A pinch zooms: browsers
 * report it as a wheel with the control key.
 *
 * @param {HTMLElement} stage
 * @param {() => Scene} scene
 * @param {Record<"go"|"zoom"|"hover"|"move", (x: number|null) => void> & {tap: (row: number) => boolean}} on `move`
 *   moves a write, `tap` returns whether the lane takes the tap
 */
export function pointing(stage, scene, {go, hover, zoom, tap, move}) {
  const at = (/** @type {MouseEvent} */ event) => {
    const {drawing} = scene();
    const {left, top, width} = drawing.getBoundingClientRect();
    const scale = drawing.viewBox.baseVal.width / width;
    return drawing.at((event.clientX - left) * scale, (event.clientY - top) * scale);
  };
  const rowOf = (/** @type {MouseEvent} */ {clientY}) =>
    scene().drawing.rowAt(clientY - scene().drawing.getBoundingClientRect().top);
  let isWrite = false;
  const stop = (/** @type {MouseEvent} */ event, isMoving = false) => {
    const {left, top} = scene().drawing.getBoundingClientRect();
    return scene().drawing.stopAt(event.clientX - left, event.clientY - top, isMoving);
  };
  sideways(stage, {
    canStart: (event) => {
      if (/** @type {Element} */ (event.target).closest("button")) return false;
      isWrite = stop(event) !== null;
      if (isWrite) move(stop(event));
      else if (event.pointerType === "mouse") go(at(event));
      return true;
    },
    move: (_, event) => (isWrite ? move(stop(event, true)) : go(at(event))),
    end: (isTap, event) => isTap && !isWrite && !tap(rowOf(event)) && go(at(event))
  });
  stage.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && event.buttons === 0) hover(at(event));
  });
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    go(at(event));
    zoom(2 ** (-event.deltaY / 100));
  }, {passive: false});
  stage.addEventListener("pointerleave", () => hover(null));
}

/** Returns the function that draws a score into a room. Outside of a picture the room is as wide as the page.
 * @param {HTMLElement} element @param {HTMLElement} stage @param {Look} look @param {() => void} refit */
export function fitting(element, stage, look, refit) {
  const fit = (/** @type {number} */ width, /** @type {number} */ height) => {
    Object.assign(look, {width, height});
    refit();
  };
  onWidth(stage, (width) => element.closest(".picture") || fit(Math.floor(width), width < 560 ? 300 : 460));
  return fit;
}
