import assert from "node:assert/strict";
import {test} from "node:test";
import {press, said, show} from "./dom.js";
import {scores} from "./scores.js";
import {score} from "../../lib/diagrams/views/score/score.js";
import {axisOf} from "../../lib/diagrams/views/score/axis.js";
import {held} from "../../lib/diagrams/views/score/held.js";
import {laneTree, openAtFirst, placing, rowsOf} from "../../lib/diagrams/views/score/lanes.js";
import {bars, mountain, namePlaces} from "../../lib/diagrams/views/score/plan.js";
import {nearest, scoreData} from "../../lib/diagrams/views/score/data.js";
import {heat, LEVELS} from "../../lib/diagrams/views/score/heat.js";
import {scaleOf, scalesOf} from "../../lib/diagrams/views/score/scale.js";
import {labelled} from "../../lib/diagrams/views/score/written-memory.js";
import {writtenRows} from "../../lib/diagrams/views/score/writes.js";

const {ours, theirs, saving, overwritten} = scores();
const stepOf = (told) => scoreData(told).runs[0].step;
const byOp = (_, node) => node.op;

const text = (element) => element.textContent.replace(/\s+/g, " ").trim();

/** With a line for each operation: nothing in scores.json tells any. */
function withSource(told) {
  const source = [{name: "Model.forward", file: "model.py", first: 10, lines: ["    a", "    b", "    c"]}];
  const nodes = told.nodes.map((node, i) => ({...node, place: node.op === "leaf" ? null : [0, 10 + (i % 3)]}));
  return {...told, nodes, source};
}

test("the bytes at each moment are those of the storages that are held then", () => {
  for (const told of [ours, theirs, saving]) {
    const {total, peak, layers} = held(stepOf(told), byOp);
    total.forEach((bytes, moment) => {
      const now = told.storages.filter(({of, from, until}) => of === null && from <= moment && moment <= until);
      assert.equal(bytes, now.reduce((sum, one) => sum + one.bytes, 0));
      assert.equal(bytes, layers.reduce((sum, layer) => sum + layer.bytes[moment], 0));
    });
    assert.equal(total[peak], Math.max(...total));
  }
  const {layers, base} = held(stepOf(theirs), byOp, ["parameters", "gradients"]);
  assert.deepEqual(layers.slice(0, 2).map(({key}) => key), ["parameters", "gradients"]);
  assert.equal(base[0], theirs.parameters);
  assert.equal(base.at(-1), 2 * theirs.parameters);
});

test("a checkpoint peaks in the backward pass, lower than without", () => {
  const plain = held(stepOf(theirs), byOp);
  const less = held(stepOf(saving), byOp);
  assert.equal(plain.peak, theirs.forward.length - 1);
  assert.ok(less.peak > saving.forward.length);
  assert.ok(less.total[less.peak] < plain.total[plain.peak]);
});

test("lanes are modules within modules, as many open as fit", () => {
  const tree = laneTree(["a", "blocks 0 / attention / q", "blocks 0", "blocks 1 / attention", null]);
  assert.deepEqual(tree.map(({path}) => path), ["a", "blocks", ""]);
  assert.deepEqual(tree[1].below.map(({path}) => path), ["blocks 0", "blocks 1"]);
  const open = new Set(["blocks"]);
  const rows = rowsOf(tree, open);
  assert.deepEqual(rows.map(({path}) => path), ["a", "blocks", "blocks 0", "blocks 1", ""]);
  const rowOf = placing(rows, open);
  assert.equal(rowOf("blocks 0 / attention / q"), 2);
  assert.equal(rowOf("blocks 1"), 3);
  assert.equal(rowOf(null), 4);
  assert.equal(placing(rowsOf(tree, new Set()), new Set())("blocks 1 / attention"), 1);
  const many = laneTree(Array.from({length: 40}, (_, i) => `blocks ${i} / ln`));
  assert.deepEqual([...openAtFirst(many)], []);
  assert.deepEqual([...openAtFirst(tree)], ["blocks", "blocks 0", "blocks 1", "blocks 0 / attention"]);
});

