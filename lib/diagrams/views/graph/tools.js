import {html} from "htl";
import {icon} from "../../controls/icons.js";
import {quietly} from "../../controls/quietly.js";

/**
 * The controls of a graph: zoom, folding, the labels of edges, a link.
 *
 * @param {Words} words of `strings(lang)`
 * @param {object} options
 * @param {ReturnType<typeof import("../../drawing/foldable-graph.js").foldableGraph>} options.drawing
 * @param {string|null} options.labels chosen at first; null: there are none
 * @param {string[]} options.groups paths of all groups; none: nothing folds
 * @param {HTMLElement|null} options.copy the button that copies a link
 * @returns {HTMLElement & {show: () => void}} `show` disables what would change nothing
 */
export function graphTools(words, {drawing, labels, groups, copy}) {
  const button = (/** @type {Parameters<typeof icon>[0]} */ name, /** @type {() => void} */ act) => html`<button
    type="button"
    class="tw-button"
    aria-label=${words[name]}
    title=${words[name]}
    onclick=${act}
  >${icon(name)}</button>`;
  const turn = (/** @type {string} */ name, /** @type {string[]} */ paths) => html`<button
    type="button"
    class="tw-plain-button"
    onclick=${() => {
      drawing.turnAll(paths);
      show();
    }}
  >${words[name]}</button>`;
  const fold = turn("foldAll", []);
  const unfold = turn("unfoldAll", groups);
  const show = () => {
    fold.setAttribute("aria-disabled", String(drawing.open?.length === 0));
    unfold.setAttribute("aria-disabled", String(drawing.open?.length === groups.length));
  };
  show();
  const element = html`<div class="tw-tools" role="group" aria-label=${words.tools}>
    <span class="tw-buttons">${[
      button("zoomOut", () => drawing.zoom.by(-1)),
      button("zoomIn", () => drawing.zoom.by(1)),
      button("zoomFit", () => drawing.zoom.all())
    ]}</span>
    ${groups.length > 0 ? [fold, unfold] : null}
    ${labels === null ? null : edgeLabels(words, labels, drawing)}
    ${copy}
  </div>`;
  return Object.assign(element, {show});
}

/** The choice of labels for the edges. */
function edgeLabels(/** @type {Words} */ words, /** @type {string} */ first, /** @type {HTMLElement} */ drawing) {
  const select = html`<select class="tw-select">
    ${["local", "contribution", "none"].map((value) => html`<option
      value=${value}
      selected=${value === first}
    >${words[`edge${value[0].toUpperCase()}${value.slice(1)}`]}</option>`)}
  </select>`;
  const choose = () => drawing.setAttribute("data-labels", select.value);
  // The value of the figure is its step, which this does not change.
  quietly(select, choose);
  choose();
  return html`<label class="tw-choose">${words.edgeLabels} ${select}</label>`;
}
