import {html} from "htl";
import {choices} from "../controls/choices.js";
import {more} from "../controls/more.js";
import {asked} from "./links.js";

/** Pixels between two panels; `--tw-gap` of the stylesheet. */
const GAP = 12;

/** Milliseconds without a change after which a figure is shown. */
const CALM = 100;

/**
 * A part of a figure that can be shown without the others.
 *
 * @typedef {object} Panel
 * @property {string} name as phrases write it: `?scene=curve`
 * @property {string} text of its tab
 * @property {HTMLElement} element
 * @property {number} least height in which it can be read
 * @property {number|((width: number) => number)} [most] height beyond which it gains nothing
 * @property {number} [wide] width with which it may be beside others; without it, it never does
 * @property {(width: number, height: number) => void} [fit] draws it into this room
 */

/**
 * Fit a figure to the picture that it is in: all of its panels where they can be read, else those
 * of its scene, and as many others as there is room for. Outside of a picture nothing changes.
 *
 * @param {View & {panels?: Panel[], form?: Form}} element
 * @param {Options} options of the figure
 * @param {Words} words of `strings(lang)`
 *
 * @typedef {object} Form
 * @property {() => string} scene
 * @property {(scene: string|undefined) => void} turnTo shows a scene: the names of panels, with
 *   commas between them
 * @property {(name: string) => boolean} shows whether a panel is drawn
 */
export function form(element, {id, scene: first}, words) {
  const panels = element.panels ?? [];
  let scene = known(panels, asked(id)?.scene) ?? known(panels, first) ?? panels[0]?.name ?? "";
  let drawn = panels;
  let isInPicture = false;
  let before = "";
  /** @type {ReturnType<typeof choices>|null} */
  let tabs = null;
  let moved = () => {};
  const arrange = () => {
    const picture = /** @type {HTMLElement|null} */ (element.closest(".picture"));
    const isPart = element.parentElement?.closest("[data-figure]");
    if (!picture || isPart || element.clientWidth === 0) return;
    if (!isInPicture) {
      tabs = settle(element, panels, words, turnTo);
      moved = hideWhileItMoves(element);
    }
    isInPicture = true;
    const width = element.clientWidth;
    const height = roomOf(picture, element, panels);
    element.style.setProperty("--tw-room", `${height}px`);
    const rows = choose(panels, scene, width, height);
    drawn = rows.flat();
    if (tabs) tabs.hidden = drawn.length === panels.length;
    tabs?.show(scene.split(",")[0]);
    const now = JSON.stringify([width, height, drawn.map(({name}) => name)]);
    if (now === before) return;
    before = now;
    place(panels, rows, width, height);
    moved();
    element.dispatchEvent(new Event("tw-placed"));
  };
  const turnTo = (/** @type {string|undefined} */ name) => {
    scene = known(panels, name) ?? scene;
    arrange();
  };
  element.form = {
    scene: () => scene,
    turnTo,
    shows: (name) => drawn.some((panel) => panel.name === name)
  };
  // A question is a part of the figure that asks it.
  if (globalThis.ResizeObserver && !element.matches(".tw-prediction")) watch(element, panels, arrange);
}

/** @param {Panel[]} panels @param {string|undefined} scene */
function known(panels, scene) {
  const names = (scene ?? "").split(",");
  return names.every((name) => panels.some((panel) => panel.name === name)) ? scene : undefined;
}

/** Arrange again when the window or a part with a height of its own changes. */
function watch(/** @type {View} */ element, /** @type {Panel[]} */ panels, /** @type {() => void} */ arrange) {
  const sizes = new ResizeObserver(arrange);
  sizes.observe(element);
  const own = panels.map((panel) => panel.element);
  const observe = () => {
    for (const part of element.children) if (!own.includes(/** @type {HTMLElement} */ (part))) sizes.observe(part);
  };
  observe();
  if (globalThis.MutationObserver) {
    new MutationObserver(() => {
      observe();
      // A question in the figure has a menu of its own.
      /** @type {(Element & {take?: (figure: HTMLElement) => void})[]} */
      const menus = [...element.querySelectorAll(".tw-more")];
      menus.find((one) => one.closest("[data-figure]") === element)?.take?.(element);
    }).observe(element, {childList: true});
  }
  globalThis.addEventListener?.("resize", arrange);
}

/**
 * Keep the first figure of a picture invisible while it finds its places: fonts, its question and
 * its curves move it. One that takes its place after an answer is there at once.
 *
 * @param {HTMLElement} element
 * @returns {() => void} to be called at each change
 */
function hideWhileItMoves(element) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const picture = /** @type {HTMLElement} */ (element.closest(".picture"));
  if ("settled" in picture.dataset) return () => {};
  const show = () => {
    picture.dataset.settled = "";
    element.classList.remove("is-settling");
  };
  element.classList.add("is-settling");
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => (document.fonts?.ready ?? Promise.resolve()).then(show), CALM);
  };
}

/** Put tabs and the menu into the line of controls, once the figure is in a picture.
 * @param {View} element @param {Panel[]} panels @param {Words} words @param {(scene: string) => void} turnTo */
