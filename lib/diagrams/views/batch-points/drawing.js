import {svg} from "htl";
import {text} from "../../drawing/plot-marks.js";
/** @import {Plan} from "./plan.js" */

/** An arrow from one place to another on a line. @param {number} from @param {number} to @param {number} y */
function arrow(from, to, y, name = "", thick = 6) {
  const length = Math.abs(to - from);
  if (length < 1.5) return svg`<circle class=${`tw-force ${name}`} cx=${from} cy=${y} r="2.5"></circle>`;
  const way = Math.sign(to - from);
  const neck = to - way * Math.min(11, length);
  const half = thick / 2;
  const wing = half + 4;
  return svg`<path class=${`tw-force ${name}`} d=${`M${from} ${y - half}L${neck} ${y - half}V${y - wing}L${to} ${y
  }L${neck} ${y + wing}V${y + half}L${from} ${y + half}Z`}></path>`;
}

/** The length of an arrow without the handle at its tip. */
function shorter(/** @type {number} */ length) {
  return Math.sign(length) * Math.max(0, Math.abs(length) - 8);
}

/** A number at the tip of an arrow, or on its other side where there is no room.
 * @param {number} from @param {number} to @param {number} y @param {string} content @param {string} name
 * @param {Plan} plan */
function numberAt(from, to, y, content, name, {width, type}) {
  const isRight = to >= from;
  const isOut = isRight ? to > width - 5.2 * type : to < 5.2 * type;
  const x = isOut ? from + (isRight ? -9 : 9) : to + (isRight ? 10 : -10);
  return text(x, y + type / 3, isRight === isOut ? "end" : "start", content, `tw-points-number ${name}`);
}

/** An axis with the band of the spread and the tick of the mean.
 * @param {Plan} plan @param {number} y @param {number} mean @param {number} spread */
function axis({x, width, band}, y, mean, spread) {
  return svg`<g><rect class="tw-points-band" x=${x(mean - spread)} y=${y - band / 2}
      width=${x(mean + spread) - x(mean - spread)} height=${band} rx="4"></rect>
    <path class="tw-points-axis" d=${`M4 ${y}H${width - 4}`}></path>
    <path class="tw-points-mean" d=${`M${x(mean)} ${y - band / 2 - 3}v${band + 6}`}></path></g>`;
}

/**
 * The drawing without its handles.
 *
 * @param {Plan} plan
 * @typedef {{x: number[], g: number[], mean: number, spread: number, y: number[], outgoing: number[]|null,
 *   right: number[], effect: ReturnType<typeof import("./norm.js").effectOf>,
 *   before: {x: number[], y: number[], i: number}|null}} Scene `outgoing` is null while it is withheld, `right` that of
 *   the whole backward pass, `before` the points before the drag of one
 *
 * @param {Scene} state
 * @param {Words} words
 * @param {(x: number) => string} format
 */
export function pointsDrawing(plan, state, words, format) {
  const {x: at, out, into, top, below, line, force, inside, label} = plan;
  const {x, g, mean, spread, y, outgoing, right, before} = state;
  const row = (/** @type {number} */ first, /** @type {number} */ i) => first + (i + 0.5) * line;
  /** @param {number} from @param {number} to @param {string} name */
  const thread = (from, to, name) => svg`<path class=${`tw-points-thread ${name}`} d=${`M${at(from)} ${into
  }C${at(from)} ${into - 0.45 * (into - out)} ${at(to)} ${out + 0.45 * (into - out)} ${at(to)} ${out}`}></path>`;
  /** @param {number} place @param {number} from @param {number} to */
  const drop = (place, from, to) => svg`<path class="tw-points-drop" d=${`M${at(place)} ${from}V${to}`}></path>`;
  const coming = y.map((place, i) => [
    drop(place, row(top, i), out),
    arrow(at(place), at(place) + shorter(g[i] * force), row(top, i)),
    numberAt(at(place), at(place) + g[i] * force + Math.sign(g[i]) * 6, row(top, i), `∂ ${format(g[i])}`, "", plan)
  ]);
  const leaving = outgoing?.map((one, i) => {
    const from = at(x[i]);
    const [tip, should] = [one, right[i]].map((size) => inside(from + size * force));
    const isWrong = Math.abs(one - right[i]) > 0.005;
    // Beyond both arrows, on the side of its own.
    const ends = [from, tip, should].sort((a, b) => (tip < from ? b - a : a - b));
    return [
      drop(x[i], into, row(below, i)),
      isWrong ? arrow(from, should, row(below, i), "is-meant") : null,
      arrow(from, tip, row(below, i), isWrong ? "is-wrong" : ""),
      numberAt(ends[0], ends[2], row(below, i), `∂ ${format(one)}`, isWrong ? "is-wrong" : "", plan)
    ];
  });
  return svg`<g style=${`font-size: ${plan.type}px`}>
    ${axis(plan, out, 0, 1)}${axis(plan, into, mean, spread)}
    ${before ? before.y.map((place, i) => thread(before.x[i], place, "is-before")) : null}
    ${x.map((place, i) => thread(place, y[i], ""))}
    ${[...coming, ...(leaving ?? [])].flat()}
    ${text(4, label - 5, "start", words.incoming, "tw-points-label")}
    ${text(4, out + plan.band / 2 + label - 3, "start", words.outputs, "tw-points-label is-value")}
    ${text(plan.width - 4, into + plan.band / 2 + label - 1, "end", words.inputs(format(mean), format(spread)), "tw-points-label is-value")}
    ${outgoing ? text(4, into + plan.band / 2 + label - 1, "start", words.outgoing, "tw-points-label") : null}
    ${y.map((place, i) => svg`<g class="tw-points-output"><circle cx=${at(place)} cy=${out} r="9"></circle>
      ${text(at(place), out + 4.5, "middle", i + 1)}</g>`)}
    ${plan.hasSum && outgoing ? columnDrawing(plan, state, words, format) : null}
  </g>`;
}

/** What the outgoing gradients would do to the column as a whole: shift it, stretch it.
 * @param {Plan} plan @param {Scene} state @param {Words} words @param {(x: number) => string} format */
function columnDrawing({x: at, sum, force, inside, width}, {mean, spread, effect}, words, format) {
  const [left, middle, end] = [mean - spread, mean, mean + spread].map(at);
  const {shift, stretch} = effect;
  const [hasShift, hasStretch] = [shift, stretch].map((one) => Math.abs(one) >= 0.005);
  const isStill = !hasShift && !hasStretch;
  const said = isStill ? words.balanced : words.moves(format(shift), format(stretch));
  return svg`<g><path class="tw-points-bracket" d=${`M${left} ${sum - 7}v14M${end} ${sum - 7}v14M${left} ${sum}H${end}M${
    middle} ${sum - 5}v10`}></path>
    ${hasShift ? arrow(middle, inside(middle + shift * force), sum, "is-wrong", 8) : null}
    ${hasStretch ? [arrow(left, inside(left - stretch * force), sum, "is-wrong"),
      arrow(end, inside(end + stretch * force), sum, "is-wrong")] : null}
    <text class=${`tw-points-label ${isStill ? "" : "is-wrong"}`} text-anchor="middle"
      x=${Math.max(130, Math.min(width - 130, middle))} y=${sum + 24}>${said}</text></g>`;
}
