import {svg} from "htl";
import {linear} from "../../drawing/scale.js";
import {formula} from "./data.js";
/** @import {Size} from "../../layout/types.js" */
/** @import {Family, Setting, Stack} from "./data.js" */

/** @typedef {Size & Omit<Family, "at"> & {words: Words, short: (x: number) => string}} Room with the texts in it */

/** The powers of ten on the axes of gradients and losses; a label gives the size of what is beyond them. */
const SIZES = [-6, 2];
const LOSSES = [-2, 1];

const line = (/** @type {string} */ kind, /** @type {string} */ d) => svg`<path class=${kind} d=${d}></path>`;
/** @param {string} kind @param {number} x @param {number} y @param {string} content */
const text = (kind, x, y, content) => svg`<text class=${kind} x=${x} y=${y}>${content}</text>`;
/** @param {number} x @param {number[]} ends */
const within = (x, [least, most]) => Math.max(least, Math.min(most, x));

/** A size that is a power of ten, written so that powers differ by more than a digit. */
export function sizeText(/** @type {number} */ power, /** @type {(x: number) => string} */ short) {
  const x = 10 ** power;
  if (power > -2.5 && power < 4) return short(Number(x.toPrecision(2)));
  const down = Math.floor(power + 1e-9);
  const sign = String(down).replace("-", "⁻").replaceAll(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);
  return `10${sign}`;
}

/** An SVG of this size with these parts.
 * @param {string} kind @param {string} label @param {SVGElement[]} children @param {Size} size */
export function sheet(kind, label, children, {width, height}) {
  return svg`<svg class=${`tw-dots-drawing ${kind}`} role="img" aria-label=${label} width=${width} height=${height}
    viewBox=${`0 0 ${width} ${height}`}>${children}</svg>`;
}

/** Where a bar is, for the drawing and for the pointer. */
export function barsOf(/** @type {Stack} */ {depth}, /** @type {number} */ width) {
  const left = 40;
  const step = (width - left - 4) / depth;
  const at = (/** @type {number} */ x) => within(Math.ceil((x - left) / step), [0, depth]);
  return {left, step, at, x: (/** @type {number} */ i) => left + i * step};
}

/** The gradient of each block, with that of the setting before as a line of dots.
 * @param {Stack} stack @param {Stack|null} ghost @param {number} block @param {Room} room */
export function gradientBars(stack, ghost, block, {width, height, words, short}) {
  const {gradients, depth} = stack;
  const bars = barsOf(stack, width);
  const bottom = height - 36;
  const y = linear(SIZES, [bottom, 24]);
  const made = [text("is-title", 0, 14, words.gradientPanel)];
  for (let power = SIZES[0]; power <= SIZES[1]; power += bottom < 100 ? 4 : 2) {
    made.push(line("is-grid", `M${bars.left} ${y(power)}H${width}`), text("is-tick", bars.left - 5, y(power) + 4, sizeText(power, short)));
  }
  gradients.forEach((power, i) => {
    const top = power < SIZES[0] ? bottom - 3 : y(within(power, SIZES));
    made.push(svg`<rect class=${`tw-dots-bar${i === block - 1 ? " is-here" : ""}`} x=${bars.x(i) + bars.step * 0.14} y=${top}
      width=${Math.max(1, bars.step * 0.72)} height=${bottom - top}></rect>`);
  });
  if (ghost) {
    const old = barsOf(ghost, width);
    const steps = ghost.gradients.map((power, i) => `${i ? "L" : "M"}${old.x(i)} ${y(within(power, SIZES))}H${old.x(i + 1)}`);
    made.push(line("is-ghost", steps.join("")));
  }
  const most = Math.max(...gradients);
  const least = Math.min(...gradients);
  if (least < SIZES[0]) made.push(text("is-beyond", bars.left + 8, bottom - 12, words.downTo(sizeText(least, short))));
  if (most > SIZES[1]) made.push(text("is-beyond", bars.left + 8, 40, words.upTo(sizeText(most, short))));
  const here = bars.x(block) - (block > 0 ? bars.step / 2 : 0);
  made.push(line("is-pointer", `M${here - 6} ${bottom + 10}l6 -8l6 8z`));
  made.push(text("is-tick is-first", bars.left, bottom + 26, words.blockAt(1)), text("is-tick", width - 4, bottom + 26, words.blockAt(depth)));
  return made;
}

/** The colour of a row, by the quarter of the plane in which it is at first. */
function colourOf(/** @type {number[]} */ [x, y]) {
  return ["forward", "leaf", "saved", "ink"][Math.floor((Math.atan2(y, x) / Math.PI + 1) * 1.999)];
}

/** The rows as dots, between two blocks while they move.
 * @param {Stack} stack @param {number} block @param {Room} room */