function settle(element, panels, words, turnTo) {
  element.classList.add("is-placed");
  for (const panel of panels) panel.element.classList.add("tw-panel-of");
  /** @type {NodeListOf<Element & {adopt?: () => void}>} */
  const notices = element.querySelectorAll(".tw-lock");
  for (const waiting of notices) waiting.adopt?.();
  const menu = more(words);
  // The lines of a drawing have that class too.
  const lines = [...element.querySelectorAll("div.tw-line")];
  // A part of the figure may be a figure itself.
  const own = lines.find((one) => one.closest("[data-figure]") === element);
  const line = own ?? element.appendChild(html`<div class="tw-line"></div>`);
  const entries = panels.map(({name, text}) => ({value: name, text}));
  const tabs = panels.length > 1 ? choices(words.scenes, entries, turnTo) : null;
  if (tabs) {
    tabs.classList.add("tw-scenes");
    line.append(tabs);
  }
  line.append(menu);
  menu.take(element);
  return tabs;
}

/** The height that a figure's panels have: what its picture may take, less everything else in it. */
function roomOf(/** @type {HTMLElement} */ picture, /** @type {View} */ element, /** @type {Panel[]} */ panels) {
  const style = globalThis.getComputedStyle(picture);
  const most = Number.parseFloat(style.getPropertyValue("--picture")) || 800;
  /** @type {NodeListOf<HTMLElement>} */
  const figures = picture.querySelectorAll(".is-placed");
  const taken = heightOf(picture.children);
  const own = heightOf(figures);
  const others = taken - own + Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
  return Math.floor((most - others) / figures.length - rest(element, panels));
}

function heightOf(/** @type {Iterable<Element>} */ elements) {
  return /** @type {HTMLElement[]} */ ([...elements]).reduce((sum, one) => sum + one.offsetHeight, 0);
}

/** The height of a figure's other parts, each with its gap. @returns {number} */
function rest(/** @type {HTMLElement} */ element, /** @type {Panel[]} */ panels) {
  const own = panels.map((panel) => panel.element);
  return /** @type {HTMLElement[]} */ ([...element.children]).reduce((sum, part) => {
    if (own.includes(part)) return sum;
    const {display, position} = globalThis.getComputedStyle(part);
    if (display === "contents") return sum + rest(part, panels);
    return display === "none" || position === "absolute" ? sum : sum + part.offsetHeight + GAP;
  }, 0);
}

/** The rows of the panels that fit: those of the scene first, then the others in their order.
 * @param {Panel[]} panels @param {string} scene @param {number} width @param {number} height */
function choose(panels, scene, width, height) {
  const names = scene.split(",");
  const first = panels.filter(({name}) => names.includes(name));
  const order = [...first, ...panels.filter((panel) => !first.includes(panel))];
  let chosen = /** @type {Panel[]} */ ([]);
  for (const panel of order) {
    const next = panels.filter((one) => one === panel || chosen.includes(one));
    if (chosen.length === 0 || need(pack(next, width)) <= height) chosen = next;
  }
  return pack(chosen, width);
}

/** Panels that may be side by side share a row as long as each has its width. */
function pack(/** @type {Panel[]} */ panels, /** @type {number} */ width) {
  const rows = /** @type {Panel[][]} */ ([]);
  for (const panel of panels) {
    const row = [...(rows.at(-1) ?? []), panel];
    const least = Math.max(...row.map(({wide = Infinity}) => wide));
    if (rows.length > 0 && row.length * (least + GAP) - GAP <= width) rows[rows.length - 1] = row;
    else rows.push([panel]);
  }
  return rows;
}

const need = (/** @type {Panel[][]} */ rows) => rows.reduce((sum, row) => sum + leastOf(row) + GAP, -GAP);

const leastOf = (/** @type {Panel[]} */ row) => Math.max(...row.map(({least}) => least));

/** Share out what is left over, up to what each row can use. */
function heightsOf(/** @type {Panel[][]} */ rows, /** @type {number} */ width, /** @type {number} */ height) {
  const heights = rows.map(leastOf);
  const limitOf = (/** @type {Panel} */ {most = Infinity}) => (typeof most === "function" ? most(width) : most);
  const most = rows.map((row, i) => Math.max(heights[i], ...row.map(limitOf)));
  let left = height - need(rows);
  let open = rows.map((_, i) => i);
  while (left >= 1 && open.length > 0) {
    const share = left / open.length;
    for (const i of open) {
      const by = Math.min(share, most[i] - heights[i]);
      heights[i] += by;
      left -= by;
    }
    open = open.filter((i) => heights[i] < most[i]);
  }
  // A single row that does not fit takes what there is.
  return heights.map((one) => Math.floor(rows.length === 1 ? Math.min(one, Math.max(height, 0)) : one));
}

/** @param {Panel[]} panels @param {Panel[][]} rows @param {number} width @param {number} height */
function place(panels, rows, width, height) {
  const shown = rows.flat();
  for (const panel of panels) panel.element.classList.toggle("is-off", !shown.includes(panel));
  const heights = heightsOf(rows, width, height);
  rows.forEach((row, i) => {
    const wide = Math.floor((width - (row.length - 1) * GAP) / row.length);
    for (const panel of row) {
      panel.element.style.setProperty("width", `${wide}px`);
      panel.element.style.setProperty("height", `${heights[i]}px`);
      panel.fit?.(wide, heights[i]);
    }
  });
}
