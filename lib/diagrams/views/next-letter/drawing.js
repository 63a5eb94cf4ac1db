import {svg} from "htl";

/** Pixels above the bars for a chance, and below them for the letter. */
const HEAD = 18;
const FOOT = 24;

/** The axis goes up to this chance at least, so that an even guess looks low. */
const LEAST_TOP = 0.3;

/** How many bars have their chance written above them, at most. */
const LABELLED = 3;

/**
 * A bar for each symbol, as high as its chance.
 *
 * @typedef {{words: Words} & Record<"short"|"percent", (x: number) => string>} Formats
 * @typedef {{name: string, checkpoint: import("./model.js").Checkpoint, temperature: number, least: number,
 *   context: string[], chances: number[], chosen: number, rows: {context: string[], symbol: string, chance: number}[],
 *   written: {name: string, steps: number}[], finished: string|null}} Now the name so far, what the model sees and
 *   finds, the `rows` drawn for this name, and the finished ones
 *
 * @param {Pick<Now, "chances"|"chosen"> & {symbols: string[], id: string}} now
 * @param {{width: number, height: number}} size
 * @param {Formats} formats
 * @returns {{bars: SVGElement[], columnAt: (x: number) => number}} `columnAt` finds the symbol at
 *   some pixels from the left
 */
export function letterBars({symbols, chances, chosen, id}, {width, height}, {percent, words}) {
  const column = width / symbols.length;
  const base = height - FOOT;
  const top = Math.max(LEAST_TOP, ...chances);
  const ranked = [...chances.keys()].sort((a, b) => chances[b] - chances[a]);
  /** @type {number[]} */
  const labelled = [];
  for (const i of ranked.slice(0, LABELLED)) {
    if (chances[i] > 0.02 && labelled.every((other) => Math.abs(other - i) * column > 38)) labelled.push(i);
  }
  const bars = symbols.map((symbol, i) => {
    const high = Math.max(1, (chances[i] / top) * (base - HEAD));
    const x = i * column;
    const name = `${i === 0 ? `${symbol} (${words.isEnd})` : symbol}, ${percent(chances[i])}`;
    const middle = Math.max(18, Math.min(width - 18, x + column / 2));
    return svg`<g class=${`tw-letter${i === chosen ? " is-chosen" : ""}`} role="option" id=${`${id}-${i}`}
      aria-selected=${String(i === chosen)} aria-label=${name}>
      <rect class="tw-letter-reach" x=${x} y="0" width=${column} height=${height}></rect>
      <rect class="tw-letter-bar" x=${x + 1.5} y=${base - high} width=${Math.max(1, column - 3)} height=${high}></rect>
      <text x=${x + column / 2} y=${height - 7} text-anchor="middle">${symbol}</text>
      ${labelled.includes(i) ? svg`<text class="tw-letter-chance" x=${middle} y=${base - high - 5}
        text-anchor="middle">${percent(chances[i])}</text>` : ""}</g>`;
  });
  return {bars, columnAt: (x) => Math.max(0, Math.min(symbols.length - 1, Math.floor(x / column)))};
}
