import {html} from "htl";

/** Pixels between two maps, and of the line of text below them. */
const GAP = 26;
const TEXT = 22;
/** The width of a letter of the title, and the height of its second line. */
const LETTER = 6.8;
const LINE = 17;

/**
 * Gradients as maps of squares: a square is filled for a positive number and hollow for a negative one,
 * and larger the farther the number is from 0.
 *
 * @typedef {{text: string, cells: number[]|null, width: number, look: string, before: string}} Map
 * @returns {HTMLElement & {fit: (width: number, height: number) => void, show: (title: string, maps: Map[]) => void}}
 */
export function gradientMaps() {
  const element = html`<div></div>`;
  let room = {width: 640, height: 130};
  let shown = {title: "", maps: /** @type {Map[]} */ ([])};
  const draw = () => {
    const {title, maps} = shown;
    const {width, height} = room;
    const cut = title.length * LETTER > width ? title.lastIndexOf(" ", width / LETTER) : title.length;
    const rest = title.slice(cut + 1);
    const down = rest ? LINE : 0;
    const columns = maps.reduce((sum, one) => sum + one.width, 0);
    const rows = Math.max(1, ...maps.map(({cells, width: across}) => (cells ? cells.length / across : 1)));
    const cell = Math.max(3, Math.min(14, (height - 2 * TEXT - down) / rows, (width - GAP * maps.length) / columns));
    const most = Math.max(1e-30, ...maps.flatMap(({cells}) => (cells ?? []).map(Math.abs)));
    let x = 2;
    const drawn = maps.map((map) => {
      const left = x;
      x += map.width * cell + GAP;
      return drawMap(map, left, {cell, rows, most});
    });
    element.innerHTML = `<svg class="tw-graph tw-map-row" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"
      role="img" aria-label="${title}"><text x="0" y="15">${title.slice(0, cut)}</text><text x="0" y="${15 + LINE}">${rest}</text><g transform="translate(0 ${down})">${drawn.join("")}</g></svg>`;
  };
  return Object.assign(element, {
    fit(/** @type {number} */ width, /** @type {number} */ height) {
      room = {width, height};
      draw();
    },
    show(/** @type {string} */ title, /** @type {Map[]} */ maps) {
      shown = {title, maps};
      draw();
    }
  });
}

/** @param {Map} map @param {number} left @param {Record<"cell"|"rows"|"most", number>} scale */
function drawMap({text, cells, width, look, before}, left, {cell, rows, most}) {
  const frame = `<rect class="tw-map-frame ${cells ? "" : "is-missing"}" x="${left - 2}" y="${TEXT}" width="${width * cell + 4}" height="${rows * cell + 4}"/>`;
  const squares = (cells ?? []).map((number, i) => {
    const size = Math.sqrt(Math.min(1, Math.abs(number) / most)) * (cell - 1);
    if (size < 0.6) return "";
    const x = left + (i % width + 0.5) * cell - size / 2;
    const y = TEXT + 2 + (Math.floor(i / width) + 0.5) * cell - size / 2;
    return `<rect class="tw-map-cell ${look}${number < 0 ? " is-negative" : ""}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${size.toFixed(1)}" height="${size.toFixed(1)}"/>`;
  });
  const sign = before ? `<text class="tw-map-sign" x="${left - GAP / 2}" y="${TEXT + rows * cell / 2 + 6}">${before}</text>` : "";
  return `${frame}${squares.join("")}${sign}<text x="${left - 2}" y="${TEXT + rows * cell + 19}">${text}</text>`;
}
