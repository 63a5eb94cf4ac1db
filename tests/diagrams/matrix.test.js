import assert from "node:assert/strict";
import {beforeEach, mock, test} from "node:test";
import {installPage, press, show} from "./dom.js";
import {tensorTraces} from "./tensor-traces.js";

installPage();
const {matrix} = await import("../../lib/diagrams/views/matrix/matrix.js");
const {
  addRow, batchTimesBatch, batchTimesMatrix, data, large, product
} = tensorTraces();

beforeEach(() => installPage());

const said = (element) => element.querySelector(".tw-said").textContent;
const board = (element) => element.querySelector(".tw-board:not(.is-away)");
const grid = (element, nth) => board(element).querySelectorAll("table")[nth];
const cells = (element, nth) => [...grid(element, nth).querySelectorAll("[data-cell]")];
const withClass = (element, nth, name) =>
  cells(element, nth).flatMap((cell, i) => (cell.classList.contains(name) ? [i] : []));
const button = (element, name) => element.querySelector(`.tw-${name}`);
const radio = (element, value) => element.querySelector(`[type=radio][value="${value}"]`);

/** The steps that the element reports while `act` runs. */
function reported(element, act) {
  const seen = [];
  const note = () => seen.push(element.value);
  element.addEventListener("input", note);
  act();
  element.removeEventListener("input", note);
  return seen;
}

function choose(input) {
  input.checked = true;
  input.dispatchEvent(new Event("input", {bubbles: true}));
  input.dispatchEvent(new Event("change", {bubbles: true}));
}

test("its value is the step; buttons and keys move and report it, setting it does not", () => {
  const element = show(matrix(product));
  const seen = reported(element, () => {
    button(element, "next").click();
    press(element, "ArrowRight");
    press(element, "End");
    press(element, "Home");
  });
  assert.deepEqual(seen, [1, 2, 18, 0]);
  assert.deepEqual(reported(element, () => (element.value = 7)), []);
  assert.equal(element.value, 7);
});

test("cells of the result arrive one after another, never as zeros", () => {
  const element = show(matrix(product, {step: 2}));
  assert.deepEqual(withClass(element, 2, "is-waiting"), [2, 3]);
  assert.deepEqual(withClass(element, 2, "is-target"), [1]);
  assert.equal(cells(element, 2)[3].getAttribute("aria-label"), "y[1, 1]: not computed yet");
  const y = product.nodes[2].summary.values;
  assert.equal(cells(element, 2)[1].getAttribute("aria-label"), `y[0, 1] = ${y[1]}`);
});

test("a step lights the row and the column that take part, and pairs their numbers", () => {
  const element = show(matrix(product, {step: 2}));
  assert.deepEqual(withClass(element, 0, "is-lit"), [0, 1, 2]);
  assert.deepEqual(withClass(element, 1, "is-lit"), [1, 3, 5]);
  assert.deepEqual([1, 3, 5].map((i) => cells(element, 1)[i].dataset.pair), ["1", "2", "3"]);
});

test("the arrows go from cell to cell; in the result they are steps, elsewhere they ask who uses it", () => {
  const element = show(matrix(product, {step: 1}));
  const [first] = cells(element, 2);
  first.focus();
  assert.deepEqual(reported(element, () => press(first, "ArrowDown")), [3]);
  assert.equal(document.activeElement, cells(element, 2)[2]);
  assert.match(said(element), /^Row 1 of A times column 0 of B/);

  const a = cells(element, 0);
  a[0].focus();
  assert.deepEqual(reported(element, () => press(a[0], "ArrowRight")), []);
  assert.match(said(element), /^A\[0, 1\] = 1\.5 is used by 2 cells: y\[0, 0\], y\[0, 1\]\.$/);
  assert.deepEqual(withClass(element, 2, "is-lit"), [0, 1]);
  assert.deepEqual(withClass(element, 1, "is-lit"), []);
});

test("Home, End and Enter work inside a grid, and only one cell of it is a stop", () => {
  const element = show(matrix(product, {step: 1}));
  const a = cells(element, 0);
  a[0].focus();
  press(a[0], "End");
  assert.equal(document.activeElement, a[2]);
  press(a[2], "Home");
  press(a[0], "Enter");
  assert.match(said(element), /^A\[0, 0\]/);
  assert.deepEqual(a.map((cell) => cell.tabIndex), [0, -1, -1, -1, -1, -1]);
  assert.equal(element.value, 1);
});

test("a step after a question shows the step again", () => {
  const element = show(matrix(product, {step: 1}));
  cells(element, 0)[3].click();
  assert.match(said(element), /is used by/);
  button(element, "next").click();
  assert.match(said(element), /^Row 0 of A times column 1/);
});

