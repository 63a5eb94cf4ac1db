/** A button for each figure of a page that saves what it shows as SVG or PNG. */

const PICTURE = new URL("picture.js", import.meta.url).href;

const WORDS = {
  en: {save: "Save this figure", as: (kind) => `Save as ${kind}`, failed: "It could not be saved."},
  es: {save: "Guardar esta figura", as: (kind) => `Guardar como ${kind}`, failed: "No se ha podido guardar."}
};

const KINDS = {
  SVG: async (figure, {asSvg}) => new Blob([asSvg(figure)], {type: "image/svg+xml"}),
  PNG: (figure, {asPng}) => asPng(figure)
};

/** Nothing is drawn in these. */
const NO_DRAWING = ["prediction", "quiz", "progress"];

const ARROW =
  '<svg class="tw-icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M12 4v11M7 10l5 5 5-5M5 20h14" fill="none"></path></svg>';

/** Called once: figures that come later, as those of live cells, get theirs when they come. */
export function offerSaving() {
  const main = document.querySelector("main");
  if (!main) return;
  const offer = () => main.querySelectorAll("[data-figure]").forEach(equip);
  new MutationObserver((changes) => {
    if (changes.some(({addedNodes}) => [...addedNodes].some((node) => node instanceof HTMLElement))) offer();
  }).observe(main, {childList: true, subtree: true});
  offer();
}

function equip(figure) {
  const isPart = figure.parentElement.closest("[data-figure]") !== null;
  if (isPart || NO_DRAWING.includes(figure.dataset.figure)) return;
  if (figure.querySelector(":scope > .tw-save")) return;
  const says = WORDS[figure.closest("[lang]")?.lang === "es" ? "es" : "en"];
  const menu = document.createElement("details");
  menu.className = "tw-save";
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
    button.setAttribute("aria-label", says.as(kind));
    button.addEventListener("click", async () => {
      status.textContent = "";
      try {
        const blob = await KINDS[kind](figure, await import(PICTURE));
        hand(blob, `${nameOf(figure)}.${kind.toLowerCase()}`);
        close();
      } catch {
        // Without a network, where nothing was saved before.
        status.textContent = says.failed;
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

/** Of the figure as links name it, else of its cell. */
function nameOf(figure) {
  const placed = globalThis[Symbol.for("tapewalk.places")]?.figures ?? new Map();
  const own = [...placed].find(([, {element}]) => element === figure)?.[0];
  return own ?? figure.closest('[id^="fig-"], .cell[id]')?.id ?? figure.dataset.figure;
}

function hand(blob, name) {
  const link = document.createElement("a");
  Object.assign(link, {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
