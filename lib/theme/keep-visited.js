/** Starts the service worker that stores visited pages for use without a network (offline.js). */

const home = new URL("../../", import.meta.url);

/** The files that this page loaded before the worker was there. */
function visited() {
  const loaded = performance.getEntriesByType("resource").map(({name}) => name);
  return [window.location.href, ...loaded];
}

/** Called when the page has loaded, so that it delays nothing. */
export function keepVisited() {
  const workers = navigator.serviceWorker;
  if (!workers || home.protocol === "file:") return;
  if (!workers.controller) {
    // From then on the worker sees every request.
    workers.addEventListener(
      "controllerchange",
      () => workers.controller.postMessage({visited: visited()}),
      {once: true}
    );
  }
  workers.register(new URL("offline.js", home), {updateViaCache: "none"}).catch(() => {
    // A browser without storage, as in a private window: the course works anyway.
  });
}
