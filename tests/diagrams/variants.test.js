import assert from "node:assert/strict";
import {test} from "node:test";
import {press, show} from "./dom.js";
import {PROGRAMS} from "./samples.js";
import {variants} from "../../lib/diagrams/views/variants/variants.js";

const pick = (element, value) => {
  const radio = element.querySelector(`input[value="${value}"]`);
  radio.checked = true;
  radio.dispatchEvent(new Event("change", {bubbles: true}));
};
const told = (element) => element.querySelector(".tw-case-outcome").textContent.replace(/\s+/g, " ").trim();

test("a choice shows its program, its graphs and its result, and reports once", () => {
  const element = show(variants(PROGRAMS));
  let times = 0;
  element.addEventListener("input", () => times++);
  assert.deepEqual(element.value, {op: "exp", write: "y"});
  assert.equal(told(element), "Raises an error no");
  assert.equal(element.querySelector("code").textContent, "y.add_(1)");
  assert.equal(element.querySelectorAll(".tw-node.is-broken").length, 1);
  pick(element, "no");
  assert.equal(times, 1);
  assert.equal(told(element), "Right gradient 2.5");
  assert.equal(element.querySelector("code").textContent, "y = exp(x)");
  pick(element, "y");
  pick(element, "log");
  assert.equal(told(element), "Silently wrong gradient 1.5");
  assert.ok(element.querySelector(".tw-case-code").hidden);
});

test("where no tape was written, it says so; setting the value reports nothing", () => {
  const element = show(variants(PROGRAMS, {lang: "es"}));
  element.addEventListener("input", () => assert.fail("nothing was chosen by hand"));
  element.value = {op: "exp", write: "no"};
  element.value = {op: "log", write: "misspelt"};
  assert.deepEqual(element.value, {op: "log", write: "no"});
  assert.match(element.querySelector(".tw-case-picture").textContent, /cut.*ninguna cinta/);
});

test("a table has every case", () => {
  const element = show(variants(PROGRAMS));
  press(element, "t");
  assert.equal(element.querySelectorAll("tbody tr").length, 4);
});

test("a case that is missing is named in its place", () => {
  const missing = {...PROGRAMS, cases: {"exp y": PROGRAMS.cases["exp y"]}};
  assert.match(variants(missing, {lang: "en"}).textContent, /got .*exp no/);
});

test("a case to guess shows neither its end nor its backward pass before", () => {
  const asked = {...PROGRAMS, guess: {question: "What happens?", ends: ["error", "wrong", "right"], of: ["exp y"]}};
  const element = show(variants(asked));
  pick(element, "no");
  assert.equal(told(element), "Right gradient 2.5");
  pick(element, "y");
  assert.match(told(element), /^What happens\?/);
  assert.equal(element.querySelectorAll(".has-gradient, .is-broken").length, 0);
  assert.equal(element.dataset.end, "");
  press(element, "t");
  assert.equal(element.querySelector("tbody td").textContent, "?");
  element.querySelectorAll(".tw-case-guess")[1].click();
  assert.match(told(element), /^Not this time\. Raises an error no/);
  assert.equal(element.dataset.end, "error");
});
