import {svg} from "htl";
import {rule, text} from "../../drawing/plot-marks.js";
import {best} from "./rows.js";
/** @import {Now} from "./rows.js" */

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
 *
 * @typedef {ReturnType<typeof planOf>} Plan
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
 * @param {Plan} plan
 * @param {Now} now
 * @param {Texts} texts
 * @returns {SVGElement[]}
 *
 * @typedef {{words: Words} & Record<"three"|"short", (x: number) => string>} Texts `three` writes three decimals
 */
export function scoreParts(plan, now, texts) {
  const {words, three, short} = texts;
  const {symbols, right, probs, loss, context, letter, scores} = now;
  const {x, y, column, bottom, rope, pull, width, height} = plan;
  const middle = (/** @type {number} */ j) => x(j) + column / 2;
  const zero = y(0);
  const bars = symbols.map((symbol, j) => {
    const at = y(Math.max(-REACH, Math.min(REACH, scores[j])));
    const isRight = j === right;
    return svg`<g class=${`tw-score${j === letter ? " is-chosen" : ""}`}>
      <rect class="tw-score-bar" x=${x(j) + 1.5} y=${Math.min(at, zero)} width=${Math.max(1, column - 3)} height=${Math.max(1, Math.abs(at - zero))}></rect>
      ${rule(x(j) + 1, x(j) + column - 1, at, at, "tw-score-top")}
      ${isRight ? svg`<rect class="tw-score-right" x=${x(j) + 0.5} y=${bottom + 3} width=${column - 1} height="18" rx="2"></rect>` : ""}
      ${text(middle(j), bottom + 17, "middle", symbol, isRight ? "is-right" : "")}</g>`;
  });
  const grip = svg`<circle class="tw-score-grip" cx=${middle(letter)} cy=${y(Math.max(-REACH, Math.min(REACH, scores[letter])))} r="6"></circle>`;
  return [
    svg`<rect class="tw-score-lane" x=${x(right)} y=${HEAD - 2} width=${column} height=${height - HEAD}></rect>`,
    rule(0, x(symbols.length), zero, zero, "tw-score-zero"),
    svg`<text class="tw-score-head" x="0" y="15">${words.head(context, symbols[right], three(probs[right]), short(loss))}</text>`,
    ...bars, grip,
    rule(0, plan.knotX, rope, rope, "tw-rope"),
    ...probs.map((p, j) => arrow(middle(j), rope, (j === right ? 1 - p : -p) * pull)),
    ...pullLabels(plan, now, three),
    ...knot(plan, 1 - probs[right], probs.filter((_, j) => j !== right), texts),
    svg`<rect class="tw-score-edge" x="0" y="0" width=${width} height=${height}></rect>`
  ];
}

function arrow(/** @type {number} */ x, /** @type {number} */ from, /** @type {number} */ by) {
  const to = from - by;
  const head = Math.min(5, Math.abs(by) * 0.6) * Math.sign(by);
  return svg`<path class="tw-pull" d=${`M${x} ${from}V${to}${Math.abs(by) > 6 ? `M${x - 4} ${to + head}L${x} ${to}L${x + 4} ${to + head}` : ""}`}></path>`;
}

/** The right letter's pull and the largest of the others, in numbers.
 * @param {Plan} plan @param {Now} now @param {Texts["three"]} three */
function pullLabels({rope, pull, x, width}, {right, probs, symbols}, three) {
  const other = best(probs, right);
  const label = (/** @type {number} */ j, /** @type {string} */ said, /** @type {number} */ y) => {
    const isLate = x(j + 0.5) > x(symbols.length) - 96;
    return text(isLate ? x(j) - 3 : x(j + 1) + 3, Math.min(y, rope + pull + 4), isLate ? "end" : "start", said, "tw-pull-label");
  };
  const up = label(right, `1 − p = ${three(1 - probs[right])}`, rope - Math.max(8, (1 - probs[right]) * pull - 11));
  return probs[other] < 0.02 || width === 0 ? [up] : [up, label(other, `p = ${three(probs[other])}`, rope + Math.max(16, probs[other] * pull))];
}

/** The sums at the knot: one piece up, and one piece down for each other letter. Both are equally long.
 * @param {Plan} plan @param {number} up @param {number[]} downs @param {Texts} texts */
function knot({knotX, rope, pull, isNarrow}, up, downs, {words, three}) {
  let at = rope;
  const pieces = downs.map((p) => {
    const from = at;
    at += p * pull;
    return p * pull < 0.1 ? "" : `M${knotX} ${from}V${Math.max(from + 0.3, at - (p * pull > 2.5 ? 1.2 : 0))}`;
  });
  const label = (/** @type {number} */ y, /** @type {string} */ said, name = "") => text(knotX + 16, y + 5, "start", said, name);
  return [
    svg`<path class="tw-pull is-whole" d=${`M${knotX} ${rope}V${rope - up * pull}${pieces.join("")}`}></path>`,
    svg`<circle class="tw-knot" cx=${knotX} cy=${rope} r="7"></circle>`,
    ...(isNarrow ? [] : [
      label(rope - pull * 0.55, `${words.up} ${three(up)}`, "tw-pull-label"),
      label(rope, `${words.sum} ${three(0)}`),
      label(rope + pull * 0.55, `${words.down} ${three(up)}`, "tw-pull-label")
    ])
  ];
}
