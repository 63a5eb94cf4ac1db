import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";
import "./dom.js";
import {traces} from "./traces.js";
import {prediction} from "../../lib/diagrams/views/prediction/prediction.js";
import {chart} from "../../lib/diagrams/views/chart/chart.js";

const {chain} = traces();

beforeEach(() => {
  document.body.innerHTML = `<div class="cell" id="cell-chain"><pre>code</pre>
    <div class="cell-output">42</div><div class="cell-output">more</div></div>`;
});

/** The prediction on the page, and what is in the cell. */
function ask() {
  const card = prediction(chain, {question: "?", answer: {grad: "x"}, holds: "cell-chain"});
  document.body.prepend(card);
  const isHeld = () =>
    [...document.querySelectorAll(".cell-output")].map((o) => o.classList.contains("tw-held"));
  return {card, isHeld};
}

function answer(card, text) {
  card.querySelector("input").value = text;
  card.dispatchEvent(new Event("submit", {bubbles: true, cancelable: true}));
}

test("the output is absent, without a box of its own", () => {
  const {isHeld} = ask();
  assert.deepEqual(isHeld(), [true, true]);
  assert.equal(document.querySelector(".tw-lock"), null);
});

test("the right answer shows it, a wrong one does not", () => {
  const {card, isHeld} = ask();
  answer(card, "14");
  assert.deepEqual(isHeld(), [true, true]);
  answer(card, "42");
  assert.deepEqual(isHeld(), [false, false]);
});

test("the answer that is asked for shows it too", () => {
  const {card, isHeld} = ask();
  card.querySelector(".tw-show-me").click();
  assert.deepEqual(isHeld(), [false, false]);
  assert.deepEqual(card.value, {answered: true, correct: false});
  assert.match(card.textContent, /The answer: 42/);
});

test("a cell that is not there is told", () => {
  document.body.replaceChildren();
  const said = [];
  const {error} = console;
  console.error = (...words) => said.push(words.join(" "));
  const card = prediction(chain, {question: "?", answer: {grad: "x"}, holds: "cell-chain"});
  console.error = error;
  assert.equal(card.getAttribute("role"), "alert");
  assert.match(said.join(), /no cell "cell-chain"/);
});

test("a figure waits as well, beside the output", () => {
  document.body.insertAdjacentHTML("beforeend", `<div id="fig-chain"><figure>drawn</figure></div>`);
  const holds = ["cell-chain", "fig-chain"];
  const card = prediction(chain, {question: "?", answer: {grad: "x"}, holds});
  document.body.prepend(card);
  const figure = document.querySelector("figure");
  assert.ok(figure.classList.contains("tw-held"));
  answer(card, "42");
  assert.deepEqual([...document.querySelectorAll(".tw-held, .tw-lock")], []);
});

test("a figure is drawn up to what is asked, and whole with the answer", () => {
  const data = (values) => ({x: {label: "step"}, series: [{label: "loss", values}]});
  const card = prediction(chain, {question: "?", answer: {grad: "x"}});
  const figure = chart(data([3, 2, 1]), {after: {prediction: card, of: data([3, 2])}});
  document.body.append(card, figure);
  const points = () => Number(figure.querySelector("input[type=range]").max) + 1;
  assert.equal(points(), 2);
  const notice = figure.querySelector(".tw-lock");
  assert.match(notice.textContent, /rest of the figure waits/);
  notice.querySelector("button").focus();
  notice.querySelector("button").click();
  assert.equal(points(), 3);
  assert.equal(figure.querySelector(".tw-lock"), null);
  assert.equal(document.activeElement, figure.querySelector(".tw-chart"));
  assert.equal(figure.value, 2);
});

test("a block waits whole, its code too", () => {
  document.body.insertAdjacentHTML("beforeend", `<div id="held-chain"><p>formula</p>
    <div class="cell"><pre>code</pre></div></div>`);
  const card = prediction(chain, {question: "?", answer: {grad: "x"}, holds: "held-chain"});
  document.body.prepend(card);
  assert.equal(document.querySelectorAll("#held-chain > .tw-held").length, 2);
  card.querySelector(".tw-show-me").click();
  assert.deepEqual([...document.querySelectorAll(".tw-held, .tw-lock")], []);
});
