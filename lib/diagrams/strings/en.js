import {say} from "../say.js";

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
  stepOf: (step, last) => `Step ${step} of ${last}`,
  direction: "Direction",
  forward: "Forward",
  backward: "Backward",

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
  startMany: (count) => say`Nothing is computed yet. Given: the ${String(count)} leaves.`,
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
  end: () => say` The walk ends.`,

  locked: "First your prediction above, then the next step.",
  held: "The output waits for your prediction.",
  unlock: "Show me without answering",
  answer: "Your answer",
  check: "Check",
  notANumber: "Write a number, for example 0.5.",
  right: (answer) => `Yes, ${answer}.`,
  wrong: (guess) => `Not ${guess}.`,
  hint: (text) => `Hint: ${text}`,
  reveal: (answer) => `It is ${answer}. Step through the figure to see why.`,

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
    unexpected: (message) => `Something went wrong while drawing: ${message}`
  }
};
