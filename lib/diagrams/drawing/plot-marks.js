import {svg} from "htl";

export function rule(x1, x2, y1, y2, name) {
  return svg`<line class=${name} x1=${x1} x2=${x2} y1=${y1} y2=${y2}></line>`;
}

export function text(x, y, anchor, content, name) {
  return svg`<text class=${name} x=${x} y=${y} text-anchor=${anchor}>${content}</text>`;
}

/** The colour of a series, for the stylesheet. */
export function tint(colour) {
  return `--tw-series: var(--${colour})`;
}

/** A place in tenths of a pixel. */
export function round(x) {
  return Math.round(x * 10) / 10;
}

/**
 * A light grid with the numbers at its ticks.
 *
 * @param {Fields} plan `left`, `right` and `bottom` in pixels, and the scales `x` and `y`
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
