/**
 * Keeps for a time without a network what a reader has visited. The network always comes first, so
 * nobody reads an old page while a new one can be had; nothing is fetched that was not asked for.
 *
 * The finishing step copies this to the site's root, since a worker serves the folder it lies in,
 * and writes into it the build and what it says: another build is another worker, with a store of its own.
 */
const BUILD = "BUILD";
/** @type {any} a service worker, whose names pages do not have */
const worker = self;
const HOME = worker.registration.scope;
// Several courses may share a host.
const FAMILY = `tapewalk ${HOME} `;
const STORE = FAMILY + BUILD;

/** What is downloaded is kept where the reader puts it. */
const DOWNLOADS = /\.(zip|whl|ipynb)$/;

/**
 * By language, a title and a sentence for a page that is not kept. The first one is for all others.
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

/** The page that brought this worker tells what it had loaded before the worker was there. */
worker.addEventListener("message", (event) => {
  event.waitUntil(keepAll(event.data.visited, {cache: "force-cache"}));
});

function isOurs({method, url, headers}) {
  const {pathname} = new URL(url);
  return method === "GET" && url.startsWith(HOME) && !headers.has("range") && !DOWNLOADS.test(pathname);
}

async function answer(event) {
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

/** A full store keeps no more, and what is there stays. */
async function keep(url, response) {
  if (!response.ok || response.redirected || response.type !== "basic") return;
  const store = await caches.open(STORE);
  await store.put(bare(url), response).catch(() => {});
}

async function find(url) {
  const store = await caches.open(STORE);
  return (await store.match(bare(url))) ?? undefined;
}

/** Without parameters and place; a folder is its index. */
function bare(url) {
  const {origin, pathname} = new URL(url);
  return origin + (pathname.endsWith("/") ? `${pathname}index.html` : pathname);
}

function keepAll(urls, how) {
  const ours = [...new Set(urls)].filter((url) => isOurs(new Request(url)));
  return Promise.all(ours.map(async (url) => {
    try {
      const response = await fetch(url, how);
      const asks = response.clone();
      await keep(url, response);
      await keepAll(await modulesOf(asks), how);
    } catch {
      // Not here any more, or not to be had now.
    }
  }));
}

/** What a page's figures need has other names in another build. */
async function modulesOf(response) {
  if (!response.headers.get("content-type")?.startsWith("text/html")) return [];
  const links = (await response.text()).matchAll(/<link rel="modulepreload" href="([^"]+)"/g);
  return [...links].map(([, href]) => new URL(href, response.url).href);
}

/** What was visited in the build before is fetched in this one. */
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

function notHere(url) {
  const ending = /\.([a-z]+)\.html$/.exec(new URL(url).pathname)?.[1];
  const lang = ending in NOT_HERE ? ending : Object.keys(NOT_HERE)[0];
  const [title, text] = NOT_HERE[lang];
  const page = `<!DOCTYPE html><html lang="${lang}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${title}</title><h1>${title}</h1><p>${text}</p>`;
  return new Response(page, {status: 503, headers: {"Content-Type": "text/html; charset=utf-8"}});
}
