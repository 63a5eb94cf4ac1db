/** A button for each figure of a page that saves it as SVG or PNG. */

const PICTURE = new URL("picture.js", import.meta.url).href;

/** @type {Record<string, (figure: HTMLElement, picture: typeof import("./picture.js")) => Promise<Blob>>} */
const KINDS = {
  SVG: async (figure, {asSvg}) => new Blob([asSvg(figure)], {type: "image/svg+xml"}),
  PNG: (figure, {asPng}) => asPng(figure)
};

/** Views without a drawing. */
const NO_DRAWING = ["prediction", "quiz", "progress"];

const ARROW =
  '<svg class="tw-icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M12 4v11M7 10l5 5 5-5M5 20h14" fill="none"></path></svg>';

/**
 * Called once: figures that appear later, as in live cells, get their buttons then.
 *
 * @param {DOMStringMap} says words of the page: `save`, `saveAs` with `{kind}`, `saveFailed`
 */
export function offerSaving(says) {
  const main = document.querySelector("main");
  if (!main) return;
  const offer = () => main.querySelectorAll("[data-figure]").forEach((/** @type {HTMLElement} */ figure) => equip(figure, says));
  new MutationObserver((changes) => {
    if (changes.some(({addedNodes}) => [...addedNodes].some((node) => node instanceof HTMLElement))) offer();
  }).observe(main, {childList: true, subtree: true});
  offer();
}

function equip(/** @type {HTMLElement} */ figure, /** @type {DOMStringMap} */ says) {
  const isPart = figure.parentElement.closest("[data-figure]") !== null;
  if (isPart || NO_DRAWING.includes(figure.dataset.figure)) return;
  const others = [...figure.querySelectorAll("[data-figure]")];
  if ([...figure.querySelectorAll(".tw-save")].some((one) => !others.some((other) => other.contains(one)))) return;
  const menu = document.createElement("details");
  menu.className = "tw-save";
  menu.lang = document.documentElement.lang;
  menu.innerHTML = `<summary aria-label="${says.save}" title="${says.save}">${ARROW}</summary>
    <div class="tw-save-kinds"></div><span role="status"></span>`;
  const status = menu.querySelector("span");
  const close = () => {
    menu.open = false;
    menu.querySelector("summary").focus();
  };
  for (const kind of Object.keys(KINDS)) {
    const button = document.createElement("button");
    Object.assign(button, {type: "button", textContent: kind});
    button.setAttribute("aria-label", says.saveAs.replace("{kind}", kind));
    button.addEventListener("click", async () => {
      status.textContent = "";
      try {
        const blob = await KINDS[kind](figure, await import(PICTURE));
        download(blob, `${nameOf(figure)}.${kind.toLowerCase()}`);
        close();
      } catch {
        // Without a network, before the first save.
        status.textContent = says.saveFailed;
      }
    });
    menu.lastElementChild.previousElementSibling.append(button);
  }
  // The keys of a figure are for its steps.
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.open) close();
    event.stopPropagation();
  });
  menu.addEventListener("focusout", ({relatedTarget}) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  });
  figure.append(menu);
}

/** The figure's name in links, else its cell's. */
function nameOf(/** @type {HTMLElement} */ figure) {
  /** @type {PlaceDesk|undefined} */
  const desk = Reflect.get(globalThis, Symbol.for("tapewalk.places"));
  const own = [...(desk?.figures ?? [])].find(([, {element}]) => element === figure)?.[0];
  return own ?? figure.closest('[id^="fig-"], .cell[id]')?.id ?? figure.dataset.figure;
}

function download(/** @type {Blob} */ blob, /** @type {string} */ name) {
  const link = document.createElement("a");
  Object.assign(link, {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
