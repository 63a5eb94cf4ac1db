import {html} from "htl";

const MARKS = ".tw-node, .tw-edge";

/**
 * A small note with the exact numbers of the node or edge under the pointer or in focus.
 * Screen readers get the same words as the node's name, so it is hidden from them.
 *
 * @param {HTMLElement} stage holds the drawing; the note is placed relative to its parent
 * @param {(mark: Element) => string} detail
 * @returns {HTMLElement}
 */
export function readout(stage, detail) {
  const element = html`<div class="tw-readout" aria-hidden="true" hidden></div>`;
  const hide = () => (element.hidden = true);
  const show = (event) => {
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
function place(element, mark) {
  const frame = element.parentElement.getBoundingClientRect();
  const box = mark.getBoundingClientRect();
  const middle = box.x + box.width / 2 - frame.x - element.offsetWidth / 2;
  const left = Math.max(0, Math.min(frame.width - element.offsetWidth, middle));
  element.style.left = `${left}px`;
  element.style.top = `${box.bottom - frame.y + 6}px`;
}
