import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";
import {show} from "./dom.js";
import {traces} from "./traces.js";
import {prediction} from "../../lib/diagrams/views/prediction/prediction.js";
import {quiz} from "../../lib/diagrams/views/quiz/quiz.js";
import {answers, resetProgress} from "../../lib/diagrams/questions/progress-store.js";

const {chain} = traces();

beforeEach(resetProgress);

const bytes = {
  question: "How many bytes are saved?",
  answer: 8192,
  choices: [
    {when: 8192, text: "8 KiB", say: "One for each of the 2,048 numbers, four bytes each."},
    {when: 2048, text: "2 KiB", say: "That counts the numbers, not their bytes."},
    {when: 0, text: "none", say: "The product needs the other factor on its way back."}
  ]
};

/** Picks a choice, or none; returns the reply in the card. */
function choose(card, nth) {
  if (nth !== null) card.querySelectorAll("input")[nth].checked = true;
  card.dispatchEvent(new Event("submit", {bubbles: true, cancelable: true}));
  return card.querySelector(".tw-reply").textContent;
}

test("each wrong choice has its own reply, and the right one says why", () => {
  const card = show(quiz(bytes));
  assert.match(choose(card, 1), /Not that one\..*not their bytes\..*Try again\.$/s);
  assert.doesNotMatch(choose(card, 2), /8 KiB/);
  assert.deepEqual(card.value, {answered: false, correct: false});
  assert.match(choose(card, 0), /Yes\..*four bytes each/s);
  assert.deepEqual(card.value, {answered: true, correct: true});
});

test("another choice that is true is right too, with its own reply", () => {
  const [right, , wrong] = bytes.choices;
  const other = {when: 8193, text: "8 KiB, once more", say: "It is the same.", also: true};
  const card = show(quiz({...bytes, choices: [right, wrong, other]}));
  assert.match(choose(card, 2), /Yes\..*It is the same/s);
  assert.deepEqual(card.value, {answered: true, correct: true});
});

test("the first miss gets a reply, the second an offer of the answer, which a press shows", () => {
  const card = show(quiz({...bytes, id: "bytes"}));
  let events = 0;
  card.addEventListener("input", () => events++);
  choose(card, 1);
  assert.ok(!card.classList.contains("is-offering"));
  assert.match(choose(card, 2), /needs the other factor.*Show me/s);
  assert.ok(card.classList.contains("is-offering"));
  card.querySelector(".tw-show-me").click();
  const told = card.querySelector(".tw-reply").textContent;
  assert.match(told, /The answer: 8 KiB\.\s*One for each of the 2,048 numbers/);
  assert.deepEqual(card.value, {answered: true, correct: false});
  assert.ok(!card.classList.contains("is-wrong"));
  assert.equal(events, 3);
});

test("an answer that was shown does not count as right, even if it is given afterwards", () => {
  const card = show(quiz({...bytes, id: "bytes"}));
  card.querySelector(".tw-show-me").click();
  assert.match(choose(card, 0), /^ ?Yes\./);
  assert.deepEqual(card.value, {answered: true, correct: false});
  assert.deepEqual(answers().bytes, {correct: false, seen: true, tries: 1});
  const later = show(quiz({...bytes, id: "bytes"}));
  assert.match(later.textContent, /Shown to you/);
  assert.equal(later.value.answered, true);
});

test("an answer that was given stays right, whatever is pressed then", () => {
  const card = show(quiz({...bytes, id: "bytes"}));
  choose(card, 0);
  card.querySelector(".tw-show-me").click();
  choose(card, 1);
  assert.deepEqual(card.value, {answered: true, correct: true});
  assert.deepEqual(answers().bytes, {correct: true, seen: false, tries: 2});
});

test("misses are counted from one visit to the next", () => {
  choose(show(quiz({...bytes, id: "bytes"})), 1);
  const later = show(quiz({...bytes, id: "bytes"}));
  assert.match(later.textContent, /not yet right/);
  assert.equal(later.value.answered, false);
  assert.match(choose(later, 2), /Show me/);
});

