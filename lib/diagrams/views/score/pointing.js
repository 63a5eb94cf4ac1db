import {replay} from "../../controls/walk.js";

/** Milliseconds that a step stays while it plays. */
const PACE = {node: 160, line: 600, module: 800};

/**
 * What a reader can do with a score by button and key.
 *
 * @param {ReturnType<typeof import("./state.js").scoreState>} state
 * @param {{show: (isQuiet?: boolean) => void, report: () => void, isAlive: () => boolean}} effects
 */
export function scoreWalk(state, {show, report, isAlive}) {
  const {look} = state;
  const go = (to, isQuiet = false) => {
    const before = look.at;
    look.at = state.clamp(to);
    if (look.at === before) return false;
    show(isQuiet);
    report();
    return true;
  };
  const byHand = (to) => {
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
    go: (to) => byHand(state.beginning(to - 1)),
    move: (by) => byHand(state.next(by)),
    jump: (side) => byHand(side === "first" ? 0 : state.end()),
    play: playing.play
  };
  return {go, byHand, on, stop: playing.stop, isPlaying: playing.isPlaying};
}

/** The handle's own arrow keys would go by node, whatever is chosen. */
export function stepRange(range, look, on) {
  range.addEventListener("keydown", (event) => {
    const by = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1}[event.key];
    if (!by || look.unit === "node" || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    on.move(by);
  });
}

/** Opens and closes lanes by a click on their names. */
export function onLanes(stage, look, refit) {
  stage.addEventListener("click", ({target}) => {
    const path = target.closest("[data-lane]")?.dataset.lane;
    if (path === undefined) return;
    if (!look.open.delete(path)) look.open.add(path);
    refit();
    [...stage.querySelectorAll("[data-lane]")].find(({dataset}) => dataset.lane === path)?.focus();
  });
}

/**
 * Points at the place under the pointer; a click goes there, and dragging takes along. A pinch
 * zooms, which browsers report as a wheel with the control key.
 */
export function pointing(stage, scene, {go, hover, zoom}) {
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

/** Draws again when the width changes. */
export function fitting(stage, look, refit) {
  if (!globalThis.ResizeObserver) return;
  let isSeen = false; // what was drawn before could not scroll to its line
  new ResizeObserver(([{contentRect: {width}}]) => {
    if (width === 0 || (isSeen && Math.abs(width - look.width) < 1)) return;
    isSeen = true;
    look.width = Math.floor(width);
    refit();
  }).observe(stage);
}
