import {html} from "htl";
import {isCalm} from "./motion.js";

const MARKS = ".tw-node, .tw-edge";

/**
 * A small note with the exact numbers of the node or edge under the pointer or in focus.
 * Screen readers get the same words as the node's name, so it is hidden from them.
 *
 * @param {HTMLElement} stage contains the drawing; the note is placed relative to its parent
 * @param {(mark: Element) => string} detail
 * @returns {HTMLElement}
 */
export function readout(stage, detail) {
  const element = html`<div class="tw-readout" aria-hidden="true" hidden></div>`;
  const hide = () => (element.hidden = true);
  const show = (/** @type {Event & {target: Element}} */ event) => {
    const mark = event.target.closest(MARKS);
    const text = mark && detail(mark);
    if (!text) return hide();
    element.textContent = text;
    element.hidden = false;
    place(element, mark);
  };
  stage.addEventListener("pointerover", show);
  stage.addEventListener("focusin", show);
  stage.addEventListener("pointerleave", hide);
  stage.addEventListener("focusout", hide);
  stage.addEventListener("keydown", hide);
  return element;
}

/** Below the mark, as near its middle as the frame lets it. */
function place(/** @type {HTMLElement} */ element, /** @type {Element} */ mark) {
  const frame = element.parentElement.getBoundingClientRect();
  const box = mark.getBoundingClientRect();
  const middle = box.x + box.width / 2 - frame.x - element.offsetWidth / 2;
  const left = Math.max(0, Math.min(frame.width - element.offsetWidth, middle));
  element.style.left = `${left}px`;
  element.style.top = `${box.bottom - frame.y + 6}px`;
}

/** Room around what happens, in CSS pixels. */
const AROUND = 12;

/**
 * Brings what happens at a step into sight: the drawing scrolls in its stage, and where the panel
 * stays at the foot of the window, the page scrolls above it.
 *
 * @param {HTMLElement} element a stepper
 */
export function followStep(element) {
  if (!element.isConnected) return;
  const stage = element.querySelector(".tw-stage");
  const now = span([...element.querySelectorAll(".is-now-forward, .is-now-backward")]);
  if (!stage || !now) return;
  const behavior = isCalm() ? "instant" : "smooth";
  // A large drawing moves in its stage by itself, and lets the reader pan it.
  if (!stage.matches(".tw-pannable")) {
    const room = stage.getBoundingClientRect();
    const left = into(now.left, now.right, room.left, room.right);
    const top = into(now.top, now.bottom, room.top, room.bottom);
    stage.scrollBy({left, top, behavior});
  }
  const panel = element.querySelector(".tw-panel");
  const isInHand = element.matches(":hover, :focus-within");
  if (!isInHand || globalThis.getComputedStyle(panel).position !== "sticky") return;
  const covered = Number.parseFloat(globalThis.getComputedStyle(element).scrollMarginTop) || 0;
  const by = into(now.top, now.bottom, covered, panel.getBoundingClientRect().top);
  if (by !== 0) globalThis.scrollBy({top: by, behavior});
}

/** What marks take together; the step may be at a place that has none. */
function span(/** @type {Element[]} */ marks) {
  const boxes = marks.map((mark) => mark.getBoundingClientRect());
  if (boxes.length === 0) return null;
  return {
    left: Math.min(...boxes.map(({left}) => left)),
    right: Math.max(...boxes.map(({right}) => right)),
    top: Math.min(...boxes.map(({top}) => top)),
    bottom: Math.max(...boxes.map(({bottom}) => bottom))
  };
}

/** How far something has to go to be between two ends; its beginning counts where it is longer.
 * @param {number} start @param {number} end @param {number} first @param {number} last */
function into(start, end, first, last) {
  if (start < first + AROUND || end - start > last - first - 2 * AROUND) {
    return start - first - AROUND;
  }
  return Math.max(0, end - last + AROUND);
}

/**
 * Room for a table that may be wider or higher than it, and scrolls then. The focus can be put there in any
 * case; while nothing scrolls, the keys belong to the view around it.
 *
 * @returns {HTMLElement & {fill: (content: HTMLElement, name: string) => void,
 *   label: () => void}} `label` looks again whether it scrolls
 */
export function scroller() {
  // A group, not a region: two tables of one trace have the same name.
  const element = html`<div class="tw-scroller" role="group"></div>`;
  const label = () => {
    const isLarger = isCut(element);
    element.toggleAttribute("data-scrolls", isLarger);
    element.tabIndex = isLarger ? 0 : -1;
  };
  const fill = (/** @type {HTMLElement} */ content, /** @type {string} */ name) => {
    element.replaceChildren(content);
    element.setAttribute("aria-label", name);
    label();
  };
  if (globalThis.ResizeObserver) new ResizeObserver(label).observe(element);
  return Object.assign(element, {fill, label});
}

/**
 * Looks whether a drawing is larger than its room. If so it scrolls: the keyboard must reach it and
 * it needs a name.
 *
 * @param {HTMLElement} stage
 * @param {Words} words of `strings(lang)`
 */
export function scrolls(stage, words) {
  // A group, not a region: a page has many of them, all with the same name.
  const attributes = {tabindex: "0", role: "group", "data-scrolls": "", "aria-label": words.scroller};
  const isLarger = isCut(stage);
  for (const [name, value] of Object.entries(attributes)) {
    if (isLarger) stage.setAttribute(name, value);
    else stage.removeAttribute(name);
  }
}

/** Whether an element has more in it than there is room for. */
function isCut(/** @type {Element} */ {scrollWidth, clientWidth, scrollHeight, clientHeight}) {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}
