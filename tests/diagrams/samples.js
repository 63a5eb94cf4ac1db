/** What each view draws in its snapshot: traces that Python wrote, and small data. */
import {PARTS as PATHS, sharesOf} from "../../lib/diagrams/views/batch-points/norm.js";
import {modelTraces} from "./model-traces.js";
import {scores} from "./scores.js";
import {traces} from "./traces.js";

const {chain, sumTimesB, twice} = traces();
const {blocks, network} = modelTraces();
const {ours} = scores();

/** The last of two arrivals wins, as with `=` in place of `+=`. */
export function overwritten(trace) {
  const backward = trace.backward.map(({sends, ...event}) => ({
    ...event, sends: sends.map((sent) => ({...sent, total: sent.contribution}))
  }));
  return {...trace, backward};
}

export const LOSSES = {
  x: {label: "step"},
  series: [
    {label: "training", values: [3, 2, 1]},
    {label: "validation", values: [3.5, "Infinity", "NaN"], unit: "nats"}
  ]
};

/** Three layers: with both results kept, with the first, with the second, with none. */
export const RUNS = {
  layers: 3,
  runs: {
    12: "f1:1:1 f2:2:12 f3:3:123 b3:3:12 b2:2:1 b1:1:",
    1: "f1:1:1 f2:2:12 f3:2:13 b3:2:1 a2:3:12 a3:4:123 b2:2:1 b1:1:",
    2: "f1:1:1 f2:1:2 f3:2:23 b3:2:2 b2:1: a1:2:1 a2:3:12 b1:2:1",
    "": "f1:1:1 f2:1:2 f3:1:3 b3:1: a1:2:1 a2:3:12 a3:4:123 b2:3:12 b1:2:1"
  }
};

/** A sum of its inputs, then times 2 and times 3: one network of one input, one of two. */
export const SWEEPS = {
  networks: [1, 2].map((n) => ({
    values: [[0.5, -1].slice(0, n), [0.25], [0.5, 0.75]],
    forward: Array.from({length: n}, (_, i) => [[0, 1].slice(0, n).map((k) => Number(k === i)), [1], [2, 3]]),
    backward: [[Array(n).fill(2), [2], [1, 0]], [Array(n).fill(3), [3], [0, 1]]],
    slopes: [1],
    weights: [[Array(n).fill(1)], [[2], [3]]],
    crossed: {forward: [4 * n, 6 * n], backward: [4, 8]}
  }))
};

const LEAVES = [
  {name: "up.weight", grad: 0.2, held: true, step: 0.01},
  {name: "up.bias", grad: null, held: false, step: 0}
];

/** A case of the detective: its last line is to blame, line 5 has a probe. */
export const CASE = {
  seed: 3, error: null, places: [8], because: "The rate is too small.",
  code: ["import torch", "", "class A(nn.Module):", "    def __init__(self):", "        self.up = nn.Linear(2, 2)",
    "    def forward(self, x):", "        return self.up(x)", "optimizer = Adam(model.parameters(), lr=1e-6)"],
  curve: [3, 3, 2.9], report: ["Nothing looks wrong"],
  probes: {
    lines: {
      5: {kind: "weights", of: [0, 1]},
      7: {kind: "values", shape: [4, 2], mean: 0.1, spread: 1, bins: [10, 99, 20], ends: [-1, 2], grad: 0.3}
    },
    leaves: LEAVES, steps: [0.01, 0, 0.01], one: [3, 1, 0.1], fresh: [3, 2.9, 3]
  },
  changes: [
    {line: 5, text: ["− self.up = nn.Linear(2, 2)", "+ self.up = nn.Linear(2, 4)"], right: false, reply: "no", curve: [3, 3, 3], fresh: 3},
    {line: 8, text: ["+ optimizer = Adam(model.parameters(), lr=0.1)"], right: true, reply: "Fresh data: 0.1.", curve: [3, 1, 0.1], fresh: 0.1}
  ]
};

/** A model with its report, before and after the fix. */
export const SICK = {
  name: "data", code: CASE.code, line: 7, places: [7], named: [7], curve: [3, 2.5, 2], error: null,
  report: ["One thing looks wrong", "case.py:7: data cuts the path."], fix: "Take data away.",
  text: ["− return self.up(x)", "+ return self.up(x + 1)"], later: [1, 0.5, 0.1], carried: true,
  fresh: [2, 0.1], because: "It was cut."
};

/** Two models whose bytes are drawn. */
export const MODELS = {
  models: {
    letters: {label: "letter GPT", setting: {tokens: 8, texts: 1, layers: 2, width: 64, heads: 4, vocab: 27, tied: false, fused: false, checkpoint: false, half: false, adam: true}},
    gpt2: {label: "GPT-2", setting: {tokens: 1024, texts: 8, layers: 12, width: 768, heads: 12, vocab: 50257, tied: true, fused: false, checkpoint: false, half: false, adam: true}}
  }
};

