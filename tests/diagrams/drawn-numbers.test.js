/**
 * Every number that is drawn at each step, beside the trace that Python wrote, in both languages.
 *
 * What is expected is derived here from the trace alone, so that it and the views can disagree.
 */
import assert from "node:assert/strict";
import {test} from "node:test";
import {said, show} from "./dom.js";
import {modelTraces} from "./model-traces.js";
import {traces} from "./traces.js";
import {numberFormat} from "../../lib/diagrams/words/numbers.js";
import {rowGraph} from "../../lib/diagrams/drawing/row-graph.js";
import {steps as stepsOf} from "../../lib/diagrams/trace/steps.js";
import {strings} from "../../lib/diagrams/words/strings.js";
import {tapeList} from "../../lib/diagrams/views/tape-list/tape-list.js";

const views = {};
for (const name of ["stepper", "graph", "compare", "chart"]) {
  ({[name]: views[name]} = await import(`../../lib/diagrams/views/${name}/${name}.js`));
}

const LANGUAGES = ["en", "es"];
const write = (lang) => (number) => numberFormat(lang).short(Number(number));

/** What is drawn at each step: texts by node or by edge, undefined where nothing has arrived. */
function moments(trace, lang) {
  const text = write(lang);
  const at = {values: [], gradients: [], locals: [], sent: []};
  const steps = [];
  const note = () => steps.push(structuredClone(at));
  const valueOf = (node) => text(trace.nodes[node].value);
  trace.nodes.forEach((node, i) => node.op === "leaf" && (at.values[i] = valueOf(i)));
  note();
  for (const node of trace.forward) {
    at.values[node] = valueOf(node);
    trace.edges.forEach((edge, i) => edge.to === node && (at.locals[i] = text(edge.local)));
    note();
  }
  const [seed] = trace.backward;
  if (seed === undefined) return steps;
  at.gradients[seed.node] = text(seed.grad);
  note();
  for (const {edge, contribution, total} of trace.backward.flatMap(({sends}) => sends)) {
    const to = trace.edges[edge].from;
    const before = at.gradients[to]?.split("= ").at(-1);
    const added = Number(contribution) < 0 ? `(${text(contribution)})` : text(contribution);
    at.gradients[to] = before === undefined ? text(total) : `${before} + ${added} = ${text(total)}`;
    at.sent[edge] = text(contribution);
    note();
  }
  return steps;
}

/** What a drawing shows; the stylesheet hides what waits. */
function look(drawing) {
  const texts = (groups, part, isSeen) => {
    const found = [];
    drawing.querySelectorAll(groups).forEach((group, i) => {
      const text = group.querySelector(part)?.textContent.replace(/^[=∂×]/, "").trim();
      if (text && isSeen(group.classList)) found[i] = text;
    });
    return found;
  };
  const isReached = (classes) => !classes.contains("is-waiting");
  return {
    values: texts(".tw-node", ".tw-value text", isReached),
    gradients: texts(".tw-node", ".tw-gradient text", () => true),
    locals: texts(".tw-edge", ".tw-local text", isReached),
    sent: texts(".tw-edge", ".tw-contribution", (classes) => classes.contains("is-sent"))
  };
}

for (const [name, trace] of Object.entries(traces())) {
  test(`a stepper on ${name} shows the numbers of each step, forward and back`, () => {
    for (const lang of LANGUAGES) {
      const expected = moments(trace, lang);
      const element = show(views.stepper(trace, {lang}));
      const order = [...expected.keys()];
      for (const step of lang === "en" ? [...order, ...order.toReversed()] : order.slice(-1)) {
        element.value = step;
        assert.deepEqual(look(element), expected[step], `${lang}, step ${step}`);
      }
    }
  });

  test(`a graph of ${name} shows the numbers of the last step`, () => {
    for (const lang of LANGUAGES) {
      const end = moments(trace, lang);
      const graph = show(views.graph(trace, {lang, step: end.length - 1, fold: false}));
      assert.deepEqual(look(graph), end.at(-1));
    }
  });

  test(`each row of the tape of ${name} shows what its node has and sends`, () => {
    for (const lang of LANGUAGES) {
      const element = show(tapeList(trace, {lang}));
      moments(trace, lang).forEach((moment, step) => {
        element.value = step;
        const rows = [...element.querySelectorAll(".tw-op")];
        trace.forward.forEach((node, i) => assert.deepEqual(row(rows[i]), expectedRow(trace, moment, node)));
      });
    }
  });
}

