import {svg} from "htl";

/** @param {number} x1 @param {number} x2 @param {number} y1 @param {number} y2 @param {string} [name] of its class */
export function rule(x1, x2, y1, y2, name) {
  return svg`<line class=${name} x1=${x1} x2=${x2} y1=${y1} y2=${y2}></line>`;
}

/** @param {number} x @param {number} y @param {string} anchor @param {unknown} content @param {string} [name] */
export function text(x, y, anchor, content, name) {
  return svg`<text class=${name} x=${x} y=${y} text-anchor=${anchor}>${content}</text>`;
}

/** The colour of a series, for the stylesheet. */
export function tint(/** @type {string} */ colour) {
  return `--tw-series: var(--${colour})`;
}

/** A place in tenths of a pixel. */
export function round(/** @type {number} */ x) {
  return Math.round(x * 10) / 10;
}

/** @typedef {ReturnType<typeof import("./scale.js").scale>} Scale */

/**
 * A light grid with the numbers at its ticks.
 *
 * @param {{left: number, right: number, bottom: number, x: Scale, y: Scale}} plan in pixels
 * @param {(y: number) => string} format
 * @param {(x: number) => string|null} nameOf what stands below a tick of x
 * @param {SVGElement[]} titles of the axes
 */
export function axes({left, right, bottom, x, y}, format, nameOf, titles) {
  return svg`<g class="tw-axes">
    ${y.ticks.flatMap((tick) => {
      const at = y.at(tick);
      return [rule(left, right, at, at), text(left - 8, at + 5, "end", format(tick))];
    })}
    ${rule(left, right, bottom, bottom, "tw-tick")}
    ${x.ticks.flatMap((tick) => {
      const at = x.at(tick);
      const name = nameOf(tick);
      return [rule(at, at, bottom, bottom + 5, "tw-tick"), name && text(at, bottom + 20, "middle", name)];
    })}
    ${titles}
  </g>`;
}
