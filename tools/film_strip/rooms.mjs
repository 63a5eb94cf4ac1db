import * as VIEWS from "views:all";
import {onPage} from "./on_page.mjs";

/** The column of a phone and of a desktop, in CSS pixels: drawings turn somewhere between. */
const WIDTHS = {narrow: 358, wide: 728};

/** All that the stylesheets look at. */
const KEPT = new Set([
  "class", "style", "type", "hidden", "width", "height", "viewBox", "max", "min", "value", "size",
  "colspan", "rowspan", "aria-hidden", "data-scrolls"
]);

/**
 * The room that live figures will take, kept free until they are there, so that nothing below them
 * moves: the figures themselves as they begin, invisible and without their drawings. The browser
 * lays them out, whatever its width and fonts are.
 *
 * @param {import("jsdom").DOMWindow} window
 * @param {import("./cells.mjs").Call[]} calls the figures of one slot
 * @param {string} lang
 * @returns {string} HTML, empty where a figure needs a browser to begin with
 */
export function room(window, calls, lang) {
  const known = calls.filter(({view}) => view in VIEWS);
  if (known.length === 0) return "";
  try {
    const [narrow, wide] = Object.values(WIDTHS).map((width) =>
      known.map((call) => bones(window, call, lang, width)).join("")
    );
    const rooms = narrow === wide ? {any: narrow} : {narrow, wide};
    const parts = Object.entries(rooms).map(([name, html]) => `<div class="tw-room-${name}">${html}</div>`);
    return `<div class="tw-room" aria-hidden="true" data-pagefind-ignore="all">${parts.join("")}</div>`;
  } catch {
    return "";
  }
}

function bones(window, {view, options}, lang, width) {
  return onPage(window, width, () => {
    const element = VIEWS[view](...options.map((one, i) => (i === options.length - 1 ? alone(one, lang) : one)));
    window.document.body.replaceChildren(element);
    return strip(element).outerHTML;
  });
}

/** A call's options without the ties to other figures and to the page's address. */
function alone(options, lang) {
  if (typeof options !== "object" || Array.isArray(options) || options === null) return options;
  const {id, follow, autoplay, holds, after, ...kept} = options;
  const unanswered = {value: {answered: false}, addEventListener() {}};
  return {lang, ...kept, ...(after && {after: {...after, prediction: unanswered}})};
}

function strip(element) {
  element.querySelectorAll("svg").forEach((drawing) => drawing.replaceChildren());
  for (const each of [element, ...element.querySelectorAll("*")]) {
    for (const {name} of [...each.attributes]) {
      if (!KEPT.has(name)) each.removeAttribute(name);
    }
  }
  return element;
}