test("an axis by bytes or time gives each node its share, and a step keeps its place", () => {
  const seconds = theirs.moved.map((bytes, i) => (bytes + 1) * (1 + (i % 3)) * 1e-6);
  const told = {...theirs, seconds};
  const step = stepOf(told);
  const axis = axisOf([step]);
  for (const [kind, costs] of Object.entries({bytes: theirs.moved, time: seconds})) {
    const {along, back} = scaleOf(axis, [step], kind);
    const total = costs.reduce((sum, cost) => sum + cost, 0);
    costs.forEach((cost, at) => {
      const wide = along(at + 1) - along(at);
      assert.ok(Math.abs(wide / axis.length - cost / total) < 1e-9);
      if (wide > 0) assert.ok(Math.abs(back(along(at + 0.5)) - at - 0.5) < 1e-6);
    });
    assert.ok(Math.abs(along(axis.length) - axis.length) < 1e-6);
    const element = show(score(told, {id: "fig-x", scale: kind, step: 3}));
    assert.equal(element.value, 3);
    assert.match(said(element), kind === "bytes" ? /It reads and writes/ : /It took [\d.]+ [µm]s/);
  }
  assert.deepEqual(scalesOf([step]), ["node", "bytes", "time"]);
  globalThis.location = /** @type {any} */ ({hash: "#fig-x?scale=time&layers=parameters"});
  const asked = show(score(told, {id: "fig-x", step: 3}));
  delete globalThis.location;
  assert.match(said(asked), /It took/);
  assert.ok(asked.querySelector(".tw-layer-parameters"));
  assert.deepEqual(scalesOf([stepOf(theirs)]), ["node", "bytes"]);
});

test("a bar that is partly in the window ends at its edge, and one beside it is not drawn", () => {
  const step = {
    told: {nodes: [{op: "Mul", group: "m", saved: []}]},
    nodes: [0, 0, 0],
    passes: ["forward", "forward", "forward"]
  };
  const clock = {start: Float64Array.of(3, 4, 5)};
  const lane = () => ({top: 0, high: 20});
  const room = {rowOf: () => 0, lane, x: (at) => 100 + 10 * (at - 4.5), window: [4.5, 5.5]};
  const {forward} = bars(step, clock, room);
  assert.deepEqual(forward.match(/M[\d.]+|h[\d.]+/g), ["M100", "h4", "M105", "h4"]);
});

test("bars that no pixel parts are drawn as one, and the mountain keeps its peak", () => {
  const length = 40_000;
  const nodes = Array.from({length: 4}, (_, i) => ({op: i % 2 ? "Mul" : "View", group: `m ${i % 2}`, saved: []}));
  const step = {
    told: {nodes},
    nodes: Array.from({length}, (_, i) => i % 4),
    passes: Array.from({length}, () => "forward")
  };
  const clock = {start: Float64Array.from({length}, (_, i) => i)};
  const x = (at) => (at * 800) / length;
  const rowOf = (group) => Number(group.at(-1));
  const drawn = bars(step, clock, {rowOf, lane: (row) => ({top: 20 * row, high: 20}), x, window: [0, length]});
  const pieces = Object.values(drawn).join("").split("M").length;
  assert.ok(pieces < 4, pieces);
  const bytes = new Float64Array(length);
  bytes[12_345] = 7;
  const [d] = mountain([{bytes}], clock, {x, slot: (share) => share * length, y: (sum) => 100 - sum});
  assert.ok(d.includes(" 93L"));
});

