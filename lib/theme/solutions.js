/**
 * Keeps each solution of an exercise shut until the reader has said how the attempt went. What was
 * said is kept with the answers to the lessons' questions, in this browser.
 */
import {answers, record} from "../diagrams/questions/progress-store.js";

/**
 * Puts the question in the place of a solution.
 *
 * @param {HTMLDetailsElement} place
 * @param {string} id under which the answer is kept
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
    // The button that had the focus is gone; go on reading where it stood.
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
