import {svg} from "htl";
import {best} from "./rows.js";

/** The bars have room for scores from −REACH to REACH. */
export const REACH = 8;

/** Pixels for the line of text, for the letters, and for the knot of the rope with and without words. */
const HEAD = 22;
const LETTERS = 22;
const KNOT = {wide: 132, narrow: 26};

/**
 * The pixels of scores, letters and pulls.
 *
 * @param {{width: number, height: number}} size
 * @param {number} count of letters
 */
export function planOf({width, height}, count) {
  const isNarrow = width < 560;
  const knot = isNarrow ? KNOT.narrow : KNOT.wide;
  const column = (width - knot) / count;
  const rest = height - HEAD - LETTERS - 10;
  const zone = rest * 0.46;
  const pull = (rest - zone) / 2;
  const rope = height - pull - 5;
  return {
    width, height, isNarrow, column, pull, rope,
    knotX: count * column + (isNarrow ? 14 : 30),
    bottom: HEAD + zone,
    x: (/** @type {number} */ j) => j * column,
    y: (/** @type {number} */ score) => HEAD + (zone * (REACH - score)) / (2 * REACH),
    scoreAt: (/** @type {number} */ y) => REACH - ((y - HEAD) / zone) * 2 * REACH,
    letterAt: (/** @type {number} */ x) => Math.floor(x / column)
  };
}

/**
 * The scores of a row as bars, below them their pulls on a rope, and at its end the sums of the pulls.
 *
 * @param {ReturnType<typeof planOf>} plan
 * @param {import("./rows.js").Now} now
 * @param {{words: Words, three: (x: number) => string, short: (x: number) => string}} context
 * @returns {SVGElement[]}
 */
export function scoreParts(plan, now, {words, three, short}) {
  const {symbols, right, probs, loss, context, letter, scores} = now;
  const {x, y, column, bottom, rope, pull, width, height} = plan;
  const middle = (/** @type {number} */ j) => x(j) + column / 2;
  const zero = y(0);
  const bars = symbols.map((symbol, j) => {
    const at = y(Math.max(-REACH, Math.min(REACH, scores[j])));
    const isRight = j === right;
    return svg`<g class=${`tw-score${j === letter ? " is-chosen" : ""}`}>
      <rect class="tw-score-bar" x=${x(j) + 1.5} y=${Math.min(at, zero)} width=${Math.max(1, column - 3)} height=${Math.max(1, Math.abs(at - zero))}></rect>
      <line class="tw-score-top" x1=${x(j) + 1} x2=${x(j) + column - 1} y1=${at} y2=${at}></line>
      ${isRight ? svg`<rect class="tw-score-right" x=${x(j) + 0.5} y=${bottom + 3} width=${column - 1} height="18" rx="2"></rect>` : ""}
      <text class=${isRight ? "is-right" : ""} x=${middle(j)} y=${bottom + 17} text-anchor="middle">${symbol}</text></g>`;
  });
  const grip = svg`<circle class="tw-score-grip" cx=${middle(letter)} cy=${y(Math.max(-REACH, Math.min(REACH, scores[letter])))} r="6"></circle>`;
  return [
    svg`<rect class="tw-score-lane" x=${x(right)} y=${HEAD - 2} width=${column} height=${height - HEAD}></rect>`,
    svg`<line class="tw-score-zero" x1="0" x2=${x(symbols.length)} y1=${zero} y2=${zero}></line>`,
    svg`<text class="tw-score-head" x="0" y="15">${words.head(context, symbols[right], three(probs[right]), short(loss))}</text>`,
    ...bars, grip,
    svg`<line class="tw-rope" x1="0" x2=${plan.knotX} y1=${rope} y2=${rope}></line>`,
    ...probs.map((p, j) => arrow(middle(j), rope, (j === right ? 1 - p : -p) * pull)),
    ...pullLabels(plan, now, three, middle),
    ...knot(plan, 1 - probs[right], probs.filter((_, j) => j !== right), {words, three}),
    svg`<rect class="tw-score-edge" x="0" y="0" width=${width} height=${height}></rect>`
  ];
}

function arrow(x, from, by) {
  const to = from - by;
  const head = Math.min(5, Math.abs(by) * 0.6) * Math.sign(by);
  return svg`<path class="tw-pull" d=${`M${x} ${from}V${to}${Math.abs(by) > 6 ? `M${x - 4} ${to + head}L${x} ${to}L${x + 4} ${to + head}` : ""}`}></path>`;
}

/** The right letter's pull and the largest of the others, in numbers. */
function pullLabels({rope, pull, x, column, width}, {right, probs, symbols}, three, middle) {
  const other = best(probs, right);
  const label = (j, text, y) => {
    const isLate = middle(j) > x(symbols.length) - 96;
    return svg`<text class="tw-pull-label" x=${isLate ? x(j) - 3 : x(j) + column + 3} y=${Math.min(y, rope + pull + 4)}
      text-anchor=${isLate ? "end" : "start"}>${text}</text>`;
  };
  const up = label(right, `1 − p = ${three(1 - probs[right])}`, rope - Math.max(8, (1 - probs[right]) * pull - 11));
  return probs[other] < 0.02 || width === 0 ? [up] : [up, label(other, `p = ${three(probs[other])}`, rope + Math.max(16, probs[other] * pull))];
}

/** The sums at the knot: one piece up, and one piece down for each other letter. Both are equally long. */
function knot({knotX, rope, pull, isNarrow}, up, downs, {words, three}) {
  let at = rope;
  const pieces = downs.map((p) => {
    const from = at;
    at += p * pull;
    return p * pull < 0.1 ? "" : `M${knotX} ${from}V${Math.max(from + 0.3, at - (p * pull > 2.5 ? 1.2 : 0))}`;
  });
  const text = (y, className, what) => svg`<text class=${className} x=${knotX + 16} y=${y + 5}>${what}</text>`;
  return [
    svg`<path class="tw-pull is-whole" d=${`M${knotX} ${rope}V${rope - up * pull}${pieces.join("")}`}></path>`,
    svg`<circle class="tw-knot" cx=${knotX} cy=${rope} r="7"></circle>`,
    ...(isNarrow ? [] : [
      text(rope - pull * 0.55, "tw-pull-label", `${words.up} ${three(up)}`),
      text(rope, "", `${words.sum} ${three(0)}`),
      text(rope + pull * 0.55, "tw-pull-label", `${words.down} ${three(up)}`)
    ])
  ];
}