test("the sentence of a moment: what is stored and until when, what is read, what is freed", () => {
  const element = show(score(theirs, {step: 3}));
  const node = theirs.nodes[theirs.forward[3]];
  assert.equal(node.op, "NativeLayerNorm");
  const until = 1 + theirs.forward.length + theirs.backward.indexOf(theirs.forward[3]);
  assert.ok(said(element).startsWith("NativeLayerNorm runs in blocks 0 / ln1: (1, 3, 4). Stored for backward:"));
  assert.ok(said(element).includes("blocks.0.ln1.weight (4,) by reference"), said(element));
  assert.ok(said(element).includes(`until moment ${until}.`), said(element));
  element.value = until - 1;
  assert.ok(said(element).startsWith("NativeLayerNorm runs backward in blocks 0 / ln1. It reads"));
  assert.match(said(element), /It frees [\d.]+ K?i?B\. Held now: \d+ B\.$/);
  element.value = theirs.forward.length + theirs.backward.findIndex((n) => theirs.nodes[n].op === "leaf");
  assert.match(said(element), /^The gradient of head\.\w+ is complete: \d+ B\./);
  const spanish = show(score(saving, {lang: "es", step: saving.forward.length + saving.again[0]}));
  assert.match(said(spanish), /se ejecuta otra vez en blocks 1 \/ ln1, por el checkpoint/);
  assert.match(spanish.querySelector("svg").getAttribute("aria-label"), /como mucho/);
});

test("keys go by node, module or line; every change is reported, and the line is lit", () => {
  const element = show(score(withSource(theirs), {step: 3}));
  const heard = [];
  element.addEventListener("input", () => heard.push(element.value));
  const lit = () => element.querySelector(".tw-source-lines [aria-current]")?.textContent;
  press(element, "ArrowRight");
  assert.equal(lit(), "abc"[theirs.forward[4] % 3]);
  element.querySelector(".tw-choice-module input").click();
  press(element, "ArrowRight");
  const group = (moment) => theirs.nodes[theirs.forward[moment]].group;
  const shallow = (moment) => group(moment).split(" / ").slice(0, 2).join(" / ");
  assert.notEqual(shallow(element.value), "blocks 0 / attention");
  assert.equal(shallow(element.value - 1), "blocks 0 / attention");
  // The handle too: its keys go by module, and it stops where one begins.
  const range = element.querySelector(".tw-range");
  const before = element.value;
  press(range, "ArrowLeft");
  assert.equal(shallow(element.value), "blocks 0 / attention");
  press(range, "ArrowRight");
  assert.equal(element.value, before);
  range.value = String(before - 2);
  range.dispatchEvent(new Event("input", {bubbles: true}));
  assert.equal(shallow(element.value), "blocks 0 / attention");
  assert.notEqual(shallow(element.value - 1), "blocks 0 / attention");
  press(element, "End");
  press(element, "Home");
  const last = theirs.forward.length + theirs.backward.length - 1;
  assert.deepEqual([heard[0], ...heard.slice(-2)], [4, last, 0]);
});

test("a lane folds and unfolds under its button, which keeps the focus", () => {
  const element = show(score(theirs));
  const button = (path) => [...element.querySelectorAll("[data-lane]")].find((one) => one.dataset.lane === path);
  const names = () => [...element.querySelectorAll("text.tw-lane-name")].map(text);
  assert.ok(names().includes("blocks 1"));
  button("blocks").focus();
  button("blocks").click();
  assert.ok(!names().includes("blocks 1"));
  assert.equal(button("blocks").getAttribute("aria-expanded"), "false");
  assert.equal(document.activeElement, button("blocks"));
  button("blocks").click();
  assert.ok(names().includes("blocks 1"));
});

test("a switch between runs says how they differ", () => {
  const runsOf = {runs: [{label: "plain", score: theirs}, {label: "checkpoints", score: saving}]};
  const element = show(score(runsOf));
  element.querySelector(".tw-choice-1 input").click();
  const note = said(element);
  assert.match(note, /^checkpoints: [\d.,]+ (?:KiB|B) at the peak instead of [\d.,]+ KiB \(plain\), \d+ % as much;/);
  assert.match(note, new RegExp(`and ${saving.again.length} run a second time`));
  assert.ok(element.querySelector(".tw-bars-again"));
});

