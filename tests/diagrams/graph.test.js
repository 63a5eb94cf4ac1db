import assert from "node:assert/strict";
import {test} from "node:test";
import {installPage, press, show} from "./dom.js";
import {bringEngine, rest, settled} from "../live/in-node.js";
import {modelTraces} from "./model-traces.js";
import {traces} from "./traces.js";
import {graph} from "../../lib/diagrams/views/graph/graph.js";
import {stepper} from "../../lib/diagrams/views/stepper/stepper.js";
import {steps} from "../../lib/diagrams/trace/steps.js";

const {blocks, network} = modelTraces();

const node = (element, nth) => element.querySelectorAll(".tw-node")[nth];
const names = (element) =>
  [...element.querySelectorAll(".tw-node .tw-title")].map(({textContent}) => textContent.trim());
const live = (element) => element.querySelector(".tw-note-live").textContent;
const focused = () => document.activeElement;

test("groups are boxes at first; a click opens one, its title closes it", () => {
  const element = show(graph(blocks));
  assert.deepEqual(names(element), ["▸ blocks 0", "▸ blocks 1", "▸ head", "Mul", "Linear", "Sum"]);
  node(element, 0).dispatchEvent(new Event("click", {bubbles: true}));
  assert.deepEqual(names(element).slice(0, 4), ["▸ mlp 0", "ReLU", "Add", "▸ blocks 1"]);
  assert.equal(element.querySelectorAll(".tw-fold").length, 1);
  assert.equal(live(element), "blocks 0 unfolded: 8 boxes drawn");
  element.querySelector(".tw-fold .tw-target").dispatchEvent(new Event("click", {bubbles: true}));
  assert.equal(names(element)[0], "▸ blocks 0");
});

test("by keyboard: Enter opens, the focus goes inside, Enter there closes", () => {
  const element = show(graph(blocks));
  node(element, 0).focus();
  press(focused(), "Enter");
  assert.equal(focused(), node(element, 0));
  assert.match(focused().getAttribute("aria-label"), /^mlp 0 3 nodes/);
  press(focused(), "ArrowDown");
  assert.match(focused().getAttribute("aria-label"), /“ReLU”/);
  press(focused(), "Enter");
  assert.match(focused().getAttribute("aria-label"), /^blocks 0 5 nodes · \d+ B; group/);
  assert.equal(focused().getAttribute("aria-expanded"), "false");
});

test("one box at a time is reached by Tab, and arrow keys take it along", () => {
  const element = show(graph(blocks));
  const stops = () => [...element.querySelectorAll(".tw-node[tabindex='0']")];
  assert.deepEqual(stops(), [node(element, 0)]);
  node(element, 0).focus();
  press(focused(), "ArrowDown");
  assert.deepEqual(stops(), [node(element, 1)]);
  press(focused(), "End");
  assert.equal(focused(), node(element, 5));
  assert.ok(press(focused(), "Tab"), "Tab stays the browser's");
});

test("the address opens groups and tells those that are open", () => {
  installPage({url: "https://course.test/a.html#fig-net?open=blocks 1 / mlp 0&step=3"});
  const element = graph(blocks, {id: "fig-net", open: ["blocks 0"]});
  assert.equal(element.querySelectorAll(".tw-fold").length, 2);
  assert.equal(element.value, 3);
  assert.equal(graph(blocks, {id: "fig-other"}).querySelectorAll(".tw-fold").length, 0);
});

test("its value is the step, and setting it draws it", () => {
  const element = show(graph(network, {fold: false}));
  const last = steps(network).length - 1;
  const withGradient = () => element.querySelectorAll(".tw-node.has-gradient").length;
  assert.equal(element.value, last);
  assert.equal(withGradient(), network.nodes.length);
  element.value = 0;
  assert.equal(withGradient(), 0);
  element.value = "nonsense";
  assert.equal(element.value, 0);
  element.value = 1e6;
  assert.equal(element.value, last);
});

test("a folded group tells how far it is and shows the step that happens inside it", () => {
  const element = show(graph(blocks, {step: 0}));
  const shares = () => [...node(element, 0).querySelectorAll("[class^=tw-progress]")]
    .map((bar) => Number(bar.getAttribute("width")));
  assert.deepEqual(shares(), [0, 0]);
  const inside = steps(blocks).findIndex(({kind, node: id}) => kind === "forward" && id === 3);
  element.value = inside;
  assert.ok(node(element, 0).classList.contains("is-now-forward"));
  assert.match(node(element, 0).getAttribute("aria-label"), /2 of 3 computed/);
  element.value = 1e6;
  const [forward, backward] = shares();
  assert.ok(forward > 0 && forward === backward);
});

test("what arrives at a folded group stands on its edge", () => {
  const arrival = steps(blocks).findIndex(({kind, to}) => kind === "send" && to === 9);
  const element = show(graph(blocks, {step: arrival}));
  const now = element.querySelectorAll(".tw-edge.is-now-backward .tw-contribution");
  assert.equal(now.length, 1);
  const {contribution} = steps(blocks)[arrival];
  const norm = new Intl.NumberFormat("en", {maximumSignificantDigits: 4}).format(contribution.norm);
  assert.equal(now[0].textContent, `‖∂‖ ${norm}`);
});

