import {readGuess} from "../diagrams/words/guess.js";

/**
 * Put a field over a node, into which a reader types a number: Enter takes it, Esc does not.
 *
 * @param {HTMLElement} frame of the drawing
 * @param {SVGElement} node
 * @param {object} options
 * @param {string} options.text in the field at first
 * @param {boolean} options.isBegun whether the reader continues this text; otherwise it is selected
 * @param {string} options.label
 * @param {(x: number|null) => void} options.onEnd gets the number, or null if there is none
 */
export function numberField(frame, node, {text, isBegun, label, onEnd}) {
  const field = document.createElement("input");
  Object.assign(field, {
    type: "text", inputMode: "decimal", autocomplete: "off", spellcheck: false,
    className: "tw-typed", value: text
  });
  field.setAttribute("aria-label", label);
  const box = node.getBoundingClientRect();
  const room = frame.getBoundingClientRect();
  field.style.left = `${Math.max(0, box.left - room.left)}px`;
  field.style.top = `${box.top - room.top}px`;
  const end = (/** @type {boolean} */ isTaken) => {
    const x = isTaken ? readGuess(field.value) : null;
    field.onblur = null;
    field.remove();
    onEnd(Number.isFinite(x) ? x : null);
  };
  field.onblur = () => end(true);
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      end(event.key === "Enter");
    }
  });
  for (const name of ["input", "change"]) field.addEventListener(name, (event) => event.stopPropagation());
  frame.append(field);
  field.focus({preventScroll: true});
  if (!isBegun) field.select();
}
