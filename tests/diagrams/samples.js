/** What each view draws in its snapshot: traces that Python wrote, and small data. */
import {modelTraces} from "./model-traces.js";
import {scores} from "./scores.js";
import {tensorTraces} from "./tensor-traces.js";
import {traces} from "./traces.js";

const {chain, sumTimesB, twice} = traces();
const {blocks, network, torchNetwork} = modelTraces();
const {addRow, product} = tensorTraces();
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

const RATES = {
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

const PROGRAMS = {
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

const PARTS = [
  {title: "Scalars", href: "scalars.html", questions: ["chain-slope", "square-slope"]},
  {title: "Tensors", questions: ["bias-shape"]}
];

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
  "backward-run": [["two parts have run", [RUN], {ran: "loss,out"}]],
  chart: [["two series, one of which leaves the numbers", [LOSSES], {title: "Losses", step: 1}]],
  checkpoints: [["three layers", [RUNS], {}]],
  compare: [["arrivals are added, or overwritten", [sumTimesB],
    {label: "adds", beside: {label: "overwrites", trace: overwritten(sumTimesB)}, step: 7}, 7]],
  counter: [["(a + b)·b", [sumTimesB], {}]],
  "cut-graph": [["an uncut graph", [CUTS], {}]],
  expression: [["(a + b)·b with sliders", [sumTimesB], {sliders: {a: [-3, 3, 0.1], b: [-3, 3, 0.1]}}, 7]],
  family: [["two learning rates", [RATES], {}]],
  graph: [
    ["(a + b)·b at its end", [sumTimesB], {step: 7}],
    ["parts of a model, folded", [blocks], {}]
  ],
  jacobian: [["two inputs and two outputs, a column filled", [SWEEPS], {inputs: 2, outputs: 2}]],
  ledger: [["a network, by PyTorch", [torchNetwork], {by: "group"}]],
  matrix: [["a product", [product], {step: 3}, 12], ["a row that is added to a matrix", [addRow], {view: "broadcast"}, 6]],
  "path-count": [["three times y = y + y", [{depths: [1, 2, 3], visits: [2, 3, 4], calls: [3, 7, 15]}], {}]],
  prediction: [["a number", [chain], SLOPE]],
  progress: [["two parts", [PARTS], {}]],
  quiz: [["a choice", [], BYTES]],
  score: [["a training step of our engine", [ours], {}, 5]],
  "softmax-grid": [["three letters, one read twice", [TABLE], {}]],
  stepper: [
    ["(3x + 1)² at its end", [chain], {step: 7}, 7],
    ["a·a, which sends twice", [twice], {step: 4}, 4],
    ["a network of tensors", [network], {step: 9}, 18]
  ],
  tangent: [["c = (a + b) × b", [RUNS_OF_B], {formula: "c = (a + b) × b"}]],
  "tape-list": [["(a + b)·b at its end", [sumTimesB], {step: 7}, 7]],
  variants: [["four programs", [PROGRAMS], {}]]
};
