import assert from "node:assert/strict";
import {test} from "node:test";
import {press, show} from "./dom.js";
import {modelTraces} from "./model-traces.js";
import {traces} from "./traces.js";
import {ledger} from "../../lib/diagrams/views/ledger/ledger.js";
import {tapeList} from "../../lib/diagrams/views/tape-list/tape-list.js";

const {network, shared} = modelTraces();

const text = (element) => element.textContent.replace(/\s+/g, " ").trim();
const cells = (row) => [...row.children].map(text);
const lines = (element) => [...element.querySelectorAll("tbody tr")].map(cells);
const ids = (element) => [...element.querySelectorAll("[data-node]")].map((b) => Number(b.dataset.node));
const head = (element, key) => element.querySelector(`[data-sort="${key}"]`);
const order = (element, key) => head(element, key).closest("th").getAttribute("aria-sort");

test("what is only referenced has a hatched bar of its own", () => {
  const element = show(ledger(shared));
  const bars = (row) => [...row.querySelectorAll(".tw-bar")].map((bar) => bar.className);
  const row = element.querySelector('[data-node="1"]').closest("tr");
  assert.deepEqual(bars(row), ["tw-bar is-hatched"]);
  assert.deepEqual(bars(element.querySelector('[data-node="5"]').closest("tr")), ["tw-bar"]);
});

test("a head sorts, and turns round the second time; the focus stays on it", () => {
  const element = show(ledger(network));
  assert.equal(order(element, "bytes"), "descending");
  head(element, "order").focus();
  head(element, "order").click();
  assert.equal(order(element, "order"), "ascending");
  assert.equal(order(element, "bytes"), null);
  assert.deepEqual(ids(element), [2, 3, 6, 7, 8]);
  assert.equal(document.activeElement, head(element, "order"));
  head(element, "order").click();
  assert.equal(order(element, "order"), "descending");
  assert.deepEqual(ids(element), [8, 7, 6, 3, 2]);
  head(element, "referenced").click();
  assert.equal(ids(element)[0], 6);
});

test("sections by operation and by group, each with its sum, fold", () => {
  const element = show(ledger(network, {by: "kind"}));
  const sections = () => [...element.querySelectorAll(".tw-ledger-section")].map(cells);
  assert.deepEqual(sections()[1], ["▾ Linear 2 nodes", "32 B", "24 B"]);
  element.querySelector('[data-open="Linear"]').click();
  assert.equal(element.querySelector('[data-open="Linear"]').getAttribute("aria-expanded"), "false");
  assert.deepEqual(ids(element), [3, 7, 8]);
  assert.equal(document.activeElement.dataset.open, "Linear");
  element.querySelector('[value="group"]').click();
  assert.deepEqual(sections().map(([name]) => name), [
    "▾ 1 1 node", "▾ 0 1 node", "▾ no group 2 nodes", "▾ 2 1 node"
  ]);
});

test("its value is the selected node, and a change by the reader is reported", () => {
  const element = show(ledger(network));
  const heard = [];
  element.addEventListener("input", () => heard.push(element.value));
  const button = () => element.querySelector('[data-node="6"]');
  assert.equal(element.value, null);
  button().click();
  assert.equal(button().getAttribute("aria-pressed"), "true");
  button().click();
  assert.deepEqual(heard, [6, null]);
  element.value = 3;
  assert.equal(element.querySelector(".is-selected [data-node]").dataset.node, "3");
  element.value = 0;
  assert.equal(element.value, null, "a leaf saves nothing");
  assert.equal(heard.length, 2);
});

test("beside a tape it selects the step's node, and leads it to the node selected here", () => {
  const tape = show(tapeList(network));
  const element = ledger(network, {follow: tape});
  document.body.append(element);
  press(tape, "ArrowRight");
  assert.equal(element.value, network.forward[0]);
  element.querySelector('[data-node="7"]').click();
  assert.equal(tape.value, network.forward.indexOf(7) + 1);
  assert.equal(element.value, 7);
});

test("bytes are written in the page's language, the exact number beside the rounded one", () => {
  const trace = structuredClone(network);
  Object.assign(trace.storages[1], {bytes: 1536});
  trace.nodes[3].saved[0].bytes = 1536;
  const element = show(ledger(trace, {lang: "es"}));
  const cell = element.querySelector('[data-node="3"]').closest("tr").children[4];
  assert.equal(cell.querySelector(".tw-bytes-short").textContent, "1,5 KiB");
  assert.equal(cell.querySelector(".tw-bytes-exact").textContent, "1536 B");
});

test("a trace of numbers shows what is kept, and claims no bytes", () => {
  const element = show(ledger(traces().chain));
  assert.deepEqual(lines(element)[2], ["3", "c", "()", "14", "–", "–"]);
  assert.match(text(element.querySelector(".tw-ledger-note")), /no bytes/);
});

test("a storage that the trace does not have is told, not drawn", () => {
  const trace = structuredClone(network);
  trace.nodes[3].saved[0].storage = 9;
  const element = show(ledger(trace));
  assert.match(text(element), /nodes\[3\]\.saved\[0\]\.storage points at 9/);
  assert.equal(element.value, null);
});
