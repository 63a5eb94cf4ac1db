import {html, svg} from "htl";
import {figure} from "../../figure/figure.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/**
 * Numbers as a line as tall as a word.
 *
 * @param {number[]} numbers
 * @param {Record<string, any>} [options] those of `view.json`
 * @returns {HTMLElement}
 */
export function sparkline(numbers, options = {}) {
  return figure(manifest, options, null, (words) => {
    const {height = 20, title} = options;
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    const y = (x) => height - ((x - least) / (most - least || 1)) * height;
    const points = numbers.map((x, i) => `${i * 4},${y(x)}`).join(" ");
    const name = title ?? words.sparkline(numbers.length);
    return html`<span class="tw-sparkline" role="img" lang=${words.lang} aria-label=${name}>${
      svg`<svg width=${numbers.length * 4} height=${height}>
        <polyline points=${points} fill="none" stroke="currentColor"></polyline>
      </svg>`
    }</span>`;
  }, own);
}