/** Two runs of three steps; the second one ends after two. */
export const RATES = {
  sliders: [
    {name: "rate", label: "learning rate", values: [0.1, 0.5], at: 0},
    {name: "step", label: "step", values: [0, 1, 2], at: 2, plays: true}
  ],
  panels: [
    {
      title: "loss",
      x: {label: "step"},
      y: {label: "loss", log: true},
      marks: [
        {kind: "run", along: "step", y: {by: ["rate"], values: [[1, 0.1, 0.01], [1, 100]]}},
        {kind: "rule", label: "border", y: {by: ["rate"], values: [20, 4]}}
      ]
    }
  ],
  readings: [{label: "loss", values: {by: ["rate", "step"], values: [[1, 0.1, 0.01], [1, 100]]}}]
};

/** A line before two blocks with two lines each, of which a switch leaves out one. */
const node = (op, kind, saved = []) => ({op, kind, shape: [2, 3], saved: saved.map((name) => ({name, shape: [3]}))});
export const LINES = {
  lines: [
    {text: "x = a(i)", part: "embedding"}, {text: "y = b(x)", part: "block"},
    {text: "x = x @ y", part: "block"}, {text: "loss = c(x)", part: "head"}
  ],
  nodes: [
    node("Embedding", "compute", ["indices"]), node("Addmm", "compute", ["mat1", "mat2"]),
    node("View", "shape"), node("Clone", "copy")
  ],
  switches: [{name: "short", label: "short", says: {on: "It is short.", off: "It is long.", same: "It is the same."}}],
  runs: [{at: [0], lines: [[0], [2, 1], [2, 1, 3], [1]]}, {at: [1], lines: [[0], null, [1], [1]]}],
  ends: {
    letters: [".", "a"], goals: ["a", "b"], symbols: [".", "a", "b"], steps: [0, 50],
    shares: [[[0.3, 0.3, 0.4], [0.5, 0.25, 0.25]], [[0.1, 0.8, 0.1], [0.2, 0.3, 0.5]]]
  }
};

export const PROGRAMS = {
  choices: [
    {name: "op", label: "operation", values: [{value: "exp", text: "exp"}, {value: "log", text: "log"}]},
    {name: "write", label: "write", values: [{value: "y", text: "into y"}, {value: "no", text: "none"}]}
  ],
  pictures: {chain},
  cases: {
    "exp y": {code: "y.add_(1)", pictures: [{trace: "chain", broken: [1]}], end: "error", says: "no"},
    "exp no": {code: "y = exp(x)", pictures: [{trace: "chain"}], end: "right", says: "2.5"},
    "log no": {pictures: [{trace: null, title: "cut"}], end: "right"},
    "log y": {pictures: [], end: "wrong", readings: [{label: "gradient", value: 1.5}]}
  }
};

/** (a + b)·b for three numbers of b. */
export const RUNS_OF_B = {
  trace: sumTimesB,
  leaf: 1,
  values: [[2, 2, 2], [-1, 1, 3], [1, 3, 5], [-1, 3, 15]],
  sends: [[-1, 1, 3], [1, 3, 5], [-1, 1, 3], [-1, 1, 3]]
};

/** Two lines in both states of one switch. */
export const PROGRAM = {
  lines: ["y = f(x)", "z = y + x"],
  switches: ["weights"],
  kinds: [
    {op: "Addmm", category: "compute", label: ""}, {op: "View", category: "layout_free", label: ""},
    {op: "Add", category: "residual", label: ""}, {op: "Mm", category: "compute", label: ""}, {op: "Mul", category: "compute", label: ""}
  ],
  runs: {0: [[0, 3], [6]], 1: [[0, 3], [7, 11, 14]]},
  costs: {addmm: [1, 8e6, 2 ** 21], view: [1, 0, 0]}
};

/** What one head of 64 numbers saves, by length. */
export const SAVED = {
  lengths: [8, 128, 4096], head: 64,
  saved: {
    unfused: [8, 128, 4096].map((t) => 4 * (t * t + 3 * t * 64)), fused: [8, 128, 4096].map((t) => 4 * (4 * t * 64 + t))
  }
};

/** One place in 24 letters: two stacks, of one block or two. */
const DEEP = {
  depths: [1, 2], gains: [1], norms: ["none", "before"], every: 3, frequent: 2, letters: "abc",
  stacks: [0, 1, 2, 3].map((i) => [{
    dots: ["accabbbb", "accabbbbbbbb"], cosine: [[0, 900], [0, 900, 1000]], gradients: [[0], [-1, 0]], losses: [[[0, -100]], [[0, 30]]],
    ...(i > 1 ? {shares: [[50, 50], [20, 30, 50]]} : {})
  }])
};

