import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";
import {show} from "./dom.js";
import * as store from "../../lib/diagrams/questions/progress-store.js";
import {progress} from "../../lib/diagrams/views/progress/progress.js";
import {quiz} from "../../lib/diagrams/views/quiz/quiz.js";

const PARTS = [
  {title: "Scalars", href: "scalars.html", questions: ["chain-slope", "square-slope"]},
  {title: "Tensors", questions: ["bias-shape", "square-slope"]}
];

beforeEach(store.resetProgress);

test("answers are kept by id, a right one stays right", () => {
  store.record("chain-slope", "wrong");
  store.record("chain-slope", "right");
  store.record("chain-slope", "wrong");
  store.record("chain-slope", "seen");
  assert.deepEqual(store.answers(), {"chain-slope": {correct: true, seen: false, tries: 3}});
  assert.match(localStorage.getItem("tapewalk.progress"), /chain-slope/);
});

test("what was shown stays so, and a file of an earlier version can be loaded", () => {
  store.record("chain-slope", "wrong");
  store.record("chain-slope", "seen");
  store.record("chain-slope", "right");
  assert.deepEqual(store.answers()["chain-slope"], {correct: false, seen: true, tries: 2});
  store.importProgress('{"schema":1,"answers":{"other":{"correct":true,"tries":1}}}');
  assert.deepEqual(store.answers().other, {correct: true, seen: false, tries: 1});
});

test("a question without an id is not kept", () => {
  store.record(undefined, "right");
  assert.deepEqual(store.answers(), {});
});

test("what is exported can be imported elsewhere, and adds to what is there", () => {
  store.record("chain-slope", "right");
  const text = store.exportProgress();
  store.resetProgress();
  store.record("square-slope", "wrong");
  assert.equal(store.importProgress(text), 1);
  assert.deepEqual(Object.keys(store.answers()).sort(), ["chain-slope", "square-slope"]);
});

test("a file without progress changes nothing", () => {
  store.record("chain-slope", "right");
  for (const text of ["", "{}", "null", '{"schema":1,"answers":{"a":{"correct":"yes"}}}']) {
    assert.throws(() => store.importProgress(text), text);
  }
  assert.deepEqual(store.answers(), {"chain-slope": {correct: true, seen: false, tries: 1}});
});

test("a browser that keeps nothing remembers as long as the page", () => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new Error("denied");
    }
  });
  store.record("chain-slope", "right");
  assert.deepEqual(store.answers(), {"chain-slope": {correct: true, seen: false, tries: 1}});
});

test("a damaged store is an empty one", () => {
  localStorage.setItem("tapewalk.progress", "{");
  assert.deepEqual(store.answers(), {});
});

test("the list follows each answer; a question on two pages counts once in all", () => {
  const element = progress(PARTS);
  show(element);
  assert.deepEqual(element.value, {right: 0, seen: 0, tried: 0, all: 3});
  store.record("square-slope", "right");
  store.record("bias-shape", "seen");
  assert.deepEqual(element.value, {right: 1, seen: 1, tried: 2, all: 3});
  const rows = [...element.querySelectorAll("li")].map((row) => row.textContent.replace(/\s+/g, " "));
  assert.match(rows[0], /1 of 2 questions right/);
  assert.match(rows[1], /1 of 2 questions right, 1 shown/);
});

test("a question answered before is open from the start, in either language", () => {
  const options = {id: "bytes", question: "?", answer: 2};
  store.record("bytes", "right");
  const card = show(quiz({...options, lang: "es"}));
  assert.deepEqual(card.value, {answered: true, correct: true});
  assert.match(card.textContent, /Ya acertaste/);
  assert.equal(show(quiz({...options, id: "other"})).value.answered, false);
});

test("without its buttons there is nothing in their place", () => {
  const element = show(progress(PARTS, {controls: false}));
  assert.equal(element.querySelectorAll("button").length, 0);
  assert.doesNotMatch(element.textContent, /false|undefined/);
});
