import {html, svg} from "htl";

/**
 * The names of the lines with a piece of each, where there is no room for them at the lines' ends.
 *
 * @param {import("./data.js").ChartData} data
 * @returns {HTMLElement}
 */
export function chartLegend({series}) {
  return html`<div class="tw-legend" aria-hidden="true">${series.map(
    ({label, colour, dash}) => html`<span style=${`--tw-series: var(--${colour})`}>
      ${sample(dash)} ${label}
    </span>`
  )}</div>`;
}

function sample(dash) {
  return svg`<svg width="34" height="10">
    <path class="tw-curve" d="M0,5H34" stroke-dasharray=${dash}></path>
  </svg>`;
}
