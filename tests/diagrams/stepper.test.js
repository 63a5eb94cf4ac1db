import assert from "node:assert/strict";
import {mock, test} from "node:test";
import {installPage, press, said, show} from "./dom.js";
import {traces} from "./traces.js";
import {stepper} from "../../lib/diagrams/views/stepper/stepper.js";
import {prediction} from "../../lib/diagrams/views/prediction/prediction.js";

const {chain, squaredError} = traces();

const node = (element, id) => element.querySelectorAll(".tw-node")[id];
const button = (element, name) => element.querySelector(`.tw-${name}`);

/** The steps that the element reports while `act` runs. */
function reported(element, act) {
  const seen = [];
  const note = () => seen.push(element.value);
  element.addEventListener("input", note);
  act();
  element.removeEventListener("input", note);
  return seen;
}

test("its value is the step, and its buttons move and report it", () => {
  const element = show(stepper(chain));
  assert.equal(element.value, 0);
  const seen = reported(element, () => {
    for (const name of ["next", "next", "previous", "last", "first"]) button(element, name).click();
  });
  assert.deepEqual(seen, [1, 2, 1, 7, 0]);
});

test("setting the value draws it and reports nothing", () => {
  const element = show(stepper(chain));
  assert.deepEqual(reported(element, () => (element.value = 6)), []);
  assert.equal(element.value, 6);
  assert.match(said(element), /14 × 1 = 14/);
});

test("at its ends a button does nothing, and says so", () => {
  const element = show(stepper(chain));
  assert.equal(button(element, "previous").getAttribute("aria-disabled"), "true");
  assert.deepEqual(reported(element, () => button(element, "previous").click()), []);
  element.value = 7;
  assert.equal(button(element, "next").getAttribute("aria-disabled"), "true");
  assert.equal(button(element, "previous").getAttribute("aria-disabled"), "false");
});

test("arrow keys, Home and End step from anywhere in it", () => {
  const element = show(stepper(chain));
  const seen = reported(element, () => {
    press(node(element, 0), "ArrowRight");
    press(button(element, "play"), "ArrowRight");
    press(element, "End");
    press(element, "ArrowLeft");
    press(element, "Home");
  });
  assert.deepEqual(seen, [1, 2, 7, 6, 0]);
});

test("keys that a focused control takes itself are left to it", () => {
  const element = show(stepper(chain));
  const range = element.querySelector(".tw-range");
  assert.deepEqual(reported(element, () => press(range, "ArrowRight")), []);
  assert.ok(press(button(element, "next"), " "), "space stays with the button");
  assert.ok(!press(element, "ArrowRight"), "elsewhere the page must not scroll");
});

test("one change of the range is one event", () => {
  const element = show(stepper(chain));
  const range = element.querySelector(".tw-range");
  const seen = reported(element, () => {
    range.value = 5;
    range.dispatchEvent(new Event("input", {bubbles: true}));
  });
  assert.deepEqual(seen, [5]);
  assert.equal(range.getAttribute("aria-valuetext"), "Step 5 of 7");
});

test("a step changes the drawing and does not make a new one", () => {
  const element = show(stepper(squaredError));
  const marks = [...element.querySelectorAll(".tw-graph *")];
  element.value = 9;
  assert.deepEqual([...element.querySelectorAll(".tw-graph *")], marks);
});

test("a node's name holds the numbers that are drawn, its note the exact ones", () => {
  const trace = traces().chain;
  trace.nodes[0].value = 1 / 3;
  const element = show(stepper(trace, {step: 7}));
  assert.equal(node(element, 0).getAttribute("aria-label"), "x = 0.3333, gradient ∂ = 42");
  const drawing = element.querySelector(".tw-graph");
  assert.equal(drawing.detail(node(element, 0)), "x = 0.333333333333333, gradient ∂ = 42");
});

test("words and numbers follow the page's language, or the one asked for", () => {
  installPage({lang: "es"});
  const element = show(stepper(squaredError, {step: 4}));
  assert.equal(element.lang, "es");
  assert.equal(button(element, "next").getAttribute("aria-label"), "Paso siguiente");
  assert.match(said(element), /loss = e² = \(−0,75\)² = 0,5625/);
  assert.match(said(show(stepper(squaredError, {step: 4, lang: "en"}))), /0\.5625/);
});

