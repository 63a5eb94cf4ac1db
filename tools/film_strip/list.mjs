import {plain} from "../../lib/diagrams/words/say.js";
import {strings} from "../../lib/diagrams/words/strings.js";
import {escape} from "./dom.mjs";
import {slim} from "./slim.mjs";

/** The scale of a drawing on paper, relative to the screen. */
const SCALE = 0.75;

/**
 * A film-strip as part of a page, in the colours of the page's own styles.
 *
 * @param {StripFrame[]} frames
 * @param {object} of the figure that it replaces
 * @param {string} of.view
 * @param {string} of.lang
 * @param {string|object} [of.labels] the labels on the edges of a graph
 * @returns {string} HTML; its sentences are not in the search index, since every page has them
 */
export function list(frames, {view, lang, labels}) {
  const widths = frames.map(({drawing}) => Number(drawing.getAttribute("width")));
  const width = Math.round(Math.max(...widths) * SCALE);
  const stills = frames.map((frame) => still(frame, strings(lang))).join("");
  const shown = typeof labels === "string" ? ` data-labels="${escape(labels)}"` : "";
  return `<ol class="tw-strip" data-view="${view}" lang="${lang}"${shown} style="--tw-frame:${width}px" ` +
    `data-pagefind-ignore="all">${stills}</ol>`;
}

function still(/** @type {StripFrame} */ {index, end, said, drawing}, /** @type {Words} */ words) {
  const sentence = plain(said);
  const parts = said.map(({text, kind}) =>
    kind ? `<span class="tw-${kind}">${escape(text)}</span>` : escape(text)
  );
  // The sentence is the drawing's name, and should not be read aloud twice.
  return `<li class="tw-still" data-step="${index}">${slim(drawing, sentence).outerHTML}` +
    `<p aria-hidden="true"><b>${escape(words.stepOf(index, end))}.</b> ${parts.join("")}</p></li>`;
}
