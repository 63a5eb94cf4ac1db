import assert from "node:assert/strict";
import {test} from "node:test";
import {show} from "./dom.js";
import {traces} from "./traces.js";
import {html} from "htl";
import {follow} from "../../lib/diagrams/figure/follow.js";
import {prediction} from "../../lib/diagrams/views/prediction/prediction.js";
import {stepper} from "../../lib/diagrams/views/stepper/stepper.js";

const {chain} = traces();

/** Two steppers of one trace on the page, the first following the second. */
function pair(options = {}, otherOptions = {}) {
  const element = stepper(chain, options);
  const other = stepper(chain, otherOptions);
  show(html`<div>${element}${other}</div>`);
  return {element, other};
}

const next = (element) => element.querySelector(".tw-next").click();

test("a view begins where the one that it follows is", () => {
  const {element, other} = pair({step: 1}, {step: 5});
  follow(element, other);
  assert.deepEqual([element.value, other.value], [5, 5]);
});

test("a view that a link points into takes the other one there", () => {
  const {element, other} = pair({step: 1}, {step: 5});
  follow(element, other, {leads: true});
  assert.deepEqual([element.value, other.value], [1, 1]);
});

test("whichever the reader moves, the other goes along and says so once", () => {
  const {element, other} = pair();
  follow(element, other);
  const heard = [];
  element.addEventListener("input", () => heard.push(`element ${element.value}`));
  other.addEventListener("input", () => heard.push(`other ${other.value}`));
  next(other);
  next(element);
  assert.deepEqual([element.value, other.value], [2, 2]);
  assert.deepEqual(heard.sort(), ["element 1", "element 2", "other 1", "other 2"]);
});

test("a locked view holds the other back, and lets it go with the answer", () => {
  const question = prediction(chain, {question: "x?", answer: {grad: "x"}});
  const {element, other} = pair({}, {after: {step: 2, prediction: question}});
  follow(element, other);
  element.querySelector(".tw-last").click();
  assert.deepEqual([element.value, other.value], [2, 2]);
  next(element);
  assert.deepEqual([element.value, other.value], [2, 2]);
  other.querySelector(".tw-lock button").click();
  next(element);
  assert.deepEqual([element.value, other.value], [3, 3]);
});

test("two locks: the shorter one counts for both", () => {
  const lock = (step) => {
    const ask = prediction(chain, {question: "x?", answer: {grad: "x"}});
    return {after: {step, prediction: ask}};
  };
  const {element, other} = pair(lock(4), lock(2));
  follow(element, other);
  element.querySelector(".tw-last").click();
  other.querySelector(".tw-last").click();
  assert.deepEqual([element.value, other.value], [2, 2]);
});

test("a view that follows a follower comes along, and moves both", () => {
  const {element, other} = pair();
  const third = stepper(chain);
  document.body.append(third);
  follow(element, other);
  follow(third, element);
  next(other);
  assert.equal(third.value, 1);
  next(third);
  assert.deepEqual([other.value, element.value, third.value], [2, 2, 2]);
});

test("a view that tells more than its step is moved by its step alone", () => {
  const {element} = pair({step: 3});
  const other = Object.assign(document.createElement("div"), {value: {a: 7, step: 1}});
  follow(element, other);
  assert.equal(element.value, 1);
  next(element);
  assert.deepEqual(other.value, {a: 7, step: 2});
});

test("a view that left the page follows no more", () => {
  const {element, other} = pair();
  follow(element, other);
  next(other);
  element.remove();
  next(other);
  assert.deepEqual([element.value, other.value], [1, 2]);
});

test("something that is no view is refused with the usual cause", () => {
  assert.throws(() => follow(stepper(chain), undefined), /name its cell/);
});
