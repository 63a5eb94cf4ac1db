import {say} from "./say.js";

/**
 * Interface words and sentences in English; es.js has the same keys.
 *
 * @satisfies {Phrases}
 */
export const en = {
  drawing: (nodes) => `Graph of ${nodes === 1 ? "1 node" : `${nodes} nodes`}`,
  scroller: "Drawing, scrolls sideways",
  controls: "Steps",
  more: "More",
  scenes: "Show",
  panels: {graph: "Graph", windows: "Slopes", curve: "Curve"},
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
  tooLate: (what) => `+ ${what}, too late`,
  showTable: "Show as table",
  showPicture: "Show as picture",

  groupIs: (name, count) => `${name}, group of ${count === 1 ? "1 node" : `${count} nodes`}`,
  group: "group",
  groupKnown: (known, all) => `${known} of ${all} computed`,
  groupPassed: (passed, all) => `gradients sent on by ${passed} of ${all}`,
  tensorOf: (shape, dtype) => `shape ${shape}, ${dtype}`,
  summaryOf: (least, most, mean, norm) =>
    `from ${least} to ${most}, mean ${mean}, norm ${norm}`,
  savesTensors: (list) => `saves ${list}`,
  unfolded: (name, count) => `${name} unfolded: ${count === 1 ? "1 box" : `${count} boxes`} drawn`,
  foldedTo: (name, count) => `${name} folded: ${count === 1 ? "1 box" : `${count} boxes`} drawn`,
  drawn: (count) => `${count === 1 ? "1 box" : `${count} boxes`} drawn`,

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
  keeps: (locals) => say` Saved for the backward pass: local gradient ${locals}.`,
  keepsMany: (locals) => say` Saved for the backward pass: local gradients ${locals}.`,
  local: (name, local) => say`${name} = ${local}`,
  localFor: (operand, local) => say`${local} for ${operand}`,
  localBySide: (operand, side, local) =>
    say`${local} for the ${side === 0 ? "left" : "right"} ${operand}`,
  seed: (root, name, gradient) =>
    name
      ? say`The backward pass starts at ${root}: ${name} = ${gradient},
        since a change in ${root} changes ${root} by just as much.`
      : say`The backward pass starts at ${root}: its gradient is ${gradient}.`,
  send: ({from, to, upstream, localName, local, product}) =>
    say`${from} sends its gradient on to ${to}: the gradient of ${from} is ${upstream},
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
    say` Saved for the backward pass: ${count === 1 ? "one tensor" : `${count} tensors`}, ${bytes}${
      references > 0 && `; ${references === count ? "" : `${references === 1 ? "one" : references} of them `}by reference`}.`,
  gradientOf: (shape, norm) => say`a gradient of shape ${shape}, norm ${norm}`,
  sendTensor: ({from, to, upstream, contribution}) =>
    say`${from} sends its gradient on to ${to}: ${from} has ${upstream};
      by its backward rule, ${to} receives ${contribution}.`,
  overwrites: (to, before, total) => say` ${to} already had ${before}, which is lost: it now has ${total}.`,
  addsTensor: (to, before, total) =>
    say` ${to} already had one of norm ${before}; the sum has norm ${total}.`,
  addsNumber: (to, before, total) => say` ${to} already had ${before}, so it now has ${total}.`,
  end: () => say` The backward pass ends.`,

  sliders: "Leaves",
  exactly: (label) => `${label}, as a number`,
  noResult: (why) => `No result at these values: ${why}`,
  locked: "Answer the question first; then you can take the next step.",
  heldFigure: "The rest of the figure waits for your answer.",
  answer: "Answer",
  check: "Check",
  showMe: "Show me",
  notANumber: "Enter a number, for example 0.5.",
  right: (answer) => `Yes, ${answer}.`,
  wrong: (guess) => `Not ${guess}.`,
  hint: (text) => `Hint: ${text}`,
  tryAgain: "Try again.",
  offer: "Try again, or press “Show me” to see the answer.",
  reveal: (answer) => `The answer: ${answer}.`,
  notChosen: "Choose one of the answers.",
  rightChoice: "Yes.",
  wrongChoice: "Not that one.",
  earlier: ({correct, seen}) => {
    if (correct) return "Answered right on an earlier visit.";
    return seen ? "Shown to you on an earlier visit." : "Tried on an earlier visit, not yet right.";
  },

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

  nodes: (count) => (count === 1 ? "1 node" : `${count} nodes`),

  broken: "This figure cannot be drawn.",
  problems: {
    option: (view, got, known) => `${view} takes no option “${got}”. It takes: ${known}.`,
    notATrace: (got) => `It needs a trace, and got ${got}.`,
    schema: (got) => `It reads traces of schema 1, and this one has ${got}.`,
    missing: (entry) => `The trace has no list “${entry}”.`,
    empty: () => "The trace has no node.",
    id: (place, got) => `${place} should have its position as id, and has ${got}.`,
    op: (place, got) => `${place} has an unknown operation: ${got}.`,
    number: (place, got) => `${place} should be a number, and is ${got}.`,
    reference: (place, got) => `${place} points at ${got}, which the trace does not have.`,
    order: (place, got) => `${place} should lead from an older node to a newer one, not ${got}.`,
    sender: (place, got) => `${place} sends along edge ${got}, which does not end at its node.`,
    label: (label, labels) => `No node is called “${label}”. The labels are: ${labels}.`,
    noGradient: (label) => `No gradient reaches “${label}” in this trace.`,
    tooLarge: (count, limit) =>
      `The graph has ${count} nodes, too many to draw (at most ${limit}). Draw a part of it.`,
    answer: (got) => `A question needs a number or a word as its answer, and got ${got}.`,
    choices: (answer) => `Exactly one of the choices should be the answer, ${answer}.`,
    notScalar: (engine) => `It needs a trace of single numbers, and got one from the “${engine}” engine.`,
    zeroDivision: (numerator, denominator) =>
      `division by zero: ${numerator} / ${denominator}. A quotient needs a denominator other than 0.`,
    zeroPower: (base, exponent) => `0 to a negative power: ${base} ** ${exponent} divides by zero.`,
    negativeBase: (base, exponent) =>
      `a negative base needs a whole exponent: ${base} ** ${exponent} is not a real number.`,
    logOf: (x) => `log needs a positive number, got ${x}.`,
    rootOf: (x) => `sqrt needs a number that is not negative, got ${x}.`,
    tooLargeOpen: (count, limit) =>
      `With these groups open there are ${count} boxes, too many to draw (at most ${limit}). ` +
      "Fold some of them, or draw a part.",
    unexpected: (message) => `Something went wrong while drawing: ${message}`
  }
};