const squeezed = (part) => part.textContent.replace(/\s+/g, " ").replaceAll("≈", "=").trim();
/** What came out of a product or a sum. */
const result = (part) => squeezed(part).split("= ").at(-1).replace(/^∂\s*/, "");

function row(element) {
  return {
    value: squeezed(element.querySelector(".tw-op-value")),
    received: squeezed(element.querySelector(".tw-op-received")).replace(/ \+ …$/, ""),
    sent: [...element.querySelectorAll(".tw-op-send .tw-grad")].map(result)
  };
}

function expectedRow(trace, {values, gradients, sent}, node) {
  const sends = trace.backward.filter((event) => event.node === node).flatMap((event) => event.sends);
  return {
    value: values[node] === undefined ? "" : `= ${values[node]}`,
    received: gradients[node] === undefined ? "∂" : `∂ ${gradients[node]}`,
    sent: sends.map(({edge}) => sent[edge] ?? "")
  };
}

test("each step of a tensor's walk tells the norms of its trace", () => {
  const sizeOf = (grad) => (typeof grad === "object" ? grad.norm : grad);
  const {network, blocks, torchNetwork} = modelTraces();
  for (const trace of [network, blocks, torchNetwork]) {
    for (const lang of LANGUAGES) {
      const element = show(views.stepper(trace, {lang}));
      const sends = trace.backward.flatMap((event) => event.sends.map((send) => ({event, send})));
      sends.forEach(({event, send}, i) => {
        element.value = trace.forward.length + 2 + i;
        for (const grad of [event.grad, send.contribution]) {
          assert.ok(said(element).includes(write(lang)(sizeOf(grad))), said(element));
        }
      });
      element.querySelector(".tw-twin-button").click();
      const table = [...element.querySelectorAll("table .tw-grad")].map((cell) => result(cell));
      const totals = [trace.backward[0].grad, ...sends.map(({send}) => send.total)].map(sizeOf).map(write(lang));
      const shown = table.filter(Boolean).map((text) => text.split(" ").at(-1));
      assert.deepEqual(shown, totals);
    }
  }
});

test("a chart's table has each number of its data", () => {
  const values = [[4, 1e-7, "Infinity", null], [0.25, -12345.678, "NaN", 3]];
  const data = {x: {label: "step"}, series: values.map((one, i) => ({label: `${i}`, values: one}))};
  for (const [lang, none] of [["en", "no value"], ["es", "sin valor"]]) {
    const element = show(views.chart(data, {lang}));
    element.querySelector(".tw-twin-button").click();
    const cells = [...element.querySelectorAll("tbody td")].map(squeezed);
    const expected = [0, 1, 2, 3].flatMap((i) => values.map((one) => one[i]));
    assert.deepEqual(cells, expected.map((one) => (one === null ? none : write(lang)(one))));
  }
});

test("in a row, a tensor of more than eight entries is its norm", () => {
  const trace = structuredClone(modelTraces().network);
  const values = Array.from({length: 16}, (_, i) => i - 8);
  const made = trace.nodes.at(-1);
  Object.assign(made, {shape: [4, 4], summary: {...made.summary, shape: [4, 4], values}});
  const texts = [...rowGraph(trace, stepsOf(trace), strings("en")).querySelectorAll(".tw-value text")];
  assert.match(texts.at(-1).textContent, new RegExp(`‖·‖ ${Math.hypot(...values).toPrecision(4)}`));
});
