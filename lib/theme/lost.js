// The error page was built for one place: where its styles are missing, the site lies in another
// folder of its host, and one of those that the address names has them.
const {base} = document.currentScript.dataset;
addEventListener("error", async () => {
  const folders = location.pathname.split("/").slice(1, -1);
  for (let depth = 1; depth <= folders.length; depth++) {
    const root = `/${folders.slice(0, depth).join("/")}/`;
    const answer = await fetch(`${root}lib/theme/site.css`, {method: "HEAD"});
    if (!answer.ok) continue;
    if (document.readyState === "loading") {
      await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
    }
    for (const name of ["href", "src"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        const before = element.getAttribute(name);
        if (!before.startsWith(base) || before.startsWith("//")) continue;
        element.setAttribute(name, root + before.slice(base.length));
        // A script that could not be loaded is only tried again as a new one.
        if (name === "src") {
          const again = document.createElement(element.localName);
          for (const {name, value} of element.attributes) again.setAttribute(name, value);
          element.replaceWith(again);
        }
      }
    }
    return;
  }
}, {capture: true, once: true});