test("play walks to the end and stops; a step by hand stops it", () => {
  mock.timers.enable({apis: ["setTimeout"]});
  const element = show(stepper(chain));
  button(element, "play").click();
  assert.equal(button(element, "play").getAttribute("aria-label"), "Pause");
  for (let i = 0; i < 20; i++) mock.timers.tick(1800);
  assert.equal(element.value, 7);
  assert.equal(button(element, "play").getAttribute("aria-label"), "Play again");

  button(element, "play").click();
  assert.equal(element.value, 0);
  press(element, "ArrowRight");
  assert.equal(button(element, "play").getAttribute("aria-label"), "Play");
  mock.timers.tick(10_000);
  assert.equal(element.value, 1);
  mock.timers.reset();
});

test("a link to the figure opens it at its step", () => {
  installPage({url: "https://course.test/lesson.html#fig-chain?step=5"});
  assert.equal(stepper(chain, {id: "fig-chain", step: 1}).value, 5);
  assert.equal(stepper(chain, {id: "fig-other", step: 1}).value, 1);
});

test("steps past a prediction wait for its answer", () => {
  const question = prediction(chain, {question: "?", answer: {grad: "x"}});
  const element = show(stepper(chain, {after: {step: 4, prediction: question}}));
  button(element, "last").click();
  assert.equal(element.value, 4);
  assert.ok(element.querySelector(".tw-lock").classList.contains("is-waiting"));
  const answer = (text) => {
    question.querySelector("input").value = text;
    question.dispatchEvent(new Event("submit", {cancelable: true}));
    button(element, "last").click();
    return element.value;
  };
  assert.equal(answer("3"), 4);
  assert.equal(answer("42"), 7);
});

test("a reader may have the answer shown", () => {
  const question = prediction(chain, {question: "?", answer: {grad: "x"}});
  const element = show(stepper(chain, {after: {step: 4, prediction: question}, step: 7}));
  assert.equal(element.value, 4);
  element.querySelector(".tw-lock button").click();
  button(element, "next").click();
  assert.equal(element.value, 5);
  assert.deepEqual(question.value, {answered: true, correct: false});
});

test("pressing play does not make a screen reader read the same sentence again", () => {
  const element = show(stepper(chain, {step: 2}));
  const before = [...element.querySelector(".tw-said").childNodes];
  button(element, "play").click();
  assert.deepEqual([...element.querySelector(".tw-said").childNodes], before);
  button(element, "play").click();
});

test("having the answer shown keeps the focus in the stepper", () => {
  const question = prediction(chain, {question: "?", answer: {grad: "x"}});
  const element = show(stepper(chain, {after: {step: 4, prediction: question}, step: 4}));
  const unlock = element.querySelector(".tw-lock button");
  unlock.focus();
  unlock.click();
  assert.equal(document.activeElement, element);
});

test("a tape cell goes to its step, in the pass that is shown", () => {
  const element = show(stepper(chain));
  const cell = () => element.querySelectorAll(".tw-cell")[1];
  cell().dispatchEvent(new Event("click", {bubbles: true}));
  assert.equal(element.value, 2);
  element.value = 7;
  cell().dispatchEvent(new Event("click", {bubbles: true}));
  assert.equal(element.value, 6);
});

test("the tape is written cell by cell, then read from its end", () => {
  const element = show(stepper(chain));
  const count = (name) => element.querySelectorAll(`.tw-cell.${name}`).length;
  const counts = [0, 2, 4, 5, 7].map((step) => {
    element.value = step;
    return [count("is-written"), count("is-read")];
  });
  assert.deepEqual(counts, [[0, 0], [2, 0], [3, 0], [3, 1], [3, 3]]);
});

test("a broken trace says what is wrong, in the page's language", () => {
  const element = stepper({schema: 2}, {lang: "es"});
  assert.equal(element.getAttribute("role"), "alert");
  assert.match(element.textContent, /no se puede dibujar.*esquema 1 y esta dice 2/s);
  assert.equal(element.value, 0);
});
