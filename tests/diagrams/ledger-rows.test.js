import assert from "node:assert/strict";
import {test} from "node:test";
import {arranged, ledgerRows, totals} from "../../lib/diagrams/views/ledger/rows.js";
import {modelTraces} from "./model-traces.js";
import {traces} from "./traces.js";

const {network, shared} = modelTraces();

test("a saved view counts all the memory under it, at the first node that saves it", () => {
  const rows = ledgerRows(shared);
  assert.deepEqual(
    rows.map(({added, referenced, again}) => [added, referenced, again]),
    [[0, 32, 1], [0, 0, 0], [32, 0, 1], [0, 0, 0], [32, 0, 1], [0, 0, 0]]
  );
});

test("without storages each saved tensor stands for itself", () => {
  const trace = structuredClone(shared);
  delete trace.storages;
  const entries = trace.nodes.flatMap(({saved}) => saved);
  const sum = (isLeaf) =>
    entries.filter(({of}) => (of !== null) === isLeaf).reduce((so, {bytes}) => so + bytes, 0);
  assert.deepEqual(totals(ledgerRows(trace)), {added: sum(false), referenced: sum(true), again: 0});
});

test("a trace of numbers has rows and no bytes", () => {
  const rows = ledgerRows(traces().chain);
  assert.deepEqual(rows.map(({node}) => node), traces().chain.forward);
  assert.deepEqual(totals(rows), {added: 0, referenced: 0, again: 0});
});

test("sections and their rows stand in the same order, largest first or last", () => {
  const nameOf = ({kind}) => kind;
  const down = arranged(ledgerRows(network), "kind", {name: "bytes", isDown: true}, nameOf);
  assert.deepEqual(
    down.map(({key, added, rows}) => [key, added, rows.map(({node}) => node)]),
    [["ReLU", 48, [3]], ["Linear", 32, [2, 6]], ["Mul", 16, [7]], ["Sum", 0, [8]]]
  );
  const up = arranged(ledgerRows(network), "kind", {name: "bytes", isDown: false}, nameOf);
  assert.deepEqual(up.map(({key}) => key), ["Sum", "Mul", "Linear", "ReLU"]);
  assert.deepEqual(up[2].rows.map(({node}) => node), [6, 2]);
  const names = arranged(ledgerRows(network), "none", {name: "name", isDown: false}, nameOf);
  assert.deepEqual(names.map(({key}) => key), [null]);
  assert.deepEqual(names[0].rows.map(({name}) => name), ["Linear", "Linear", "Mul", "ReLU", "Sum"]);
});
