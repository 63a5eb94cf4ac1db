// The error page was built for one address: if its styles are missing, the site is in another
// folder of its host, which is one of the folders in the page's address.
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
        // A browser only retries a failed script as a new element.
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