test("runs share one axis: what one lacks keeps its place, and is hollow", () => {
  const whole = stepOf(theirs);
  const fewer = stepOf({...theirs, forward: theirs.forward.slice(9), backward: theirs.backward.slice(0, -6)});
  const {length, middle, clocks, slots} = axisOf([whole, fewer]);
  assert.deepEqual([length, middle], [whole.nodes.length, whole.ahead]);
  fewer.nodes.forEach((node, moment) => {
    const {node: shown, isBack} = slots[clocks[1].start[moment]];
    const {op, group} = theirs.nodes[node];
    assert.deepEqual([shown.op, shown.group, isBack], [op, group, moment >= fewer.ahead]);
  });
  // What only the second run has is put between, and the first one's order stays.
  const both = axisOf([fewer, whole]);
  assert.equal(both.length, length);
  assert.ok(both.clocks.every(({start}) => start.every((slot, i) => i === 0 || slot > start[i - 1])));
  const element = show(score({runs: [{label: "whole", score: theirs}, {label: "fewer", score: fewer.told}]}));
  const ghosts = () => element.querySelector(".tw-score-ghosts")?.getAttribute("d").match(/M/g).length ?? 0;
  assert.equal(ghosts(), 0);
  element.querySelector(".tw-choice-1 input").click();
  assert.equal(ghosts(), 15);
  element.value = 0;
  assert.match(said(element), /is not on the tape of this run/);
});

test("a given result is the sentence, and the write goes where it is moved", () => {
  const runs = [overwritten, theirs].map((told, i) => ({at: [i], score: told, says: `outcome ${i}`, end: ["error", "right"][i]}));
  const switches = [{label: "when", choices: [{label: "now"}, {label: "later"}]}];
  const element = show(score({switches, runs, moves: 0}));
  assert.equal(said(element), "outcome 0");
  assert.equal(element.querySelectorAll(".tw-write-stops > circle").length, 2);
  const [now, later] = [...element.querySelectorAll(".tw-write-stops > circle")].map((one) => Number(one.getAttribute("cx")));
  assert.ok(now < later);
  element.querySelectorAll(".tw-switch input")[1].click();
  assert.deepEqual([said(element), element.dataset.end], ["outcome 1", "right"]);
  press(element, "ArrowLeft");
  assert.notEqual(said(element), "outcome 1");
});

