import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";
import {installPage, press, show} from "./dom.js";
import {traces} from "./traces.js";

installPage();
const {variants} = await import("../../lib/diagrams/views/variants/variants.js");

beforeEach(() => installPage());

const DATA = {
  choices: [
    {name: "op", label: "operation", values: [{value: "exp", text: "exp"}, {value: "log", text: "log"}]},
    {name: "write", label: "write", values: [{value: "no", text: "none"}, {value: "y", text: "into y"}]}
  ],
  pictures: {chain: traces().chain},
  cases: {
    "exp no": {code: "y = exp(x)", pictures: [{trace: "chain"}], end: "right", says: "2.5"},
    "exp y": {code: "y.add_(1)", pictures: [{trace: "chain", broken: [1]}], end: "error", says: "no"},
    "log no": {pictures: [{trace: null, title: "cut"}], end: "right"},
    "log y": {pictures: [], end: "wrong", readings: [{label: "gradient", value: 1.5}]}
  }
};
const pick = (element, value) => {
  const radio = element.querySelector(`input[value="${value}"]`);
  radio.checked = true;
  radio.dispatchEvent(new Event("change", {bubbles: true}));
};
const told = (element) => element.querySelector(".tw-case-outcome").textContent.replace(/\s+/g, " ").trim();

test("a choice brings its program, its graphs and what came of it, and reports once", () => {
  const element = show(variants(DATA));
  let times = 0;
  element.addEventListener("input", () => times++);
  assert.deepEqual(element.value, {op: "exp", write: "no"});
  assert.equal(told(element), "Right gradient 2.5");
  pick(element, "y");
  assert.equal(times, 1);
  assert.equal(told(element), "Raises an error no");
  assert.equal(element.querySelector("code").textContent, "y.add_(1)");
  assert.equal(element.querySelectorAll(".tw-node.is-broken").length, 1);
  pick(element, "log");
  assert.equal(told(element), "Silently wrong gradient 1.5");
  assert.ok(element.querySelector(".tw-case-code").hidden);
});

test("where no tape was written, it says so; setting the value reports nothing", () => {
  const element = show(variants(DATA, {lang: "es"}));
  element.addEventListener("input", () => assert.fail("nothing was chosen by hand"));
  element.value = {op: "log", write: "misspelt"};
  assert.deepEqual(element.value, {op: "log", write: "no"});
  assert.match(element.querySelector(".tw-case-picture").textContent, /cut.*ninguna cinta/);
});

test("a table has every case", () => {
  const element = show(variants(DATA));
  press(element, "t");
  assert.equal(element.querySelectorAll("tbody tr").length, 4);
});

test("a case that is missing is named in its place", () => {
  const missing = {...DATA, cases: {"exp no": DATA.cases["exp no"]}};
  assert.match(variants(missing, {lang: "en"}).textContent, /got .*exp y/);
});

test("a case to guess shows neither its end nor its backward pass before", () => {
  const asked = {...DATA, guess: {question: "What happens?", ends: ["error", "wrong", "right"], of: ["exp y"]}};
  const element = show(variants(asked));
  assert.equal(told(element), "Right gradient 2.5");
  pick(element, "y");
  assert.match(told(element), /^What happens\?/);
  assert.equal(element.querySelectorAll(".has-gradient, .is-broken").length, 0);
  assert.equal(element.dataset.end, "");
  press(element, "t");
  assert.equal(element.querySelectorAll("tbody td")[1].textContent, "?");
  element.querySelectorAll(".tw-case-guess")[1].click();
  assert.match(told(element), /^Not this time\. Raises an error no/);
  assert.equal(element.dataset.end, "error");
});
