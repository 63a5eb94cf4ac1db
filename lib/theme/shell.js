/* The behaviour of a page's shell: theme, menus, copy buttons, the mark in the table of contents. */
"use strict";
{
  const all = (/** @type {string} */ selector) => {
    /** @type {NodeListOf<HTMLElement>} */
    const found = document.querySelectorAll(selector);
    return [...found];
  };

  /** The theme, remembered under the name and values that Quarto uses. */
  function setUpTheme() {
    const show = (/** @type {boolean} */ dark) => {
      document.body.classList.toggle("quarto-dark", dark);
      document.body.classList.toggle("quarto-light", !dark);
      for (const button of all(".quarto-color-scheme-toggle")) button.ariaPressed = String(dark);
    };
    show(document.body.classList.contains("quarto-dark"));
    for (const button of all(".quarto-color-scheme-toggle")) {
      button.addEventListener("click", () => {
        const dark = !document.body.classList.contains("quarto-dark");
        show(dark);
        try {
          localStorage.setItem("quarto-color-scheme", dark ? "alternate" : "default");
        } catch {
          // A browser without storage still switches this page.
        }
      });
    }
  }

  /** Scrolls a list of pages, and nothing around it, to the current one. */
  function showCurrent(/** @type {HTMLElement|null} */ list) {
    const link = list?.querySelector("[aria-current='page']");
    if (!link) return;
    const {top} = link.getBoundingClientRect();
    list.scrollTop += top - list.getBoundingClientRect().top - list.clientHeight / 3;
  }

  /** The button that opens the sidebar where this has no column of its own. */
  function setUpMenus() {
    for (const button of all(".quarto-btn-toggle")) {
      const target = document.getElementById(button.getAttribute("aria-controls"));
      const show = (/** @type {boolean} */ open) => {
        target.classList.toggle("show", open);
        button.ariaExpanded = String(open);
        if (open) showCurrent(target);
      };
      button.addEventListener("click", () => show(!target.classList.contains("show")));
      document.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !target.classList.contains("show")) return;
        show(false);
        button.focus();
      });
      document.addEventListener("click", (event) => {
        const at = event.composedPath();
        const isInside = at.includes(target);
        if (!isInside && !at.includes(button)) show(false);
        // The menu covers the target on this page.
        if (isInside && at.some((one) => one instanceof Element && one.matches("a[href^='#']"))) show(false);
      });
      // Focus moves on to the text by Tab, so the menu must not cover it.
      target.addEventListener("focusout", ({relatedTarget: next}) => {
        if (next instanceof Node && next !== button && !target.contains(next)) show(false);
      });
    }
  }

  /** Copy buttons, which confirm the copy. */
  function setUpCopying() {
    for (const button of all(".code-copy-button")) {
      const label = button.ariaLabel;
      button.addEventListener("click", async () => {
        const code = button.parentElement.querySelector("code");
        await navigator.clipboard.writeText(code.textContent);
        button.classList.add("code-copy-button-checked");
        button.ariaLabel = button.dataset.copied;
        setTimeout(() => {
          button.classList.remove("code-copy-button-checked");
          button.ariaLabel = label;
        }, 1500);
      });
    }
  }

  /** If the page's contents lack a column of their own, they are in the course's, at this page. */
  function placeContents() {
    const contents = document.getElementById("TOC");
    const course = document.getElementById("quarto-sidebar");
    if (!contents || !course) return;
    const column = contents.parentElement;
    const here = course.querySelector("[aria-current='page']")?.closest("li") ?? course;
    const isNarrow = matchMedia("(max-width: 991.98px)");
    const place = () => {
      const hasColumn = !isNarrow.matches && !document.querySelector(".centrepiece");
      (hasColumn ? column : here).append(contents);
    };
    isNarrow.addEventListener("change", place);
    place();
  }

  /** Marks the section being read in the table of contents. */
  function setUpContents() {
    const entries = /** @type {HTMLAnchorElement[]} */ (all("#TOC .nav-link"));
    const links = new Map(entries.map((link) => [link.hash.slice(1), link]));
    if (!links.size) return;
    const sections = [...links.keys()]
      .map((id) => document.getElementById(decodeURIComponent(id)))
      .filter(Boolean);
    const mark = () => {
      const passed = sections.filter((section) => section.getBoundingClientRect().top < 120);
      const current = (passed.at(-1) ?? sections[0]).id;
      for (const [id, link] of links) link.classList.toggle("active", id === current);
    };
    let waiting = false;
    addEventListener("scroll", () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    }, {passive: true});
    mark();
  }

  /** Makes blocks that scroll sideways reachable by keyboard. */
  function setUpScrollers() {
    const observer = new ResizeObserver((entries) => {
      for (const {target} of entries) {
        if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
        else target.removeAttribute("tabindex");
      }
    });
    for (const box of all("main pre, main math[display='block']")) observer.observe(box);
  }

  setUpTheme();
  placeContents();
  showCurrent(document.getElementById("quarto-sidebar"));
  setUpMenus();
  setUpCopying();
  setUpContents();
  setUpScrollers();
}