const SLOPE = {
  id: "slope",
  question: "How fast does c move with x?",
  answer: {grad: "x"},
  hint: "Follow the tape back.",
  replies: [{when: 49, say: "That is where c is."}]
};

const BYTES = {
  id: "bytes",
  question: "How many bytes are saved?",
  answer: 8192,
  choices: [{when: 8192, text: "8 KiB", say: "Four bytes each."}, {when: 2048, text: "2 KiB", say: "Numbers."}]
};

/** Two symbols and one hidden unit: C, W1, b1, W2 and b2 as float16 in base64. */
const half = (x) => {
  const power = x === 0 ? -15 : Math.floor(Math.log2(Math.abs(x)));
  return (x < 0 ? 32768 : 0) + (x === 0 ? 0 : (power + 15) * 1024 + (Math.abs(x) / 2 ** power - 1) * 1024);
};
const weights = (numbers) => btoa(numbers.map(half).map((bits) => String.fromCharCode(bits & 255, bits >> 8)).join(""));

/** It scores "a" with -3 tanh(1 - x) + 2, where x is 1 after "a" and 0 after the dot. */
export const WRITER = {
  symbols: ".a", context: 1, embedding: 1, hidden: 1,
  checkpoints: [
    {steps: 0, dev: 0.7, weights: weights([0, 1, 0, 0, 0, 0, 0, 0])},
    {steps: 9, dev: 0.4, weights: weights([0, 1, -1, 1, 0, -3, 0, 2])}
  ]
};

/** Two rows of three scores. */
export const BATCH = {
  symbols: ".ab",
  examples: [{context: "..", right: 1, scores: [0, 2, -1]}, {context: ".a", right: 2, scores: [1.5, 0.5, -2]}]
};

/** Three backward passes from two seeds: one runs as well as the right one, one does not. */
export const WRONG_RUNS = {
  training: {checked: [0, 50, 100], block: 50, rates: [0.1]},
  differences: {right: {dC: 0, db2: 1e-9}, n: {dC: 0.0002, db2: 0}, "c-sign": {dC: 0.06, db2: 0}},
  runs: [["right", [[3.3, 2.5, 2.2], [3.4, 2.6, 2.3]]], ["n", [[3.3, 2.5, 2.25], [3.4, 2.6, 2.35]]],
    ["c-sign", [[3.3, 2.7, 2.5], [3.4, 2.8, 2.6]]]].map(([gradient, dev]) => ({
    rate: 0.1, gradient, dev, blocks: [2.9, 2.4], names: ["xq", "ena", `${gradient[0]}ena`]
  }))
};

const PARTS = [
  {title: "Scalars", href: "scalars.html", questions: ["chain-slope", "square-slope"]},
  {title: "Tensors", questions: ["bias-shape"]}
];

const INCOMING = {x: [-0.7, 0.1, 0.9, 1.3], incoming: [0, 1, 0, 0]};
const SHARES = sharesOf(INCOMING.x, INCOMING.incoming);

/** Four examples in batch norm; one output is pushed. */
export const POINTS = {
  ...INCOMING, outgoing: INCOMING.x.map((_, i) => PATHS.reduce((sum, part) => sum + SHARES[part][i], 0))
};

/** A product of two small matrices with the gradients of half the sum of squares. */
export const PRODUCT = {A: [[1, 2], [0, -1]], B: [[2, 1], [-2, 2]], dA: [[1, 14], [2, -8]], dB: [[-2, 5], [-6, 12]]};

export const TILES = {
  tiles: {h: [32, 64], dlogits: [32, 27]}, goals: [{name: "dW2", shape: [64, 27], factors: ["h", "dlogits"]}]
};

/** Four rows, three of which go into the same one. */
export const ROWS = {
  rows: [[1, 0], [2, -1], [0.5, 0], [4, 4]], into: [0, 0, 1, 0], labels: ["a", "b"], sums: [[7, 3], [0.5, 0]], left: [3, 2]
};

const share = (paths) => ({paths, gram: paths.map((_, i) => paths.map((_, j) => (i === j ? 1 : 0.5))),
  width: 2, of: 2, scale: paths.map(() => 1), maps: paths.map((_, i) => [127, -64 * (i + 1)])});