export function rowDots(stack, block, {width, height, words, short}) {
  const {cosines, dots} = stack;
  const radius = Math.min(width, height - 26) / 2 - 4;
  const x0 = width / 2;
  const y0 = radius + 26;
  const from = Math.floor(block);
  const now = dots(from);
  const next = dots(Math.min(stack.depth, from + 1));
  const first = dots(0);
  const share = block - from;
  const places = now.map(([x, y], i) => [x + (next[i][0] - x) * share, y + (next[i][1] - y) * share]);
  const isPoint = places.every(([x, y]) => Math.hypot(x, y) < 0.12);
  const made = [
    text("is-title", 0, 14, from === 0 ? words.inputRows : words.rowsAfter(from)),
    svg`<circle class="tw-dots-room" cx=${x0} cy=${y0} r=${radius}></circle>`,
    ...first.map(([x, y]) => svg`<circle class="tw-dots-first" cx=${x0 + radius * x} cy=${y0 - radius * y} r="2.5"></circle>`),
    ...places.map(([x, y], i) => svg`<circle class="tw-dots-row" style=${`--tw-series: var(--${colourOf(first[i])})`}
      cx=${(x0 + radius * x).toFixed(1)} cy=${(y0 - radius * y).toFixed(1)} r="5.5"></circle>`),
    text("is-tick", width, 14, words.cosine(short(Number(cosines[from].toFixed(2)))))
  ];
  if (isPoint) made.push(text("is-point", x0, y0 - 16, words.onePoint));
  return made;
}

/** Percent of its colour that the share of paths through 0, 1, 2 and 3 branches has. */
const STRENGTHS = [100, 62, 46, 32];

/** The gradient at the input by how many branches its paths cross. */
export function shareBar(/** @type {Stack} */ {shares, depth}, /** @type {Room} */ {width, height, words}) {
  const made = [text("is-title", 0, 14, words.sharePanel)];
  const top = 24;
  const tall = height - top - 20;
  if (!shares) {
    return [...made, svg`<rect class="tw-dots-no-skip" x="1" y=${top} width=${width - 2} height=${tall}></rect>`,
      text("is-tick is-first", 0, height - 4, words.oneWay(depth))];
  }
  const sum = shares.reduce((all, share) => all + Math.max(0, share), 0);
  let x = 0;
  shares.forEach((share, k) => {
    const wide = (Math.max(0, share) / sum) * width;
    if (wide >= 1) {
      made.push(svg`<rect class="tw-dots-share" style=${`--tw-strength: ${STRENGTHS[k] ?? 20}%`} x=${x} y=${top} width=${Math.max(0, wide - 2)} height=${tall}></rect>`);
    }
    const isLast = k === shares.length - 1;
    if (wide > 34) made.push(text("is-share", x + wide / 2, height - 4, wide > 110 ? words.branches(k, isLast, share) : words.few(k, isLast)));
    x += wide;
  });
  return made;
}

/** Losses of three draws, with those of the same stack without or with its skip.
 * @param {Stack} stack @param {Stack} other @param {Setting} setting @param {Room} room */
export function lossCurves(stack, other, setting, {width, height, words, short, frequent, every}) {
  const left = 40;
  const right = 104;
  const top = 26;
  const bottom = height - 22;
  const y = linear(LOSSES, [bottom, top]);
  const steps = stack.losses[0].length - 1;
  const x = linear([0, steps], [left, width - right]);
  const made = [text("is-title", 0, 14, words.lossPanel)];
  for (let power = LOSSES[0]; power <= LOSSES[1]; power++) {
    made.push(line("is-grid", `M${left} ${y(power)}H${width - right}`), text("is-tick", left - 5, y(power) + 4, sizeText(power, short)));
  }
  const known = y(Math.log10(frequent));
  made.push(line("is-ghost", `M${left} ${known}H${width - right}`));
  const curve = (/** @type {string} */ kind, /** @type {Stack} */ {losses}) => losses.map((draw) =>
    line(kind, draw.map((power, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(within(power, LOSSES)).toFixed(1)}`).join("")));
  made.push(...curve("is-other", other), ...curve("is-own", stack));
  const names = [{of: setting, loss: stack.loss, kind: "is-first is-strong"},
    {of: {...setting, skip: !setting.skip}, loss: other.loss, kind: "is-first"}].map(({of, loss, kind}) =>
    ({y: y(within(loss, LOSSES)) + 4, text: formula(of), kind})).sort((a, b) => a.y - b.y);
  names[1].y = Math.max(names[1].y, names[0].y + 16);
  for (const one of names) made.push(text(one.kind, width - right + 6, Math.min(bottom + 14, one.y), one.text));
  made.push(text("is-tick is-first", left, bottom + 18, words.stepAt(0)), text("is-tick", width - right, bottom + 18, String(steps * every)));
  made.push(text("is-tick", width - right - 4, known - 6, words.counts));
  return made;
}
