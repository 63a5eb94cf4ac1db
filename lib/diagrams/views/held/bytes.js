/**
 * The memory of a training step of a GPT: the formulas of `tapewalk_course/held.py`, whose comments give
 * the reasons. `tests/tapewalk_course/test_held.py` compares both.
 *
 * @typedef {Record<"tokens"|"texts"|"layers"|"width"|"heads"|"vocab", number> &
 *   Record<"tied"|"fused"|"checkpoint"|"half"|"adam", boolean>} Setting `tokens` of a text, `texts` of a batch
 * @typedef {Record<string, number>} Bands bytes
 * @typedef {"forward"|"again"|"backward"|"step"} Phase
 * @typedef {{phase: Phase, line: string, width: number, held: Bands, total: number}} Moment
 */

export const BANDS = ["parameters", "moments", "copies", "gradients", "inputs", "norms", "attention", "probabilities", "feedForward", "logits", "passing"];
const FORWARD = ["ln1", "qkv", "scores", "y", "out", "ln2", "up", "down"];

export function parameters(/** @type {Setting} */ {width: d, vocab, tokens, layers, tied}) {
  const head = tied ? 0 : vocab * d + vocab;
  return vocab * d + tokens * d + layers * (12 * d * d + 13 * d) + 2 * d + head;
}

const sizeOf = (/** @type {Setting} */ s) => (s.half ? 2 : 4);
const rowsOf = (/** @type {Setting} */ s) => s.texts * s.tokens;

/** @param {Setting} s @returns {Bands} */
function blockSaved(s) {
  const size = sizeOf(s);
  const row = rowsOf(s) * s.width;
  const pairs = s.texts * s.heads * s.tokens ** 2;
  return {
    norms: 16 * row + 16 * rowsOf(s),
    attention: 4 * size * row,
    probabilities: s.fused ? 4 * s.heads * rowsOf(s) : pairs * (s.half ? 6 : 4),
    feedForward: 8 * size * row,
    copies: s.half ? 24 * s.width ** 2 : 0
  };
}

export function kvCache(/** @type {Setting} */ s) {
  return 2 * s.layers * rowsOf(s) * s.width * sizeOf(s);
}

export const sum = (/** @type {Bands} */ bands) => Object.values(bands).reduce((a, b) => a + b, 0);

/** The moments of one training step. */
export function step(/** @type {Setting} */ s) {
  const b = blockSaved(s);
  const lines = linesOf(s, b);
  const row = 4 * rowsOf(s) * s.width;
  const short = sizeOf(s) * rowsOf(s) * s.width;
  const logits = 4 * rowsOf(s) * s.vocab;
  const tokens = 16 * rowsOf(s) + 8 * s.tokens;
  const now = {done: 0, gradients: 0, inputs: 0};
  const count = parameters(s);
  /** @type {Moment[]} */
  const moments = [];
  /** @param {Phase} phase @param {string} line @param {number} width @param {Bands} more @param {number} passing */
  const add = (phase, line, width, more, passing) => {
    const done = s.checkpoint ? 0 : now.done;
    const held = Object.fromEntries(BANDS.map((band) => [band, done * (b[band] ?? 0) + (more[band] ?? 0)]));
    const {gradients, inputs} = now;
    Object.assign(held, {parameters: 4 * count, moments: s.adam ? 8 * count : 0, gradients, inputs, passing});
    held.logits += tokens;
    moments.push({phase, line, width, held, total: sum(held)});
  };
  const headCopy = s.half ? 2 * s.width * s.vocab : 0;
  const top = {norms: row + 8 * rowsOf(s) + short, copies: headCopy};
  add("forward", "embed", lines.width("embed"), {}, 2 * row);
  for (let block = 0; block < s.layers; block += 1) {
    if (s.checkpoint) now.inputs += row;
    for (const line of FORWARD) {
      const more = s.checkpoint ? {copies: (block + 1) * b.copies} : lines.soFar[line];
      add("forward", line, lines.width(line), more, s.checkpoint ? lines.onlyNow(line) : lines.passing[line]);
    }
    now.done += 1;
  }
  const atHead = {...top, copies: headCopy + (s.checkpoint ? s.layers * b.copies : 0)};
  add("forward", "head", lines.width("head"), atHead, logits * (s.half ? 0.5 : 1));
  add("forward", "loss", lines.width("loss"), {...atHead, logits: logits + 4}, logits * (s.half ? 1.5 : 1));
  add("backward", "loss", 2 * lines.width("loss"), {...top, logits: logits + 4}, 2 * logits);
  now.gradients += 4 * (s.width * s.vocab + (s.tied ? 0 : s.vocab));
  add("backward", "head", 2 * lines.width("head"), top, logits + row);
  const own = 4 * (12 * s.width ** 2 + 13 * s.width);
  for (let block = s.layers - 1; block >= 0; block -= 1) {
    now.done -= 1;
    if (s.checkpoint) {
      now.inputs -= row;
      for (const line of FORWARD) add("again", line, lines.width(line), lines.soFar[line], row + lines.passing[line]);
    }
    const before = now.gradients;
    for (const [line, passing, part] of lines.backward) {
      now.gradients = before + part * own;
      add("backward", line, 2 * lines.width(line) + lines.again(line), lines.soFar[line], passing);
    }
    now.gradients = before + own;
  }
  const table = s.tied ? 4 * s.width * s.vocab : 0;
  now.gradients += 4 * s.width * (s.vocab + s.tokens) - table;
  add("backward", "embed", 2 * lines.width("embed"), {}, row + table);
  for (const passing of [s.adam ? 4 * count : 0, 0]) add("step", "step", 0.1, {logits: -tokens}, passing);
  return moments;
}