test("choices are one group of radio buttons named by the question", () => {
  const card = show(quiz(bytes));
  const names = new Set([...card.querySelectorAll("input[type=radio]")].map(({name}) => name));
  assert.equal(names.size, 1);
  assert.equal(card.querySelector("fieldset > legend").textContent, bytes.question);
});

test("without a choice there is no answer, and one is asked for again", () => {
  const card = show(quiz(bytes));
  assert.match(choose(card, null), /Choose one/);
  assert.equal(card.value.answered, false);
});

test("words can be answers, and Spanish speaks Spanish", () => {
  const choices = [{when: "exp", say: "Guarda su salida."}, {when: "mul", say: "Guarda la entrada."}];
  const card = show(quiz({question: "¿Cuál?", answer: "exp", choices, lang: "es"}));
  assert.match(choose(card, 1), /Esa no es\..*Guarda la entrada\..*Prueba otra vez\./s);
});

test("a number to write takes a unit and a tolerance", () => {
  const card = show(quiz({question: "How much?", answer: 86.5, unit: "KiB", within: 0.05}));
  const field = card.querySelector("input");
  const unit = card.querySelector(`#${field.getAttribute("aria-describedby").split(" ")[0]}`);
  assert.equal(unit.textContent, "KiB");
  field.value = "90";
  assert.match(choose(card, null), /Yes, 86\.5 KiB\./);
});

test("a number with its digits in groups is right, or gets its reply", () => {
  const replies = [{when: 1000, say: "That many products."}, {when: 7, say: "Too few."}];
  const card = show(quiz({question: "How many?", answer: 1999, replies}));
  const told = (text) => {
    card.querySelector("input").value = text;
    return choose(card, null);
  };
  for (const text of ["1999", "1,999", "1.999"]) assert.match(told(text), /^ ?Yes, 1,999/, text);
  for (const text of ["1,000", "1.000"]) assert.match(told(text), /That many products/, text);
  assert.match(told("3.142"), /Not 3\.142/);
});

test("a choice of a prediction is checked against the trace", () => {
  const choices = [
    {when: {grad: "x"}, say: "The whole way back."},
    {when: {grad: "b"}, say: "That is b's."},
    {when: 1000, text: "much more", say: "Too much."}
  ];
  const card = show(prediction(chain, {question: "How fast?", answer: {grad: "x"}, choices}));
  assert.deepEqual([...card.querySelectorAll("label")].map((one) => one.textContent), ["42", "14", "much more"]);
  assert.match(choose(card, 1), /Not that one\..*That is b's\..*Try again/s);
  assert.match(choose(card, 0), /Yes\..*The whole way back\./s);
});

test("choices without exactly one answer give an error message in place of the card", () => {
  for (const choices of [bytes.choices.slice(1), [...bytes.choices, bytes.choices[0]]]) {
    const card = quiz({...bytes, choices});
    assert.equal(card.getAttribute("role"), "alert");
    assert.match(card.textContent, /Exactly one of the choices/);
  }
});

test("an answer that was never published gives an error message in place of the card", () => {
  assert.match(quiz({...bytes, answer: undefined}).textContent, /needs a number or a word.*undefined/);
});

test("it asks again with other numbers, and only the first answer is kept", () => {
  const replies = [{when: 3, say: "That is x + 1."}];
  const draws = [{given: "x = 2.", answer: 4, when: [3]}, {given: "x = 5.", answer: 25, when: [6]}];
  const asked = {id: "square", question: "What is x²?", answer: 4, replies, right: "x times x.", draws};
  const element = show(quiz(asked));
  const card = () => element.querySelector(".tw-prediction");
  const told = (text) => {
    card().querySelector("input").value = text;
    return choose(card(), null);
  };
  assert.match(told("4"), /Yes, 4\./);
  const kept = answers();
  element.querySelector(".tw-draw").click();
  assert.match(card().textContent, /x = 5\. What is x²\?/);
  assert.match(told("6"), /That is x \+ 1/);
  assert.match(told("25"), /Yes, 25\./);
  assert.deepEqual(answers(), kept);
  element.querySelector(".tw-draw").click();
  assert.match(card().textContent, /x = 2\. What is x²\?/);
});
