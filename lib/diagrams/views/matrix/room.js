import {html} from "htl";
import {scroller} from "../../drawing/stage.js";
import {matrixGrid} from "./grid.js";

/**
 * The matrices of every stage, of which one stage is seen. All of them keep their room, so that
 * the controls below stay where they are.
 *
 * @param {import("./product.js").Stage[]} stages
 * @param {{words: Words, format: import("../../words/numbers.js").NumberFormat}} language
 * @param {(panel: number, cell: number) => void} onPick
 * @returns {HTMLElement & {show: (state: {stage: number, lights: Fields[], isKnown: (panel: number,
 *   cell: number) => boolean, look: string}) => void}}
 */
export function matrixRoom(stages, language, onPick) {
  const grids = stages.map(({panels}) =>
    panels.map((panel, i) => matrixGrid(panel, language, (cell) => onPick(i, cell)))
  );
  const boards = stages.map((stage, i) => html`<div
    class="${`tw-board is-${stage.layout}`}"
    style=${`--tw-digits: ${digits(stage, language.format)}`}
  >${grids[i].flatMap((grid, k) => [k > 0 ? sign(stage.signs[k - 1]) : null, grid])}</div>`);
  const content = html`<div class="tw-boards">${boards}</div>`;
  const element = scroller();
  element.classList.add("tw-matrix-room");
  element.fill(content, language.words.scroller);
  stackWhereNarrow(element, boards);

  const show = ({stage, lights, isKnown, look}) => {
    content.classList.toggle("is-signs", look === "sign");
    boards.forEach((board, i) => board.classList.toggle("is-away", i !== stage));
    grids[stage].forEach((grid, panel) => {
      const here = lights.filter((light) => light.panel === panel);
      grid.show({
        look,
        isKnown: (cell) => isKnown(panel, cell),
        lit: new Map(here.map(({cell, pair}) => [cell, pair])),
        target: here.find((light) => light.isTarget)?.cell ?? null
      });
    });
  };
  return Object.assign(element, {show});
}

function sign(text) {
  return html`<span class="tw-matrix-sign" aria-hidden="true">${text}</span>`;
}

/** Characters of the longest number: every cell is as wide, so that rows and columns line up. */
function digits({panels}, format) {
  const numbers = panels.flatMap((panel) => panel.numbers);
  return Math.max(...numbers.map((x) => format.short(x).length));
}

/** Where the matrices do not fit side by side, they are placed one below the other. */
function stackWhereNarrow(element, boards) {
  if (!globalThis.ResizeObserver) return;
  let known = 0;
  new ResizeObserver(([{contentRect: {width}}]) => {
    if (width === 0 || width === known) return;
    known = width;
    for (const board of boards) {
      board.classList.remove("is-stacked");
      board.classList.toggle("is-stacked", board.offsetWidth > width);
    }
    element.label();
  }).observe(element);
}
