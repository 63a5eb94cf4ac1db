import assert from "node:assert/strict";
import {test} from "node:test";
import {installPage, press, said, show} from "./dom.js";
import {bringEngine, rest, settled} from "../live/in-node.js";
import {modelTraces} from "./model-traces.js";
import {traces} from "./traces.js";
import {numberFormat} from "../../lib/diagrams/words/numbers.js";
import {stepper} from "../../lib/diagrams/views/stepper/stepper.js";
import {tapeList} from "../../lib/diagrams/views/tape-list/tape-list.js";

const {chain, everyOperation, longNumbers, squaredError, sumTimesB, twice} = traces();
const {network, torchNetwork} = modelTraces();

const text = (element) => element.textContent.replace(/\s+/g, " ").trim();
const rows = (element) => [...element.querySelectorAll(".tw-op")];
const part = (element, i, name) => rows(element)[i].querySelector(`.tw-op-${name}`);
const written = (element, i) => part(element, i, "written");
const sends = (element, i) => [...rows(element)[i].querySelectorAll(".tw-op-send")];

test("at the start no row is written or read", () => {
  const element = show(tapeList(chain));
  assert.equal(element.value, 0);
  assert.deepEqual(rows(element).map((row) => row.className), ["tw-op", "tw-op", "tw-op"]);
});

test("the backward pass reads rows from the last", () => {
  const element = show(tapeList(chain, {step: 6}));
  const states = rows(element).map(({classList}) => ["is-read", "is-tail"].filter((c) => classList.contains(c)));
  assert.deepEqual(states, [[], ["is-read", "is-tail"], ["is-read"]]);
});

test("a value used twice sends twice, and each send is a step", () => {
  const element = show(tapeList(twice));
  sends(element, 0)[1].click();
  assert.equal(element.value, 4);
  assert.equal(sends(element, 0)[1].getAttribute("aria-current"), "step");
  sends(element, 0)[0].click();
  assert.equal(element.value, 3);
  assert.equal(element.querySelectorAll("[aria-current]").length, 1);
});

test("a rounded result is not called equal", () => {
  const {isRounded} = numberFormat("en");
  const signs = [squaredError, longNumbers].flatMap((trace) => {
    const element = show(tapeList(trace, {step: 99}));
    return trace.backward.flatMap(({node, sends: sent}) => {
      const buttons = sends(element, trace.forward.indexOf(node));
      return sent.map(({contribution}, k) => {
        assert.match(text(buttons[k]), isRounded(contribution) ? / ≈ / : / = /);
        return isRounded(contribution);
      });
    });
  });
  assert.deepEqual([...new Set(signs)], [false, true]);
});

test("each button leads to its own step and reports it; setting the value reports nothing", () => {
  const element = show(tapeList(squaredError));
  const heard = [];
  element.addEventListener("input", () => heard.push(element.value));
  const buttons = [...element.querySelectorAll("[data-step]")];
  for (const button of buttons) button.click();
  const numbers = buttons.map(({dataset}) => Number(dataset.step));
  assert.deepEqual(heard, numbers);
  assert.deepEqual(numbers.sort((a, b) => a - b), Array.from({length: 12}, (_, i) => i + 1));
  element.value = 2;
  assert.equal(heard.length, 12);
});

test("arrows left and right step, Home and End go to the ends, up and down along the rows", () => {
  const element = show(tapeList(chain));
  const first = written(element, 0);
  first.focus();
  press(first, "ArrowRight");
  assert.equal(element.value, 1);
  press(first, "End");
  assert.equal(element.value, 7);
  press(first, "Home");
  assert.equal(element.value, 0);
  assert.ok(!press(first, "ArrowDown"), "the page must not scroll");
  assert.equal(document.activeElement, written(element, 1));
  assert.equal(element.value, 0, "looking around is no step");
});

test("the tab key finds one stop on each side", () => {
  const element = show(tapeList(squaredError));
  const stops = () => [...element.querySelectorAll(".tw-ops [tabindex='0']")];
  assert.equal(stops().length, 2);
  element.value = 7;
  assert.equal(stops().length, 2);
  assert.ok(stops().includes(element.querySelector("[aria-current]")));
});

test("alone it says each step; beside another view only that one does", () => {
  const element = show(tapeList(chain, {step: 5}));
  assert.match(said(element), /sends its gradient on to b/);
  const other = show(stepper(chain, {step: 2}));
  const follower = tapeList(chain, {follow: other});
  document.body.append(follower);
  assert.equal(follower.querySelector("[aria-live]"), null);
  assert.equal(follower.value, 2);
  written(follower, 2).click();
  assert.equal(other.value, 3);
  other.querySelector(".tw-next").click();
  assert.equal(follower.value, 4);
});

