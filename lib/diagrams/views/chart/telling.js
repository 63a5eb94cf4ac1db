import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {tint} from "../../drawing/plot-marks.js";
import {gaps, gapText} from "./gaps.js";

/** @typedef {ReturnType<typeof chartWords>} Telling */

/**
 * Return all the texts of a chart.
 *
 * @param {import("./data.js").ChartData} data
 * @param {{title?: string, log?: boolean}} options
 * @param {Words} words of `strings(lang)`
 */
export function chartWords({x, series}, {title, log = false}, words) {
  const {short} = numberFormat(words.lang);
  const xText = (/** @type {number} */ i) => x.names?.[i] ?? short(x.values[i]);
  const place = (/** @type {number} */ i) => [x.label, xText(i)].filter(Boolean).join(" ");
  const entry = (/** @type {number|null} */ value) => (value === null ? words.noPoint : short(value));
  const entries = (/** @type {number} */ i) => series.map(({label, unit, values, colour}) =>
    ({label, colour, text: values[i] !== null && unit ? `${entry(values[i])} ${unit}` : entry(values[i])}));
  const plainReading = (/** @type {number} */ i) =>
    `${place(i)}: ${entries(i).map(({label, text}) => `${label} ${text}`).join(words.listSeparator)}`;
  const name = title ?? words.chart(series.map(({label}) => label).join(", "), x.label);
  return {
    format: short, xText, entry, title: name, plainReading,
    /** The reading as elements, with each number in the colour of its line. */
    reading: (/** @type {number} */ i) => [
      html`<span class="tw-place">${place(i)}</span>`,
      ...entries(i).map(({label, colour, text}) =>
        html`<span class="tw-series" style=${tint(colour)}>${label} <strong>${text}</strong></span>`)
    ],
    summary: `${name}. ${plainReading(0)}. ${plainReading(x.values.length - 1)}.`,
    notes: series.flatMap((one) => gaps(one.values, log).map((gap) => gapText(gap, one, place, words)))
  };
}
