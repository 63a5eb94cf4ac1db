import {html, svg} from "htl";
import {gridOf} from "./maps.js";

/** Pixels of a cell of a tile. */
const CELL = 8;

/** Return the grid of a shape, as small as a letter. */
export function tileGrid(/** @type {number[]} */ shape, cell = CELL, edge = "") {
  const [rows, columns] = gridOf(shape);
  const width = columns * cell;
  const height = rows * cell;
  const lines = [
    ...Array.from({length: rows - 1}, (_, i) => `M0 ${(i + 1) * cell}H${width}`),
    ...Array.from({length: columns - 1}, (_, i) => `M${(i + 1) * cell} 0V${height}`)
  ];
  // The inner edges of a product: the columns of the left one and the rows of the right one.
  const [fit, side] = edge.split("-");
  const inner = side === "right" ? `M0 ${height}H${width}` : side === "left" ? `M0 0V${height}` : "";
  return svg`<svg width=${width + 4} height=${height + 4} viewBox=${`-2 -2 ${width + 4} ${height + 4}`} aria-hidden="true">
    <rect class="derive-tile-body" width=${width} height=${height}></rect>
    <path class="derive-tile-lines" d=${lines.join("")}></path>
    ${inner ? svg`<path class=${`derive-edge is-${fit}`} d=${inner}></path>` : ""}
  </svg>`;
}

/** Return a shape as a text. */
export const shapeText = (/** @type {number[]} */ shape) => shape.join("×");

/**
 * Return an expression as tiles in their shapes.
 *
 * @param {{text?: string, sign?: string, shape?: number[], bad?: boolean, edge?: string}[]} tiles
 */
export function tileRow(tiles) {
  return tiles.map(({text, sign, shape, bad, edge}) => {
    if (sign !== undefined || !shape || shape.length === 0) {
      const shown = (sign ?? text).replace("*", "×").replace("-", "−");
      return html`<span class=${`derive-sign${bad ? " is-wrong" : ""}`}>${shown}</span>`;
    }
    const kind = /^d[A-Za-z]/.test(text) ? "is-gradient" : "is-value";
    return html`<span class=${`derive-tile ${kind}`}>${tileGrid(shape, CELL, edge)}<span>${text}</span></span>`;
  });
}