test("tensors show their shape, their norm and what they keep, by reference too", () => {
  const element = show(tapeList(network, {step: 3, lang: "es"}));
  const linear = text(written(element, 2));
  const norm = numberFormat("es").short(network.nodes[6].summary.norm);
  assert.ok(linear.startsWith(`3 Linear (2, 1) ‖·‖ ${norm} guarda (2, 3) 48 B`), linear);
  assert.match(linear, /2\.weight \(1, 3\) 24 B por referencia$/);
  element.value = 7;
  const sent = numberFormat("es").short(network.backward[0].sends[0].contribution.norm);
  assert.equal(text(sends(element, 4)[0]), `→ envía a Mul ‖∂‖ ${sent}`);
});

test("groups are headings, and the nodes of PyTorch's graph keep its names", () => {
  const element = show(tapeList(torchNetwork));
  const headings = [...element.querySelectorAll("[role=heading]")].map(text);
  assert.deepEqual(headings, ["0", "1", "2"]);
  assert.match(text(written(element, 1)), /AddmmBackward0 .* saves mat1 \(2, 2\) 16 B$/);
});

test("its table has the same numbers, and follows the step", () => {
  const element = show(tapeList(chain));
  element.querySelector(".tw-twin-button").click();
  const lines = () => [...element.querySelectorAll("tbody tr")].map(text);
  assert.equal(element.querySelector("caption").textContent, "The tape of c");
  assert.match(lines()[2], /^c \(\) – – –$/);
  element.value = 5;
  assert.match(lines()[2], /^c \(\) 49 14 ∂ 1 b: ∂ 14$/);
  const heads = [...element.querySelectorAll("th")].map((head) => head.scope);
  assert.deepEqual(heads, [...Array(6).fill("col"), ...Array(3).fill("row")]);
});

test("a link leads to its step; a malformed trace gives a message", () => {
  installPage({url: "https://course.test/lesson.html#fig-tape?step=4"});
  assert.equal(show(tapeList(chain, {id: "fig-tape"})).value, 4);
  const broken = show(tapeList({...chain, nodes: [{...chain.nodes[0], op: "fold"}]}));
  assert.match(text(broken), /cannot be drawn.*"fold"/);
  assert.equal(broken.value, 0);
});

test("NaN and infinities are shown as such", () => {
  const trace = structuredClone(chain);
  trace.nodes[2].value = "NaN";
  trace.backward[0].sends[0].contribution = "Infinity";
  trace.backward[0].sends[0].total = "Infinity";
  const element = show(tapeList(trace, {step: 7}));
  assert.equal(text(part(element, 1, "value")), "= NaN");
  assert.match(text(sends(element, 2)[0]), /∞$/);
});

test("sliders move the leaves of a tape of numbers, and the engine writes it anew", async () => {
  bringEngine();
  const element = show(tapeList(sumTimesB, {step: 1000}));
  const [a, b] = element.querySelectorAll(".tw-slider input[type=range]");
  b.value = 1;
  b.dispatchEvent(new Event("input", {bubbles: true}));
  await settled(element);
  const made = () => [...element.querySelectorAll(".tw-op-value")].map(({textContent}) => textContent);
  assert.deepEqual(made(), ["= 3", "= 3"]);
  assert.match(said(element), /The backward pass ends/);
  press(element, "t");
  a.value = -1;
  a.dispatchEvent(new Event("input", {bubbles: true}));
  await settled(element);
  assert.equal(element.querySelector(".tw-tape-body").hidden, true);
  assert.deepEqual([...element.querySelectorAll("td.tw-value")].map((cell) => cell.textContent), ["0", "0"]);
  press(element, "t");
  element.querySelector(".tw-afresh").click();
  await settled(element);
  assert.deepEqual(made(), ["= 5", "= 15"]);
  assert.deepEqual([a.value, b.value], ["2", "3"]);
  rest();
});

test("where the engine refuses a value, the tape ends there and the sentence says why", async () => {
  bringEngine();
  const element = show(tapeList(everyOperation, {step: 1000}));
  const all = element.querySelectorAll(".tw-op").length;
  const labels = [...element.querySelectorAll(".tw-slider label")].map(({textContent}) => textContent);
  const slider = element.querySelectorAll(".tw-slider input[type=range]")[labels.indexOf("y")];
  slider.value = -1;
  slider.dispatchEvent(new Event("input", {bubbles: true}));
  await settled(element);
  assert.ok(element.querySelectorAll(".tw-op").length < all);
  assert.match(said(element), /log needs a positive number/);
  rest();
});

test("a tape beside a stepper has no sliders and shows the stepper's numbers", async () => {
  bringEngine();
  const walk = show(stepper(sumTimesB, {step: 1000}));
  const element = tapeList(sumTimesB, {follow: walk});
  document.body.append(element);
  assert.equal(element.querySelector(".tw-sliders"), null);
  await Promise.resolve();
  press(walk.querySelector(".tw-leaf"), "ArrowUp");
  await settled(walk);
  assert.deepEqual([...element.querySelectorAll(".tw-op-value")].map(({textContent}) => textContent), ["= 5.1", "= 15.3"]);
  rest();
});