test("memory that is written in place: who stored which version, the write, and where that fails", () => {
  const rows = writtenRows(stepOf(overwritten));
  const kinds = rows.map(({events}) => events.map(({kind, version, found}) => `${kind} ${version}${found ?? ""}`));
  assert.deepEqual(kinds, [
    ["stored 0", "written 1", "stored 1"],
    ["stored 0", "written 1", "stored 1", "read 1", "fails 01"]
  ]);
  const element = show(score(overwritten));
  const last = overwritten.forward.length + overwritten.backward.length - 1;
  assert.equal(element.value, last);
  assert.match(said(element), /^NativeLayerNorm can't run backward in blocks 1 \/ ln1\. It stored \(1, 3, 4\)/);
  assert.match(said(element), /at version 0 and finds version 1: RuntimeError\. \d+ nodes never run\./);
  press(element, "ArrowRight");
  assert.equal(element.value, last);
  assert.equal(element.querySelectorAll(".tw-written").length, 2);
  assert.match(text(element.querySelector(".tw-written-name.tw-written-fails")), /wants version 0, finds 1/);
  assert.equal(element.querySelectorAll(".tw-score-lost").length, 1);
  element.value = rows[0].events[1].moment;
  assert.match(said(element), /It writes over a tensor \(1, 3, 4\), which is now at version 1\./);
  assert.match(said(element), /It was stored before by: NativeLayerNorm in blocks 0 \/ ln1\./);
  assert.deepEqual(writtenRows(stepOf(theirs)), []);
  assert.match(said(show(score(overwritten, {lang: "es"}))), /en la versión 0 y encuentra la versión 1: RuntimeError/);
});

test("what a write misses is marked where it is read", () => {
  const [write] = overwritten.writes;
  const told = {...theirs, writes: [{...write, node: theirs.forward[40], storage: 2, counted: false}]};
  const [{events}] = writtenRows(stepOf(told));
  assert.deepEqual(events.map(({kind}) => kind), ["stored", "unnoticed", "wrong"]);
});

test("writes that ruin nothing are shown when asked for", () => {
  const writes = [{...overwritten.writes[0], node: theirs.forward[40], storage: 2}];
  const element = show(score({...theirs, writes}));
  const rows = () => element.querySelectorAll(".tw-written").length;
  assert.equal(rows(), 0);
  const box = element.querySelector("input[value=writes]");
  box.checked = true;
  box.dispatchEvent(new Event("change", {bubbles: true}));
  assert.equal(rows(), 1);
  assert.equal(show(score(theirs)).querySelector("input[value=writes]"), null);
});

test("gradients are heat in the lanes: the larger, the taller and stronger", () => {
  const norms = theirs.backward.map((_, at) => 2 ** -at);
  norms[1] = 0;
  norms[2] = "NaN";
  const told = {...theirs, norms};
  const {levels, most} = heat(stepOf(told));
  const back = levels.slice(theirs.forward.length);
  assert.deepEqual([back[0], back[1], back[2], back.at(-1), most], [LEVELS - 1, -1, LEVELS, 0, 1]);
  assert.ok(levels.slice(0, theirs.forward.length).every((level) => level === null));
  assert.equal(heat(stepOf(theirs)), null);
  const element = show(score(told, {step: theirs.forward.length + 3}));
  assert.match(said(element), /A gradient of ‖∂‖ = 0\.125 arrives\./);
  assert.match(text(element.querySelector(".tw-score-legend")), /‖∂‖ from .* to 1, on a log scale/);
  const height = (level) => Number(/v([\d.]+)h/.exec(
    element.querySelector(`.tw-bars-backward.tw-heat-${level}`).getAttribute("d"))[1]);
  assert.ok(height(4) > height(2) && height(2) > height(0));
});

test("runs are set by switches; what is not there gives the nearest, and the mountains share a scale", () => {
  const at = [[0, 0], [1, 0], [0, 1]];
  const list = [theirs, saving, overwritten].map((told, i) => ({at: at[i], score: told}));
  const switches = [
    {label: "checkpoints", choices: [{label: "no"}, {label: "yes"}]},
    {label: "sum", choices: [{label: "new"}, {label: "in place"}]}
  ];
  const {runs: read} = scoreData({switches, runs: list});
  assert.equal(nearest(read, [1, 0], 1, 1), 2);
  assert.equal(nearest(read, [0, 0], 1, 7), -1);
  const element = show(score({switches, runs: list}));
  const radio = (group, choice) => element.querySelectorAll(".tw-switch")[group].querySelectorAll("input")[choice];
  radio(0, 1).click();
  const note = () => said(element);
  assert.match(note(), /^checkpoints yes: .* \(checkpoints no\), .*\.$/);
  radio(0, 0).click();
  assert.match(note(), /^checkpoints no, sum new: .* at the peak; \d+ nodes\.$/);
  radio(1, 1).click();
  assert.ok(radio(0, 0).checked && radio(1, 1).checked);
  assert.match(note(), /; the backward pass ends with an error\.$/);
});

test("the bytes of a graphics card's allocator are in the legend, if there are any", () => {
  const allocator = {before: 1024, forward: 4096, peak: 8192};
  const legend = (told) => text(show(score(told)).querySelector(".tw-score-legend"));
  assert.match(legend({...theirs, allocator}), /given out 1 KiB before the step, 4 KiB after .* and 8 KiB at most/);
  assert.doesNotMatch(legend(theirs), /allocator/);
  assert.match(legend(saving), /Outlined bars run a second time\.$/);
});

test("each layer is listed with its bytes of the moment, and pointing at one lights it alone", () => {
  const element = show(score(theirs, {layers: ["parameters"]}));
  const {total} = held(stepOf(theirs), byOp);
  const listed = () => [...element.querySelectorAll(".tw-score-held li")].map((entry) => text(entry));
  const sum = () => listed().slice(1).reduce((sum, entry) => {
    const [, size, unit] = /([\d.,]+) (B|KiB)$/.exec(entry);
    return sum + Number(size.replace(",", "")) * (unit === "B" ? 1 : 1024);
  }, 0);
  assert.match(listed()[0], /^parameters /);
  for (const at of [0, 40, total.length - 1]) {
    element.value = at;
    // Kibibytes are shown with four digits.
    assert.ok(Math.abs(sum() - total[at]) <= 0.001 * total[at], `${sum()} ${total[at]}`);
  }
  const [, second] = element.querySelectorAll(".tw-score-held li");
  const lit = () => [...element.querySelectorAll(".tw-layer.is-lit")].map(({dataset}) => dataset.layer);
  second.dispatchEvent(new Event("pointerover", {bubbles: true}));
  assert.deepEqual(lit(), [second.dataset.of]);
  second.dispatchEvent(new Event("pointerout", {bubbles: true}));
  assert.deepEqual(lit(), []);
});

test("the name of a layer is inside of it, and of one that is too thin there is none", () => {
  const clock = {start: Float64Array.from({length: 150}, (_, i) => i)};
  const thick = {bytes: Float64Array.from({length: 150}, (_, i) => (i >= 60 && i < 110 ? 30 : 2))};
  const thin = {bytes: new Float64Array(150).fill(5)};
  const room = {x: (at) => 4 * at, slot: (share) => 150 * share, y: (bytes) => 100 - bytes};
  const [first, second] = namePlaces([thick, thin], clock, room, [60, 60]);
  assert.ok(first.x - 30 >= 4 * 60 && first.x + 30 <= 4 * 110, first.x);
  assert.equal(first.y, 85);
  assert.equal(second, null);
  const [aside] = namePlaces([thick, thin], clock, {...room, peak: 4 * 80}, [60, 60]);
  assert.ok(Math.abs(aside.x - 4 * 80) > 30 && aside.x - 30 >= 4 * 60 && aside.x + 30 <= 4 * 110, aside.x);
});

test("the labels of a written piece of memory never overlap", () => {
  const event = (moment, kind) => ({moment, kind, version: 1, node: 0});
  const say = ({kind}, isShort) => (isShort ? "v1" : `${kind} with many words`);
  const events = [event(10, "stored"), event(40, "stored"), event(200, "read"), event(395, "fails")];
  const names = labelled(events, (moment) => moment, 420, say);
  names.sort((one, other) => one.left - other.left).forEach(({left, right}, i) => {
    assert.ok(left >= 2 && right <= 420);
    assert.ok(i === 0 || left > names[i - 1].right);
  });
  assert.deepEqual(names.map(({text}) => text === "v1"), [true, false, true, false]);
});

test("its table has a row for each moment", () => {
  const element = show(score(theirs));
  element.querySelector(".tw-twin-button").click();
  const rows = element.querySelectorAll(".tw-score-table tbody tr");
  assert.equal(rows.length, theirs.forward.length + theirs.backward.length);
  const cells = [...rows[3].children].map(text);
  assert.deepEqual(cells.slice(0, 5), ["4", "forward", "NativeLayerNorm", "blocks 0 / ln1", "(1, 3, 4)"]);
  assert.equal(element.querySelector("tr[aria-current]"), rows[element.value]);
});

test("data that is not a score gives an error message", () => {
  for (const wrong of [null, {}, {score: 2}, {runs: []}, {...theirs, forward: [9999]}]) {
    assert.match(text(score(wrong)), /This is not a score/);
  }
  assert.match(text(score({score: 1}, {lang: "es"})), /falta la lista/);
});