test("space plays from a cell, and play walks to the end", () => {
  mock.timers.enable({apis: ["setTimeout"]});
  const element = show(matrix(addRow, {view: "broadcast"}));
  cells(element, 0)[0].focus();
  press(document.activeElement, " ");
  assert.equal(button(element, "play").getAttribute("aria-label"), "Pause");
  for (let i = 0; i < 40; i++) mock.timers.tick(1800);
  assert.equal(element.value, 18);
  mock.timers.reset();
});

test("each calculation is one choice away, and the choice follows the step", () => {
  const element = show(matrix(product));
  assert.deepEqual(reported(element, () => choose(radio(element, "2"))), [12]);
  assert.match(board(element).textContent, /∂B \(3, 2\)/);
  assert.match(board(element).textContent, /Aᵀ \(3, 2\)/);
  element.value = 5;
  assert.ok(radio(element, "1").checked);
});

test("the reader chooses numbers, heat or signs; colour never comes alone", () => {
  const element = show(matrix(product, {step: 4}));
  choose(radio(element, "heat"));
  const texts = () => cells(element, 0).map((cell) => cell.textContent);
  const strength = (i) => parseInt(cells(element, 0)[i].style.getPropertyValue("--tw-heat"), 10);
  const numbers = ["−2", "1.5", "−0.5", "3", "1", "−1"];
  assert.deepEqual(texts(), numbers);
  assert.ok(strength(3) > strength(0) && strength(0) > strength(2));
  assert.deepEqual(withClass(element, 0, "is-negative"), [0, 2, 5]);
  assert.deepEqual(reported(element, () => choose(radio(element, "sign"))), []);
  assert.deepEqual(texts(), ["−", "+", "−", "+", "+", "−"]);
  choose(radio(element, "values"));
  assert.deepEqual(withClass(element, 0, "is-tinted"), []);
});

test("plain rows are shown too, with numbers that JSON lacks", () => {
  const rows = [[1, "NaN"], ["-Infinity", 0.123456]];
  const element = show(matrix({rows, label: "mask"}));
  const texts = cells(element, 0).map((cell) => cell.textContent);
  assert.deepEqual(texts, ["1", "NaN", "−∞", "0.1235"]);
  element.value = 4;
  assert.equal(said(element), "mask[1, 1] = 0.1235.");
  assert.equal(cells(element, 0)[3].getAttribute("aria-label"), "mask[1, 1] = 0.1235");
  assert.equal(cells(element, 0)[3].title, "0.123456");
});

test("of a batch one product is shown, or all rows where one matrix serves them", () => {
  const first = show(matrix(batchTimesBatch, {step: 1}));
  assert.match(said(first), /y\[0, 0, 0\] = /);
  const flat = show(matrix(batchTimesMatrix, {step: 8}));
  assert.match(said(flat), /y\[1, 1, 1\] = /);
});

test("what cannot be shown says why, in the page's language", () => {
  const why = (trace, options) => matrix(trace, options).textContent;
  assert.match(why(large, {lang: "es"}), /A tiene forma \(3, 30\).*64.*Van de −2 a 3.*0,4833/s);
  assert.match(why(data), /Operand A of MatMul has no gradient/);
  assert.match(why(product, {node: "A"}), /This view shows MatMul, not leaf/);
  assert.match(why(product, {view: "cube"}), /not cube/);
  assert.match(why(product, {node: "Q"}), /No node is called “Q”/);
  assert.match(why({rows: [[1], [2, 3]]}), /rows of x should be numbers/);
  assert.match(why({rows: []}), /x has shape \(0,\)/);
  assert.match(why({rows: null}), /rows of x/);
  assert.match(why(null), /needs a trace/);
  assert.equal(matrix({schema: 2}).getAttribute("role"), "alert");
});

test("words and numbers follow the page's language", () => {
  installPage({lang: "es"});
  const element = show(matrix(product, {step: 1}));
  assert.match(said(element), /^Fila 0 de A por columna 0 de B: y\[0, 0\] = .*= 2,75\.$/);
  assert.equal(cells(element, 0)[1].textContent, "1,5");
});

test("its table tells how every cell is computed", () => {
  const element = show(matrix(product));
  press(element, "t");
  const rows = [...element.querySelectorAll(".tw-scroller:not(.tw-matrix-room) tbody tr")];
  assert.equal(rows.length, 16);
  assert.match(rows[0].textContent, /y\[0, 0\]\s+y\[0, 0\] = .* = 2\.75\s+2\.75/);
});

test("a link opens it at its step", () => {
  installPage({url: "https://course.test/lesson.html#fig-product?step=9"});
  assert.equal(matrix(product, {id: "fig-product", step: 1}).value, 9);
});