test("saved tensors hang from their node, by reference where they are a leaf's", () => {
  const rows = (options) =>
    [...graph(network, options).querySelectorAll(".tw-tray text")].map((row) => row.textContent);
  assert.ok(rows({fold: false}).includes("(2, 2) 32 B"));
  assert.ok(rows({fold: false}).some((row) => row.endsWith("by reference")));
  assert.deepEqual(rows({fold: false, trays: false}), []);
});

test("zoom keys are taken, the wheel is not", () => {
  const element = show(graph(blocks));
  const width = () => Number.parseFloat(element.querySelector(".tw-graph").style.width);
  const before = width();
  node(element, 0).focus();
  assert.ok(!press(focused(), "+"));
  assert.equal(width(), before * 1.25);
  press(focused(), "-");
  assert.equal(width(), before);
  const wheel = new Event("wheel", {bubbles: true, cancelable: true});
  assert.ok(node(element, 0).dispatchEvent(wheel), "the page scrolls on");
});

test("5,000 nodes without groups give a message and are not laid out", () => {
  const nodes = Array.from({length: 5000}, (_, id) => ({
    id, op: id === 0 ? "leaf" : "add", label: null, shape: [], value: 1, group: null, constants: []
  }));
  const edges = nodes.slice(1).map(({id}) => ({from: id - 1, to: id, slot: 0, local: 1}));
  const trace = {schema: 1, engine: "value", nodes, edges, forward: [], backward: [], grads: {}};
  const element = graph(trace, {lang: "es"});
  assert.equal(element.querySelector(".tw-graph, .tw-node"), null);
  assert.match(element.textContent, /El grafo tiene 5000 nodos/);
});

test("opening too much is refused with words, and the drawing stays", () => {
  const large = structuredClone(blocks);
  const first = large.nodes.length;
  for (let id = first; id < first + 220; id++) {
    large.nodes.push({...blocks.nodes[3], id, group: "long"});
    large.edges.push({from: id - 1, to: id, slot: 0});
  }
  const element = show(graph(large));
  node(element, 6).dispatchEvent(new Event("click", {bubbles: true}));
  assert.equal(element.querySelectorAll(".tw-node").length, 7);
  assert.match(live(element), /226 boxes, too many/);
});

test("the table tells every node, with its gradient once it is there", () => {
  const element = show(graph(network));
  press(element, "t");
  const rows = element.querySelectorAll("table tbody tr");
  assert.equal(rows.length, network.nodes.length);
  assert.match(rows[0].textContent, /norm/);
});

test("in a stepper arrow keys step, and with Shift they go along the edges", () => {
  const large = structuredClone(blocks);
  for (let id = 16; id < 30; id++) {
    large.nodes.push({...blocks.nodes[3], id, group: "tail"});
    large.edges.push({from: id - 1, to: id, slot: 0});
    large.forward.push(id);
  }
  const element = show(stepper(large));
  assert.deepEqual(names(element).slice(0, 3), ["▸ blocks 0", "▸ blocks 1", "▸ head"]);
  node(element, 0).focus();
  press(focused(), "ArrowRight");
  assert.equal(element.value, 1);
  const key = {key: "ArrowDown", shiftKey: true, bubbles: true, cancelable: true};
  focused().dispatchEvent(new KeyboardEvent("keydown", key));
  assert.equal(focused(), node(element, 1));
  assert.equal(element.value, 1);
});

test("what is malformed is said in the figure's place", () => {
  for (const trace of [null, {}, {...blocks, schema: 9}, {...blocks, edges: [{from: 3, to: 1}]}]) {
    assert.ok(graph(trace).matches(".tw-problem"));
  }
});

test("what stands on the edges can be chosen, and words replaced", () => {
  const choice = (options) => show(graph(traces().chain, options)).querySelector(".tw-select").value;
  assert.equal(choice({}), "contribution");
  assert.equal(choice({labels: "none"}), "none");
  const worded = show(graph(traces().chain, {labels: {edgeLabels: "Shown"}}));
  assert.match(worded.querySelector(".tw-choose").textContent, /^Shown/);
});

test("beside a stepper of the same numbers it shows what that was moved to, and has no handles", async () => {
  const {sumTimesB} = traces();
  bringEngine();
  const desk = globalThis[Symbol.for("tapewalk.live")];
  const {hear} = desk;
  const offered = [];
  desk.hear = (figure) => {
    offered.push(figure);
    hear(figure);
  };
  const walk = stepper(sumTimesB, {step: 100});
  const element = show(graph(sumTimesB, {follow: walk}));
  assert.equal(offered.length, 1);
  offered[0].set(new Map([[0, 7]]));
  await settled(walk);
  rest();
  const numbers = [...element.querySelectorAll(".tw-value .tw-number")].map(({textContent}) => textContent);
  const b = sumTimesB.nodes[1].value;
  assert.deepEqual(numbers.map(Number), [7, b, 7 + b, (7 + b) * b]);
});
