import {say} from "./say.js";

/** Interface words and sentences in English; es.js has the same keys. */
export const en = {
  title: (root) => (root ? `The two passes of ${root}, step by step` : "Both passes, step by step"),
  drawing: (nodes) => `Graph of ${nodes} nodes`,
  scroller: "Drawing, scrolls sideways",
  controls: "Steps",
  first: "To the start",
  previous: "Step back",
  play: "Play",
  pause: "Pause",
  replay: "Play again",
  next: "Next step",
  last: "To the end",
  step: "Step",
  link: "Link to this figure",
  copyLink: "Copy link",
  linkCopied: "Link copied",
  linkByHand: "Copy this link:",
  stepOf: (step, last) => `Step ${step} of ${last}`,
  showTable: "Show as table",
  showPicture: "Show as picture",
  direction: "Direction",
  forward: "Forward",
  backward: "Backward",

  groupIs: (name, count) => `${name}, group of ${count} nodes`,
  group: "group",
  groupKnown: (known, all) => `${known} of ${all} computed`,
  groupPassed: (passed, all) => `gradients sent on by ${passed} of ${all}`,
  tensorOf: (shape, dtype) => `shape ${shape}, ${dtype}`,
  summaryOf: (least, most, mean, norm) =>
    `from ${least} to ${most}, mean ${mean}, norm ${norm}`,
  savesTensors: (list) => `saves ${list}`,
  unfolded: (name, count) => `${name} unfolded: ${count} boxes drawn`,
  foldedTo: (name, count) => `${name} folded: ${count} boxes drawn`,
  drawn: (count) => `${count} boxes drawn`,
  tools: "Drawing",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  zoomFit: "Fit the whole drawing",
  foldAll: "Fold all",
  unfoldAll: "Unfold all",
  edgeLabels: "On the arrows",
  edgeLocal: "Local gradients",
  edgeContribution: "Gradients sent",
  edgeNone: "Nothing",
  tableNode: "Node",
  tableOperands: "Operands",
  tableGroup: "Group",
  tableValue: "Value",
  tableGradient: "Gradient",
  tableSaved: "Saved",
  graphKeys: "Arrow keys move along the edges, Enter folds and unfolds.",

  unnamedLeaf: "an unnamed leaf",
  unnamedOperation: (symbol) => `the “${symbol}” node`,
  valueOf: (name, value) => `${name} = ${value}`,
  noValue: (name) => `${name}: not computed yet`,
  gradientIs: (gradient) => `gradient ∂ = ${gradient}`,
  gradientSoFar: (gradient) => `gradient so far ∂ = ${gradient}`,
  localIs: (name, local) => `local gradient${name ? ` ${name}` : ""} = ${local}`,
  contributionIs: (contribution) => `sent: ${contribution}`,

  listSeparator: ", ",
  start: (leaves) => say`Nothing is computed yet. Given: ${leaves}.`,
  startMany: (count) =>
    say`Nothing is computed yet. Given: ${count === 1 ? "one leaf" : `the ${count} leaves`}.`,
  computed: (equation) => say`Forward: ${equation}.`,
  keeps: (locals) => say` Kept for the way back: local gradient ${locals}.`,
  keepsMany: (locals) => say` Kept for the way back: local gradients ${locals}.`,
  local: (name, local) => say`${name} = ${local}`,
  localFor: (operand, local) => say`${local} for ${operand}`,
  localBySide: (operand, side, local) =>
    say`${local} for the ${side === 0 ? "left" : "right"} ${operand}`,
  seed: (root, name, gradient) =>
    say`The way back starts at ${root}: ${name ? say`${name} = ` : "its gradient is "}${gradient},
      since a change in ${root} changes ${root} by just as much.`,
  send: ({from, to, upstream, localName, local, product}) =>
    say`${from} sends its gradient on to ${to}: ${from} holds ${upstream},
      the local gradient ${localName || "on this edge"} is ${local},
      so ${to} receives ${product}.`,
  sendWhole: ({from, to, contribution}) =>
    say`${from} sends its gradient on: ${to} receives ${contribution}.`,
  adds: (to, before, sum) => say` ${to} already had ${before}, so it now has ${sum}.`,
  waits: (to, count) =>
    say` ${to} waits: ${count === 1 ? "one more gradient is" : `${count} more gradients are`}
      on the way.`,
  ofShape: (shape) => say`, a tensor of shape ${shape}`,
  keepsTensors: (count, bytes, references) =>
    say` Saved for the way back: ${count === 1 ? "one tensor" : `${count} tensors`}, ${bytes}${
      references > 0 && `; ${references === count ? "" : `${references === 1 ? "one" : references} of them `}by reference`}.`,
  gradientOf: (shape, norm) => say`a gradient of shape ${shape}, norm ${norm}`,
  sendTensor: ({from, to, upstream, contribution}) =>
    say`${from} sends its gradient on to ${to}: ${from} holds ${upstream};
      by its backward rule, ${to} receives ${contribution}.`,
  addsTensor: (to, before, total) =>
    say` ${to} already had one of norm ${before}; the sum has norm ${total}.`,
  addsNumber: (to, before, total) => say` ${to} already had ${before}, so it now has ${total}.`,
  end: () => say` The walk ends.`,

  locked: "First your prediction above, then the next step.",
  held: "The output waits for your prediction.",
  heldFigure: "The figure waits for your prediction.",
  unlock: "Show me without answering",
  answer: "Answer",
  check: "Check",
  notANumber: "Write a number, for example 0.5.",
  right: (answer) => `Yes, ${answer}.`,
  wrong: (guess) => `Not ${guess}.`,
  hint: (text) => `Hint: ${text}`,
  reveal: (answer) => `The answer: ${answer}. Step through the figure to see why.`,

  revealPlain: (answer) => `The answer: ${answer}.`,
  notChosen: "Choose one of the answers.",
  rightChoice: "Yes.",
  wrongChoice: "Not that one.",
  earlier: (isRight) =>
    isRight ? "Answered right on an earlier visit." : "Answered on an earlier visit, not yet right.",

  progressOf: (right, all) => `${right} of ${all} questions right`,
  progressTried: (count) => `, ${count} tried`,
  progressNote: "Kept in this browser only.",
  progressExport: "Save to a file",
  progressImport: "Load from a file",
  progressReset: "Forget all",
  progressConfirm: "Forget every answer of this browser?",
  progressImported: (count) => `${count === 1 ? "One answer" : `${count} answers`} loaded.`,
  progressBroken: "This file holds no saved progress. Nothing was changed.",
  progressForgotten: "Every answer is forgotten.",
  progressSaved: "Saved to a file.",

  expression: (root) => `${root ?? "The result"} at other values, step by step`,
  sliders: "Leaves",
  exactly: (label) => `${label}, as a number`,
  resetSliders: "Reset",
  gradientTable: "Where each gradient comes from",
  wayBack: "Way back",
  wayProduct: "Product along it",
  wayThrough: (name) => `through ${name}`,
  noResult: (why) => `No result at these values: ${why}`,

  matrix: {
    title: (equations) => `Cell by cell: ${equations.join("; ")}`,
    stages: "Calculation",
    looks: "Cells show",
    values: "Numbers",
    heat: "Heat",
    sign: "Signs",
    cellHead: "Cell",
    howHead: "How it is computed",
    numberHead: "Number",
    cell: (equation) => say`${equation}.`,
    usedBy: (name, number, count, names) => count === 0
      ? say`${name} = ${number} is used by no cell.`
      : say`${name} = ${number} is used by ${count === 1 ? "one cell" : `${count} cells`}: ${names}.`,
    product: (y, a, b) =>
      say`Forward: each cell of ${y} is a row of ${a} times a column of ${b}.
        Step on, or pick any cell to see what it uses or who uses it.`,
    productBack: (a, y, uses) =>
      say`Backward: the gradient ∂${y} has arrived, one number for each cell of ${y}.
        Each cell of ∂${a} collects it from the cells of ${y} that used that cell of
        ${a}.${uses > 1 ? ` ${a} is used ${uses} times: this is one part of its gradient.` : ""}`,
    rowTimesColumn: (row, left, column, top, equation) =>
      say`Row ${String(row)} of ${left} times column ${String(column)} of ${top}: ${equation}.`,
    stretch: (b, from, to) =>
      say`Forward: ${b} has shape ${from} and is used as if it had ${to}.
        The dashed cells are the same numbers once more; nothing is copied in memory.`,
    sumBack: (b, count) =>
      say`Backward: each number of ${b} was used ${String(count)} times,
        so ${String(count)} gradients come back to it, and they add up.`,
    sumCell: (equation, count) => say`${equation}: ${String(count)} uses, one sum.`,
    passBack: (a, g, uses) =>
      say`Backward: each number of ${a} was used once, so its gradient comes straight from
        ${g}.${uses > 1 ? ` ${a} is used ${uses} times: this is one part of its gradient.` : ""}`,
    softmax: (z) =>
      say`Forward: softmax turns each row of the logits ${z} into probabilities p that sum to 1.`,
    oneHot: (z, divisor) =>
      say`Backward: ${z} receives the probabilities, less 1 at the right
        class${divisor > 1 ? `, divided by the ${divisor} rows of the mean` : ""}.`,
    leftOut: (equation) => say`${equation}: this row does not count in the loss.`,
    rowSum: (row, sum) =>
      say` Row ${String(row)} sums to ${{text: sum, kind: "grad"}}.`,
    parameter: (name, moved, count) =>
      say`${name} is a parameter. A step of gradient descent moves ${String(moved)} of its
        ${String(count)} numbers, against the gradient: the arrows say which way.`,
    moves: (equation, sign) =>
      say`${equation}: a step of gradient descent
        ${sign === 0 ? "leaves it as it is" : sign > 0 ? "makes it smaller" : "makes it larger"}.`
  },

  tapeTitle: (root) => (root ? `The tape of ${root}` : "The tape"),
  writtenForward: "written forward",
  readBackward: "read backward",
  kept: "keeps",
  sendsTo: "sends to",
  byReference: "by reference",
  stepsSoFar: (step, last) => `Steps so far: ${step} of ${last}`,
  heads: {
    step: "Step",
    node: "Node",
    number: "No.",
    operation: "Operation",
    shape: "Shape",
    value: "Value",
    gradient: "Gradient",
    saved: "Saved",
    receives: "Received",
    sends: "Sent",
    adds: "Kept in memory",
    refers: "By reference"
  },

  ledgerCaption: (root) => `What is kept for the way back${root ? ` of ${root}` : ""}`,
  ledgerBy: "Sections",
  ledgerSections: {none: "All", kind: "By operation", group: "By group"},
  ledgerAdds: "memory that is there only because of the tape",
  ledgerRefers: "parameters and other leaves, which are there anyway",
  noBytes: "A trace of single numbers tells what is kept, and no bytes.",
  noGroup: "no group",
  nodes: (count) => (count === 1 ? "1 node" : `${count} nodes`),
  again: (count) => (count === 1 ? "one counted before" : `${count} counted before`),
  total: "Sum",

  chart: (series, x) => (x ? `${series} by ${x}` : series),
  noPoint: "no value",
  notPositive: "0 or less, which has no place on a logarithmic scale,",
  gapAt: (series, what, place) => `${series}: ${what} at ${place}.`,
  gapFrom: (series, what, place) => `${series}: ${what} from ${place} on.`,
  gapBetween: (series, what, from, to) => `${series}: ${what} from ${from} to ${to}.`,

  broken: "This figure cannot be drawn.",
  problems: {
    notATrace: (got) => `It needs a trace, and got ${got}.`,
    schema: (got) => `It reads traces of schema 1, and this one says ${got}.`,
    missing: (entry) => `The trace has no list “${entry}”.`,
    empty: () => "The trace has no node.",
    id: (place, got) => `${place} should have its position as id, and has ${got}.`,
    op: (place, got) => `${place} has an operation it does not know: ${got}.`,
    number: (place, got) => `${place} should be a number, and is ${got}.`,
    reference: (place, got) => `${place} points at ${got}, which the trace does not have.`,
    order: (place, got) => `${place} should lead from an older node to a newer one, not ${got}.`,
    sender: (place, got) => `${place} sends along edge ${got}, which does not end at its node.`,
    label: (label, labels) => `No node is called “${label}”. There are: ${labels}.`,
    noGradient: (label) => `No gradient reaches “${label}” in this trace.`,
    noUse: (of, by) => `“${of}” does not use “${by}” directly.`,
    tooLarge: (count, limit) =>
      `The graph has ${count} nodes, too many to draw (at most ${limit}). Draw a part of it.`,
    answer: (got) => `A question needs a number or a word as its answer, and got ${got}.`,
    choices: (answer) => `Exactly one of the choices should be the answer, ${answer}.`,
    notAChart: (got) => `A chart needs an x and at least one series with values, and got ${got}.`,
    lengths: (label, count, points) => `“${label}” has ${count} values, and x has ${points}.`,
    tooManyPoints: (count, limit) =>
      `The chart has ${count} points, too many to draw (at most ${limit}).`,
    range: (label, got) =>
      `The slider of “${label}” needs its least value, its most and a step, and got ${got}.`,
    notScalar: (engine) => `It needs a trace of single numbers, and got one of “${engine}”.`,
    zeroDivision: (numerator, denominator) =>
      `division by zero: ${numerator} / ${denominator}. A quotient needs a denominator other than 0.`,
    zeroPower: (base, exponent) => `0 to a negative power: ${base} ** ${exponent} divides by zero.`,
    negativeBase: (base, exponent) =>
      `a negative base needs a whole exponent: ${base} ** ${exponent} is not a real number.`,
    logOf: (x) => `log needs a positive number, got ${x}.`,
    rootOf: (x) => `sqrt needs a number that is not negative, got ${x}.`,
    noNumbers: (name) => `The trace does not tell the numbers of ${name}: trace the function instead.`,
    manyNumbers: (name, shape, min, max, mean, norm) =>
      `${name} has shape ${shape}, and a trace lists at most 64 numbers one by one. ` +
      `They go from ${min} to ${max}, with mean ${mean} and norm ${norm}.`,
    noMatrix: (name, shape) => `${name} has shape ${shape}: no matrix of 1 to 1024 cells.`,
    rows: (name) => `The rows of ${name} should be numbers, as many in each row.`,
    fits: (fitting, got) => `This view shows ${fitting}, not ${got}.`,
    noOperand: (name, op, slot) =>
      `Operand ${name} of ${op} has no gradient, so it is not in the trace: pass operands[${slot}].`,
    batch: (a, b) => `It shows products of matrices, or of two batches alike, not of ${a} and ${b}.`,
    tooLargeOpen: (count, limit) =>
      `With these groups open there are ${count} boxes, too many to draw (at most ${limit}). ` +
      "Fold some of them, or draw a part.",
    unexpected: (message) => `Something went wrong while drawing: ${message}`
  }
};
