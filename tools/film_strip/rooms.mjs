import * as VIEWS from "views:all";
import {onPage} from "./on_page.mjs";

/** The column of a phone and of a desktop, in CSS pixels: drawings change direction in between. */
const WIDTHS = {narrow: 358, wide: 728};

/** The attributes that the style sheets use. */
const KEPT = new Set([
  "class", "style", "type", "hidden", "width", "height", "viewBox", "max", "min", "value", "size",
  "colspan", "rowspan", "aria-hidden", "data-scrolls"
]);

/**
 * The space of live figures, reserved until they are there, so that nothing below them
 * moves: the figures in their first state, invisible and without their drawings. The browser
 * lays them out for its own width and fonts.
 *
 * @param {import("jsdom").DOMWindow} window
 * @param {import("./cells.mjs").Call[]} calls the figures of one slot
 * @param {string} lang
 * @returns {string} HTML, empty if a figure can't be built without a browser
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

/**
 * @param {import("jsdom").DOMWindow} window
 * @param {import("./cells.mjs").Call} call
 * @param {string} lang
 * @param {number} width
 * @returns {string}
 */
function bones(window, {view, options}, lang, width) {
  return onPage(window, width, () => {
    const element = VIEWS[view](...options.map((one, i) => (i === options.length - 1 ? alone(one, lang) : one)));
    window.document.body.replaceChildren(element);
    return strip(element).outerHTML;
  });
}

/** Return a call's options without the links to other figures and to the page's address. */
function alone(/** @type {unknown} */ options, /** @type {string} */ lang) {
  if (typeof options !== "object" || Array.isArray(options) || options === null) return options;
  const {id, follow, autoplay, holds, after, ...kept} = /** @type {ViewOptions} */ (options);
  const unanswered = {value: {answered: false}, addEventListener() {}};
  return {lang, ...kept, ...(after && {after: {...after, prediction: unanswered}})};
}

function strip(/** @type {HTMLElement} */ element) {
  element.querySelectorAll("svg").forEach((drawing) => drawing.replaceChildren());
  for (const each of [element, ...element.querySelectorAll("*")]) {
    for (const {name} of [...each.attributes]) {
      if (!KEPT.has(name)) each.removeAttribute(name);
    }
  }
  return element;
}