export function peakOf(/** @type {Moment[]} */ moments) {
  return moments.reduce((most, one) => (one.total > most.total ? one : most));
}

/** The arithmetic of both passes; that of a forward pass is 1. @param {Moment[]} moments */
export function workOf(moments) {
  return moments.reduce((total, {phase, width}) => total + (phase === "step" ? 0 : width), 0);
}

/** What each line of a block saves, needs in passing and computes. @param {Setting} s @param {Bands} b */
function linesOf(s, b) {
  const row = 4 * rowsOf(s) * s.width;
  const r = sizeOf(s) * rowsOf(s) * s.width;
  const scores = s.fused ? 0 : 4 * s.texts * s.heads * s.tokens ** 2;
  const q = s.fused ? 0 : 3 * r;
  const soFar = savedSoFar(b);
  /** @type {Bands} */
  const passing = {ln1: 0, qkv: 0, scores: q + scores * (s.half ? 1 : 2), y: q, out: r + row, ln2: 0, up: 0, down: r};
  /** @type {[string, number, number][]} the line, bytes in passing, and its share of the gradients */
  const backward = [
    ["down", row + 4 * r, 0.33], ["up", row + 8 * r, 0.67], ["ln2", 3 * row, 0.67], ["out", row + 2 * r, 0.75],
    ["y", row + r + scores, 0.75], ["scores", row + r + q / 3 + (s.half ? 1.5 : 2) * scores, 0.75],
    ["qkv", row + 4 * r, 1], ["ln1", 3 * row, 1]
  ];
  const onlyNow = (/** @type {string} */ line) => {
    const half = ["ln2", "up", "down"].includes(line) ? b.norms / 2 + b.attention + b.probabilities - row : 0;
    return Math.max(0, sum(soFar[line]) - b.copies - row - half) + passing[line];
  };
  return {soFar, passing, backward, onlyNow, ...workOfLines(s)};
}

/** @param {Bands} b @returns {Record<string, Bands>} */
function savedSoFar(b) {
  /** @type {Record<string, Bands>} */
  const parts = {
    ln1: {norms: b.norms / 2}, qkv: {attention: b.attention * 0.75}, y: {attention: b.attention},
    scores: {probabilities: b.probabilities}, ln2: {norms: b.norms},
    up: {feedForward: b.feedForward / 2}, down: {feedForward: b.feedForward}
  };
  let total = /** @type {Bands} */ ({copies: b.copies});
  return Object.fromEntries(FORWARD.map((line) => [line, (total = {...total, ...parts[line]})]));
}

function workOfLines(/** @type {Setting} */ s) {
  const linear = 2 * rowsOf(s) * s.width ** 2;
  const pairs = 2 * rowsOf(s) * s.tokens * s.width;
  const [scores, y] = s.fused ? [2 * pairs, 0] : [pairs, pairs];
  const head = 2 * rowsOf(s) * s.width * s.vocab;
  /** @type {Bands} */
  const work = {qkv: 3 * linear, scores, y, out: linear, up: 4 * linear, down: 4 * linear, head};
  const block = FORWARD.reduce((total, line) => total + (work[line] ?? 0), 0);
  const all = s.layers * block + work.head;
  return {
    width: (/** @type {string} */ line) => (line === "loss" ? 0.045 : (0.93 * (work[line] ?? 0)) / all + 0.07 / (8 * s.layers + 3)),
    again: (/** @type {string} */ line) => (s.fused && line === "scores" ? (0.93 * (scores / 2)) / all : 0)
  };
}
