/**
 * Stores visited pages for use without a network. The network always comes first, so a
 * stored page is never shown while a new one is available; only requested files are fetched.
 *
 * The finishing step copies this to the site's root, since a worker serves its own folder,
 * and inserts the build and the words: each build has a worker and a store of its own.
 */
const BUILD = "BUILD";
/** The scope of a service worker, whose names pages do not have. */
const worker = /** @type {ServiceScope} */ (/** @type {unknown} */ (self));
const HOME = worker.registration.scope;
// Several courses may share a host.
const FAMILY = `tapewalk ${HOME} `;
const STORE = FAMILY + BUILD;

/** Downloads, which are not stored. */
const DOWNLOADS = /\.(zip|whl|ipynb)$/;

/**
 * By language, a title and a sentence for a page that is not stored. The first entry is the default.
 * @type {Record<string, [string, string]>}
 */
const NOT_HERE = {};

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(takeOver());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOthers(), worker.clients.claim()]));
});

worker.addEventListener("fetch", (event) => {
  if (isOurs(event.request)) event.respondWith(answer(event));
});

/** The page that started this worker sends the list of the files that it loaded before. */
worker.addEventListener("message", (event) => {
  event.waitUntil(keepAll(event.data.visited, {cache: "force-cache"}));
});

function isOurs(/** @type {Request} */ {method, url, headers}) {
  const {pathname} = new URL(url);
  return method === "GET" && url.startsWith(HOME) && !headers.has("range") && !DOWNLOADS.test(pathname);
}

async function answer(/** @type {FetchEvent} */ event) {
  const {request} = event;
  try {
    const response = await fetch(request);
    if (response.status < 500) {
      event.waitUntil(keep(request.url, response.clone()));
      return response;
    }
    return (await find(request.url)) ?? response;
  } catch (error) {
    const stored = await find(request.url);
    if (stored) return stored;
    if (request.mode === "navigate") return notHere(request.url);
    throw error;
  }
}

/** If the store is full, its content stays and nothing is added. */
async function keep(/** @type {string} */ url, /** @type {Response} */ response) {
  if (!response.ok || response.redirected || response.type !== "basic") return;
  const store = await caches.open(STORE);
  await store.put(bare(url), response).catch(() => {});
}

async function find(/** @type {string} */ url) {
  const store = await caches.open(STORE);
  return (await store.match(bare(url))) ?? undefined;
}

/** The address without parameters and fragment; a folder becomes its index. */
function bare(/** @type {string} */ url) {
  const {origin, pathname} = new URL(url);
  return origin + (pathname.endsWith("/") ? `${pathname}index.html` : pathname);
}

function keepAll(/** @type {string[]} */ urls, /** @type {RequestInit} */ how) {
  const ours = [...new Set(urls)].filter((url) => isOurs(new Request(url)));
  return Promise.all(ours.map(async (url) => {
    try {
      const response = await fetch(url, how);
      const asks = response.clone();
      await keep(url, response);
      await keepAll(await modulesOf(asks), how);
    } catch {
      // Gone, or unavailable now.
    }
  }));
}

/** The files of a page's figures have other names in each build. */
async function modulesOf(/** @type {Response} */ response) {
  if (!response.headers.get("content-type")?.startsWith("text/html")) return [];
  const links = (await response.text()).matchAll(/<link rel="modulepreload" href="([^"]+)"/g);
  return [...links].map(([, href]) => new URL(href, response.url).href);
}

/** Fetches this build's versions of the pages that were visited in the previous one. */
async function takeOver() {
  const stores = await others();
  const requests = await Promise.all(stores.map(async (name) => (await caches.open(name)).keys()));
  await keepAll(requests.flat().map(({url}) => url), {cache: "no-cache"});
}

async function forgetOthers() {
  await Promise.all((await others()).map((name) => caches.delete(name)));
}

async function others() {
  return (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== STORE);
}

function notHere(/** @type {string} */ url) {
  const ending = /\.([a-z]+)\.html$/.exec(new URL(url).pathname)?.[1];
  const lang = ending in NOT_HERE ? ending : Object.keys(NOT_HERE)[0];
  const [title, text] = NOT_HERE[lang];
  const page = `<!DOCTYPE html><html lang="${lang}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${title}</title><h1>${title}</h1><p>${text}</p>`;
  return new Response(page, {status: 503, headers: {"Content-Type": "text/html; charset=utf-8"}});
}