/** q is used twice, by out and by the loss: out → loss is the branch, q → loss the skip. */
const FOLDED = {
  nodes: [
    {name: "q", at: [0, 0], parameters: 2}, {name: "out", at: [1, 1], parameters: 2}, {name: "loss", at: [2, 0], parameters: 0}
  ],
  edges: [["q", "out"], ["q", "loss"], ["out", "loss"]]
};
export const RUN = {...FOLDED, skips: [["q", "loss"]],
  shares: {q: share(["loss", "loss<out"]), out: share(["loss"]), loss: {...share([""]), width: 1, of: 1, maps: [[127]]}}};

const ran = (flow, own, counts, error = null) => ({flow, own, counts, held: [2048, 1024], kept: 0.5, ran: 3, error});
export const CUTS = {...FOLDED, sizes: [1, 0.5, 1], places: [["q", "loss"], ["q", "*"]], kinds: ["detach", "frozen"],
  whole: {...ran("000", "00-", [4, 0, 0]), held: [null, 3072]},
  runs: {
    "q-loss detach": ran("100", "10-", [2, 2, 0]), "q-* detach": ran("200", "20-", [2, 0, 2]),
    "q-loss frozen": ran("000", "20-", [2, 0, 2]), "q-* frozen": ran("000", "20-", [2, 0, 2])
  }};
export const TABLE = {letters: ["a", "n", "."], text: [0, 1, 1], targets: [1, 1, 2], table: [[0, 1, 0], [1, 0, 0], [0, 0, 0]]};

/** By folder of the view: a title, what it is called with, its options, and the last step to tell. */
export const samples = {
  "batch-points": [["one output is pushed", [POINTS], {}]],
  "backward-run": [["two parts have run", [RUN], {ran: "loss,out"}]],
  chart: [["two series, one of which leaves the numbers", [LOSSES], {title: "Losses", step: 1}]],
  checkpoints: [["three layers", [RUNS], {}]],
  compare: [["arrivals are added, or overwritten", [sumTimesB],
    {label: "adds", beside: {label: "overwrites", trace: overwritten(sumTimesB)}, step: 7}, 7]],
  counter: [["(a + b)·b", [sumTimesB], {}]],
  "cut-graph": [["an uncut graph", [CUTS], {}]],
  detective: [["a case that waits", [{cases: [CASE]}], {}]],
  family: [["two learning rates", [RATES], {}]],
  graph: [
    ["(a + b)·b at its end", [sumTimesB], {step: 7}],
    ["parts of a model, folded", [blocks], {}]
  ],
  "sick-models": [["a card", [{models: [SICK]}], {}]],
  held: [["GPT-2 beside 24 GB", [MODELS], {}]],
  jacobian: [["two inputs and two outputs, a column filled", [SWEEPS], {inputs: 2, outputs: 2}]],
  ruler: [["two right and a wrong one", [{dots: [
    {key: "h", right: true, apart: 0, share: 0}, {key: "C", right: true, apart: 8e-9, share: 2e-7},
    {key: "zeros", right: false, apart: 0.008, share: 1}
  ]}], {}]],
  "attention-square": [["one head", [SAVED], {}]],
  "next-letter": [["two symbols", [WRITER], {}]],
  "path-count": [["three times y = y + y", [{depths: [1, 2, 3], visits: [2, 3, 4], calls: [3, 7, 15]}], {}]],
  "product-cells": [["one number is chosen", [PRODUCT], {cell: "A00"}]],
  prediction: [["a number", [chain], SLOPE]],
  progress: [["two parts", [PARTS], {}]],
  quiz: [["a choice", [], BYTES]],
  "row-sums": [["four rows", [ROWS], {}]],
  "shape-tiles": [["two tiles", [TILES], {}]],
  "line-nodes": [["a program whose lines leave nodes", [LINES], {}]],
  score: [["a training step of our engine", [ours], {}, 5]],
  "residual-dots": [["two depths", [DEEP], {}]],
  "source-graph": [["two lines", [PROGRAM], {}]],
  strides: [["a transpose and a copy", [{pile: "transpose-1-2_reshape-6-4"}], {}]],
  scores: [["two rows, the gradient of the probabilities", [BATCH], {step: 2}]],
  "softmax-grid": [["three letters, one read twice", [TABLE], {}]],
  stepper: [
    ["(3x + 1)² at its end", [chain], {step: 7}, 7],
    ["a·a, which sends twice", [twice], {step: 4}, 4],
    ["a network of tensors", [network], {step: 9}, 18]
  ],
  tangent: [["c = (a + b) × b", [RUNS_OF_B], {formula: "c = (a + b) × b"}]],
  "tape-list": [["(a + b)·b at its end", [sumTimesB], {step: 7}, 7]],
  variants: [["four programs", [PROGRAMS], {}]],
  "wrong-gradients": [["three backward passes", [WRONG_RUNS], {gradient: "c-sign"}]]
};
