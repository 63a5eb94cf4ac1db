import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";
import {installPage} from "./dom.js";
import {traces} from "./traces.js";

installPage();
const {prediction} = await import("../../lib/diagrams/views/prediction/prediction.js");
const {chain} = traces();

beforeEach(() => {
  installPage();
  document.body.innerHTML = `<div class="cell" id="cell-chain"><pre>code</pre>
    <div class="cell-output">42</div><div class="cell-output">more</div></div>`;
});

/** The prediction on the page, and what stands in the cell. */
function ask() {
  const card = prediction(chain, {question: "?", answer: {grad: "x"}, holds: "cell-chain"});
  document.body.prepend(card);
  const isHeld = () =>
    [...document.querySelectorAll(".cell-output")].map((o) => o.classList.contains("tw-held"));
  const notice = () => document.querySelector("#cell-chain .tw-lock");
  return {card, isHeld, notice};
}

test("the output waits, and says so", () => {
  const {isHeld, notice} = ask();
  assert.deepEqual(isHeld(), [true, true]);
  assert.match(notice().textContent, /waits for your prediction/);
});

test("any answer shows it, a wrong one too", () => {
  const {card, isHeld, notice} = ask();
  card.querySelector("input").value = "14";
  card.dispatchEvent(new Event("submit", {bubbles: true, cancelable: true}));
  assert.deepEqual(isHeld(), [false, false]);
  assert.equal(notice(), null);
});

test("one may go on without an answer, and the focus goes to the output", () => {
  const {card, isHeld, notice} = ask();
  const button = notice().querySelector("button");
  button.focus();
  button.click();
  assert.deepEqual(isHeld(), [false, false]);
  assert.equal(card.value.answered, false);
  assert.equal(document.activeElement, document.querySelector(".cell-output"));
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
  assert.match(document.querySelector("#fig-chain .tw-lock").textContent, /figure waits/);
  card.querySelector("input").value = "14";
  card.dispatchEvent(new Event("submit", {bubbles: true, cancelable: true}));
  assert.deepEqual([...document.querySelectorAll(".tw-held, .tw-lock")], []);
});
