import {scrolls} from "./stage.js";

/** A drawing begins at a size that can be read. */
export const SMALLEST = 0.85;

/** Each step of the zoom, and how far it goes. */
const STEP = 1.25;
const LIMITS = [0.1, 3];

/** Movement, in CSS pixels, that makes a press a drag. */
const DRAG = 4;

/**
 * Zoom and pan for a drawing in its stage. The wheel alone goes on scrolling the page: only with
 * Ctrl it zooms. A drag moves the drawing.
 *
 * @param {HTMLElement} stage
 * @param {() => import("./graph-view.js").GraphView} view the drawing in it
 * @param {Words} words of `strings(lang)`
 * @returns {{fit: () => void, all: () => void, by: (times: 1|-1) => void,
 *   reveal: (place: {x: number, y: number}) => void}} `fit` shows it as it begins, `all` the whole
 */
export function zoom(stage, view, words) {
  let scale = 1;
  const set = (/** @type {number} */ next) => {
    scale = Math.min(Math.max(next, LIMITS[0]), LIMITS[1]);
    view().style.width = `${view().plan.width * scale}px`;
    view().style.height = "auto";
    const isCropped = view().plan.height * scale > stageHeight(stage) + 1;
    stage.classList.toggle("is-cropped", isCropped);
    scrolls(stage, words);
  };
  const at = (/** @type {number} */ next, /** @type {number} */ x, /** @type {number} */ y) => {
    const left = stage.scrollLeft + x;
    const top = stage.scrollTop + y;
    const before = scale;
    set(next);
    stage.scrollLeft = (left * scale) / before - x;
    stage.scrollTop = (top * scale) / before - y;
  };
  const by = (/** @type {number} */ times) => at(scale * STEP ** times, stage.clientWidth / 2, stage.clientHeight / 2);
  // Nothing can be measured outside a browser.
  const room = () => (stage.clientWidth || Infinity) / view().plan.width;
  const whole = () => Math.min(1, room(), stageHeight(stage) / view().plan.height);

  // Its room may change after it was drawn: in a window that is resized, or beside a panel.
  if (globalThis.ResizeObserver) new ResizeObserver(() => scrolls(stage, words)).observe(stage);
  wheel(stage, (times, x, y) => at(scale * STEP ** times, x, y));
  drag(stage);
  return {
    by,
    fit: () => set(Math.max(whole(), SMALLEST)),
    all: () => set(whole()),
    /** Moves a place of the drawing into sight, where it is out of it. */
    reveal: ({x, y}) => {
      if (stage.scrollWidth > stage.clientWidth) {
        stage.scrollLeft = into(stage.scrollLeft, stage.clientWidth, x * scale);
      }
      if (stage.scrollHeight > stage.clientHeight) {
        stage.scrollTop = into(stage.scrollTop, stage.clientHeight, y * scale);
      }
    }
  };
}

/** The stage grows with the drawing up to what the stylesheet lets it. */
function stageHeight(/** @type {HTMLElement} */ stage) {
  const most = Number.parseFloat(globalThis.getComputedStyle?.(stage).maxHeight);
  return Number.isFinite(most) ? most : Infinity;
}

function into(/** @type {number} */ start, /** @type {number} */ size, /** @type {number} */ place) {
  const edge = Math.min(120, size / 3);
  return place < start + edge || place > start + size - edge ? place - size / 2 : start;
}

/** Zooms where the pointer is; without Ctrl the page scrolls on. */
function wheel(/** @type {HTMLElement} */ stage, /** @type {(times: number, x: number, y: number) => void} */ act) {
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const {x, y} = stage.getBoundingClientRect();
    act(-event.deltaY / 100, event.clientX - x, event.clientY - y);
  }, {passive: false});
}

/** By mouse or pen: a finger scrolls the page, as everywhere. */
function drag(/** @type {HTMLElement} */ stage) {
  let from = /** @type {{x: number, y: number, clientX: number, clientY: number}|null} */ (null);
  let hasMoved = false;
  stage.addEventListener("pointerdown", ({button, pointerType, clientX, clientY}) => {
    hasMoved = false;
    if (button !== 0 || pointerType === "touch") return;
    from = {x: clientX + stage.scrollLeft, y: clientY + stage.scrollTop, clientX, clientY};
  });
  stage.addEventListener("pointermove", (event) => {
    if (from === null || event.buttons === 0) return (from = null);
    const {clientX, clientY} = event;
    if (Math.hypot(clientX - from.clientX, clientY - from.clientY) > DRAG && !hasMoved) {
      hasMoved = true;
      stage.setPointerCapture(event.pointerId);
      stage.classList.add("is-dragged");
    }
    if (!hasMoved) return;
    stage.scrollLeft = from.x - clientX;
    stage.scrollTop = from.y - clientY;
  });
  stage.addEventListener("pointerup", () => {
    from = null;
    stage.classList.remove("is-dragged");
  });
  // A drag that ends on a group must not open it.
  stage.addEventListener("click", (event) => hasMoved && event.stopImmediatePropagation(), true);
}
