/** Starts the worker that keeps what was visited for a time without a network (offline.js). */

const home = new URL("../../", import.meta.url);

/** What this page has loaded, which a worker that comes later did not see. */
function visited() {
  const loaded = performance.getEntriesByType("resource").map(({name}) => name);
  return [window.location.href, ...loaded];
}

/** Called once the page has loaded: nothing that a reader waits for comes after it. */
export function keepVisited() {
  const workers = navigator.serviceWorker;
  if (!workers || home.protocol === "file:") return;
  if (!workers.controller) {
    // From then on the worker sees everything itself.
    workers.addEventListener(
      "controllerchange",
      () => workers.controller.postMessage({visited: visited()}),
      {once: true}
    );
  }
  workers.register(new URL("offline.js", home), {updateViaCache: "none"}).catch(() => {
    // A browser that stores nothing, in a private window for instance: the course is there anyway.
  });
}
