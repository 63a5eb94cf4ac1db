import {svg} from "htl";

/** The powers of ten at the ends of the axis; equal gradients have a place before it. */
export const ENDS = {from: -12, to: 0};
const SIDE = 14;
const EQUAL = 84;
const ROW = 13;

/**
 * The axis of a ruler: `x` gives the pixel of a difference, `power` the power of ten at a pixel.
 *
 * @param {number} width
 */
export function axisOf(width) {
  const begin = SIDE + EQUAL;
  const span = width - SIDE - begin;
  const {from, to} = ENDS;
  return {
    x(/** @type {number} */ difference) {
      if (difference <= 0) return SIDE + EQUAL / 2 - 18;
      return begin + (span * (Math.log10(difference) - from)) / (to - from);
    },
    power: (/** @type {number} */ x) => from + ((x - begin) / span) * (to - from),
    begin,
    end: width - SIDE
  };
}

/**
 * The ruler: right dots in piles over the axis, wrong ones above them with their names, and the tolerance.
 *
 * @param {{key: string, right: boolean, at: number}[]} dots
 * @param {{width: number, height: number, tolerance: number, isOpen: boolean}} how
 */
export function rulerPart(dots, {width, height, tolerance, isOpen}, /** @type {Words} */ words) {
  const axis = axisOf(width);
  const base = height - 40;
  const piles = /** @type {Map<number, number>} */ (new Map());
  const line = axis.x(tolerance);
  const each = width < 480 ? 4 : 2;
  const powers = Array.from({length: ENDS.to - ENDS.from + 1}, (_, i) => ENDS.from + i).filter((p) => p % each === 0);
  const wrong = dots.filter(({right}) => !right).sort((a, b) => a.at - b.at);
  return [
    svg`<rect class="tw-ruler-passes" x=${SIDE} y="8" width=${Math.max(0, line - SIDE)} height=${base - 8}></rect>`,
    svg`<path class="tw-ruler-axis" d=${`M${SIDE} ${base}H${SIDE + EQUAL - 32}M${axis.begin} ${base}H${axis.end}`}></path>`,
    ...powers.map((power) => svg`<g transform=${`translate(${axis.x(10 ** power)} ${base})`}><path class="tw-ruler-axis" d="M0 0V6"></path>
      <text y="22">10<tspan dy="-6" class="tw-ruler-power">${String(power).replace("-", "−")}</tspan></text></g>`),
    svg`<text x=${axis.x(0)} y=${base + 22}>${words.exact}</text>`,
    ...(isOpen ? dots.filter(({right}) => right).map(({key, at}) => {
      const x = axis.x(at);
      const place = Math.round(x / 9);
      const pile = piles.get(place) ?? 0;
      piles.set(place, pile + 1);
      return svg`<circle class="tw-ruler-right" cx=${at > 0 ? x : x - 5 + 11 * (pile % 2)} cy=${base - 8 - (at > 0 ? pile : Math.floor(pile / 2)) * ROW} r="4.5"><title>d${key}</title></circle>`;
    }) : []),
    ...(isOpen ? wrong.map(({key, at}, i) => {
      const x = axis.x(at);
      const y = base - 70 - i * 24;
      const isLeft = x > width * 0.55;
      return svg`<g class="tw-ruler-wrong"><path d=${`M${x} ${base}V${y}`}></path><path d=${`M${x - 5} ${y - 5}l10 10m0 -10l-10 10`} class="tw-ruler-cross"></path>
        <text x=${x + (isLeft ? -10 : 10)} y=${y + 5} class=${isLeft ? "is-left" : ""}>${words.names[key] ?? key}</text></g>`;
    }) : []),
    svg`<path class="tw-ruler-line" d=${`M${line} 8V${base}`}></path>`
  ];
}
