import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {tint} from "../../drawing/plot-marks.js";
import {gaps, gapText} from "./gaps.js";

/**
 * Return all the texts of a chart.
 *
 * @param {import("./data.js").ChartData} data
 * @param {{title?: string, log?: boolean}} options
 * @param {Words} words of `strings(lang)`
 */
export function chartWords({x, series}, {title, log = false}, words) {
  const {short} = numberFormat(words.lang);
  const xText = (i) => x.names?.[i] ?? short(x.values[i]);
  const place = (i) => [x.label, xText(i)].filter(Boolean).join(" ");
  const amount = (value, unit) => {
    if (value === null) return words.noPoint;
    return unit ? `${short(value)} ${unit}` : short(value);
  };
  const entries = (i) =>
    series.map(({label, unit, values, colour}) => ({label, colour, text: amount(values[i], unit)}));
  const plainReading = (i) => {
    const readings = entries(i).map(({label, text}) => `${label} ${text}`);
    return `${place(i)}: ${readings.join(words.listSeparator)}`;
  };
  const name = title ?? words.chart(series.map(({label}) => label).join(", "), x.label);
  const last = x.values.length - 1;
  return {
    format: short,
    xText,
    entry: (value) => (value === null ? words.noPoint : short(value)),
    title: name,
    plainReading,
    /** The reading as elements, with each number in the colour of its line. */
    reading: (i) => [
      html`<span class="tw-place">${place(i)}</span>`,
      ...entries(i).map(({label, colour, text}) =>
        html`<span class="tw-series" style=${tint(colour)}>${label} <strong>${text}</strong></span>`)
    ],
    summary: `${name}. ${plainReading(0)}. ${plainReading(last)}.`,
    notes: series.flatMap((one) =>
      gaps(one.values, log).map((gap) => gapText(gap, one, place, words))
    )
  };
}
