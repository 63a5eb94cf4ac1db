import assert from "node:assert/strict";
import {test} from "node:test";
import {show} from "./dom.js";
import {traces} from "./traces.js";
import {prediction} from "../../lib/diagrams/views/prediction/prediction.js";

const {chain} = traces();

const options = {
  question: "How fast does c move with x?",
  answer: {grad: "x"},
  hint: "Follow the tape back.",
  replies: [
    {when: 49, say: "That is where c is."},
    {when: {grad: "b"}, say: "That is b's."}
  ]
};

/** Writes a guess and submits it; returns the reply in the card. */
function guess(card, text) {
  card.querySelector("input").value = text;
  card.dispatchEvent(new Event("submit", {bubbles: true, cancelable: true}));
  return card.querySelector(".tw-reply").textContent;
}

test("the right answer is confirmed, and reported once", () => {
  const card = show(prediction(chain, options));
  let events = 0;
  card.addEventListener("input", () => events++);
  assert.deepEqual(card.value, {answered: false, correct: false});
  assert.match(guess(card, "42"), /Yes, 42\./);
  assert.deepEqual(card.value, {answered: true, correct: true});
  assert.equal(events, 1);
});

test("a known misconception gets its own reply, and not the answer", () => {
  const card = show(prediction(chain, options));
  assert.match(guess(card, "49"), /Not 49\..*where c is.*Try again/s);
  assert.doesNotMatch(card.textContent, /42/);
  assert.match(guess(card, "14"), /That is b's\./);
  assert.deepEqual(card.value, {answered: false, correct: false});
});

test("any other wrong guess gets the hint", () => {
  assert.match(guess(show(prediction(chain, options)), "5"), /Hint: Follow the tape back\./);
});

test("a text that is not a number is not an answer, and a number is asked for again", () => {
  const card = show(prediction(chain, options));
  assert.match(guess(card, "a lot"), /Enter a number/);
  assert.equal(card.value.answered, false);
  assert.equal(card.querySelector("input").getAttribute("aria-invalid"), "true");
});

test("typing is not reported, only the answer is", () => {
  const card = show(prediction(chain, options));
  let events = 0;
  card.addEventListener("input", () => events++);
  card.querySelector("input").dispatchEvent(new Event("input", {bubbles: true}));
  assert.equal(events, 0);
});

test("the question names its input, and Spanish takes a decimal comma", () => {
  const card = show(prediction(chain, {...options, lang: "es", answer: 0.5}));
  assert.equal(card.querySelector("label").htmlFor, card.querySelector("input").id);
  assert.match(guess(card, "0,5"), /Sí, 0,5\./);
});

test("an answer that the trace does not have gives an error message in place of the card", () => {
  const card = prediction(chain, {...options, answer: {grad: "z"}});
  assert.equal(card.getAttribute("role"), "alert");
  assert.match(card.textContent, /No node is called “z”/);
});
