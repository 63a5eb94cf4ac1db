/** The table of symbols of a module: it is on the module's index, and opens over any of its pages. */

/** Let links to the table open it in a dialog; without a script, or the network, they lead there. */
export function offerSymbols() {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll("a.symbols");
  for (const link of links) {
    /** @type {HTMLDialogElement|null} */
    let dialog = null;
    link.setAttribute("aria-haspopup", "dialog");
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      try {
        dialog ??= dialogOf(await sectionOf(link), link.textContent ?? "");
        dialog.showModal();
      } catch {
        location.href = link.href;
      }
    });
  }
}

/** @param {HTMLAnchorElement} link */
async function sectionOf({href, hash}) {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href}: ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const section = page.querySelector(hash);
  if (!section) throw new Error(`${href} has no ${hash}`);
  for (const inner of section.querySelectorAll("a")) inner.replaceWith(...inner.childNodes);
  for (const one of [section, ...section.querySelectorAll("[id]")]) one.removeAttribute("id");
  return section;
}

/**
 * @param {Element} section
 * @param {string} title
 */
function dialogOf(section, title) {
  const dialog = document.createElement("dialog");
  dialog.className = "search-dialog symbols-dialog";
  dialog.setAttribute("aria-label", title);
  // The search has one too, in the page's language.
  const close = document.querySelector(".search-close")?.cloneNode(true);
  if (close) dialog.append(close);
  dialog.append(section);
  dialog.addEventListener("click", ({target}) => {
    const isOutside = target === dialog || /** @type {Element} */ (target).closest(".search-close");
    if (isOutside) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}
