import * as PAPERS from "views:papers";
import * as VIEWS from "views:all";
import {escape} from "./dom.mjs";
import {onPage} from "./on_page.mjs";

/** A table with more rows would be too large for a page. */
const MOST_ROWS = 60;

/**
 * A still picture of a view that has no steps worth a strip: a chart, or a table.
 *
 * These views are built with `htl`, which needs a whole document: jsdom's, as in their tests.
 *
 * @param {import("jsdom").DOMWindow} window may be used repeatedly
 * @param {import("./cells.mjs").Call} call of the view on a page
 * @param {string} lang
 * @returns {string} HTML, empty if it would be too long
 */
export function still(window, {view, options: [data, options]}, lang) {
  return onPage(window, null, () => {
    const {id, follow, ...kept} = /** @type {ViewOptions} */ (options ?? {});
    const element = VIEWS[view](data, {...kept, lang});
    window.document.body.replaceChildren(element);
    return frame(PAPERS[view].still(element), {view, lang, name: element.getAttribute("aria-label") ?? ""});
  });
}

/**
 * Return a drawing or a table as a strip, without buttons.
 *
 * @param {Element|null} taken
 * @param {{view: string, lang: string, name: string}} of
 */
function frame(taken, {view, lang, name}) {
  if (!taken || taken.querySelectorAll("tr").length > MOST_ROWS) return "";
  taken.querySelectorAll(".tw-marker, .tw-hover").forEach((mark) => mark.remove());
  taken.querySelectorAll("button").forEach((button) => button.replaceWith(button.textContent));
  const label = taken.getAttribute("aria-label") ?? name;
  // A table may be wider than a phone, so it is focusable and has a name.
  const scrolls = taken.matches("table") ? ` role="region" tabindex="0" aria-label="${escape(label)}"` : "";
  return `<ol class="tw-strip" data-view="${view}" lang="${lang}" style="--tw-frame:100%" ` +
    `data-pagefind-ignore="all"><li class="tw-still"><div class="tw-as-still"${scrolls}>` +
    `${taken.outerHTML}</div><p aria-hidden="true">${escape(label)}</p></li></ol>`;
}
