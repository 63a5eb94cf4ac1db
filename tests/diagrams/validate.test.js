import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import Ajv from "ajv/dist/2020.js";
import {installPage, show} from "./dom.js";
import {strings} from "../../lib/diagrams/words/strings.js";
import {MOST_NODES, validate} from "../../lib/diagrams/trace/validate.js";
import {modelTraces} from "./model-traces.js";
import {traces} from "./traces.js";

const SCHEMA = new URL("../../lib/tapewalk/trace/schema.json", import.meta.url);

/** Makes the chain with one thing changed. */
function change(edit) {
  return () => {
    const trace = traces().chain;
    edit(trace);
    return trace;
  };
}

const send = (trace) => trace.backward[0].sends[0];

const large = {...traces().chain, nodes: Array.from({length: 5000}, (_, id) => ({id}))};

const cases = [
  ["notATrace", "a trace that is a list", () => []],
  ["notATrace", "no trace at all", () => undefined, /undefined/],
  ["schema", "another schema", change((t) => (t.schema = 2)), /has 2/],
  ["missing", "no edges", change((t) => delete t.edges), /“edges”/],
  ["empty", "no nodes", change((t) => (t.nodes = []))],
  ["id", "ids out of order", change((t) => (t.nodes[2].id = 7)), /nodes\[2\].*7/],
  ["op", "an unknown operation", change((t) => (t.nodes[1].op = "frob")), /"frob"/],
  ["number", "a value in words", change((t) => (t.nodes[1].value = "six")), /\.value.*"six"/],
  ["number", "a scalar without a local", change((t) => delete t.edges[0].local), /edges\[0\]/],
  ["reference", "an edge to nowhere", change((t) => (t.edges[2].to = 9)), /edges\[2\]\.to.*9/],
  ["order", "an edge that runs back", change((t) => (t.edges[1].from = 3)), /3 → 2/],
  ["reference", "a forward step of no node", change((t) => t.forward.push(4)), /forward\[3\]/],
  ["reference", "a send along no edge", change((t) => (send(t).edge = 5)), /sends\[0\]\.edge/],
  ["sender", "a send along another's edge", change((t) => (send(t).edge = 0))],
  ["tooLarge", "5,000 nodes", () => large, new RegExp(`5,000 nodes.*${MOST_NODES}`)]
];

for (const [rule, name, make, said = /./] of cases) {
  test(`${name} breaks the rule "${rule}"`, () => {
    let error = null;
    try {
      validate(make());
    } catch (thrown) {
      error = thrown;
    }
    assert.equal(error?.rule, rule, error?.message);
    assert.match(error.message, said);
    assert.notEqual(error.explain(strings("es")), error.explain(strings("en")));
  });
}

test("the library's traces pass, here and by its schema", () => {
  const check = new Ajv().compile(JSON.parse(readFileSync(SCHEMA, "utf8")));
  for (const [name, trace] of Object.entries(traces())) {
    assert.doesNotThrow(() => validate(trace), name);
    assert.ok(check(trace), `${name}: ${JSON.stringify(check.errors)}`);
  }
});

test("numbers that JSON lacks pass, here and by the schema", () => {
  const trace = traces().chain;
  trace.nodes[3].value = "Infinity";
  trace.edges[2].local = "NaN";
  validate(trace);
  assert.ok(new Ajv().compile(JSON.parse(readFileSync(SCHEMA, "utf8")))(trace));
});

test("gradients of tensors are summaries, whose numbers are checked too", () => {
  const {network} = modelTraces();
  validate(network);
  network.backward[1].grad.norm = "much";
  assert.throws(() => validate(network), {
    rule: "number",
    details: ["backward[1].grad.norm", '"much"']
  });
  const {network: other} = modelTraces();
  other.backward[1].sends[0].total.values[0] = null;
  assert.throws(() => validate(other), {rule: "number"});
});

test("a number that PyTorch computed in between need not be told", async () => {
  installPage();
  const {stepper} = await import("../../lib/diagrams/views/stepper/stepper.js");
  const {network} = modelTraces();
  const root = network.nodes.find(({shape}) => shape.length === 0);
  root.value = null;
  validate(network);
  const figure = show(stepper(network));
  assert.equal(figure.querySelector(".tw-problem"), null);
  assert.equal(figure.querySelectorAll(".tw-node").length, network.nodes.length);
});

test("a view that folds takes more nodes than it draws", () => {
  const {network} = modelTraces();
  assert.throws(() => validate(network, {most: 8}), {rule: "tooLarge", details: [9, 8]});
  validate(network, {most: 9});
});
