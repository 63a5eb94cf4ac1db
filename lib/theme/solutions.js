/**
 * Keeps each solution of an exercise closed until the reader reports how the attempt went. The
 * report is stored with the answers to the lessons' questions, in this browser.
 */
import {answers, record} from "../diagrams/questions/progress-store.js";

/**
 * Replaces a solution by the question.
 *
 * @param {HTMLDetailsElement} place
 * @param {string} id the key of the stored answer
 */
function ask(place, id) {
  const question = /** @type {HTMLElement} */ (place.querySelector(".attempt"));
  const code = /** @type {HTMLElement} */ (place.querySelector(".solution-code"));
  question.hidden = false;
  code.hidden = true;
  question.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (!button) return;
    place.querySelector(".attempt-reply").textContent = button.dataset.reply;
    if (button.value === "none") return;
    record(id, button.value === "passed" ? "right" : "wrong");
    question.hidden = true;
    code.hidden = false;
    // The focused button is gone, so the focus moves to its place.
    code.tabIndex = -1;
    code.focus();
  });
}

/** @type {NodeListOf<HTMLDetailsElement>} */
const places = document.querySelectorAll("details.solution");
for (const place of places) {
  const id = `exercise-${place.dataset.exercise}`;
  if (!(id in answers())) ask(place, id);
}
