/** Types of the site's own scripts. */

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

/** The part of a service worker's scope that offline.js uses. */
interface ServiceScope {
  registration: ServiceWorkerRegistration;
  clients: {claim(): Promise<void>};
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listen: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listen: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listen: (event: WorkerEvent & MessageEvent) => void): void;
}

/** A figure whose state is part of a link (lib/diagrams/figure/links.js). */
interface PlacedFigure {
  element: HTMLElement;
  read(): Record<string, unknown>;
  apply(asked: Record<string, string>): void;
}

/** The figures of a page, and the states that they start with, by id. */
interface PlaceDesk {
  kept: Record<string, unknown>;
  figures: Map<string, PlacedFigure>;
}

/** A figure that can be computed again (lib/diagrams/figure/live.js). */
interface OfferedFigure {
  element: HTMLElement;
  wanted?: Map<number, number>;
  lens?: unknown;
}

interface LiveDesk {
  figures: OfferedFigure[];
  hear: ((figure: OfferedFigure) => void) | null;
  bring?: (figure: OfferedFigure) => void;
}

/** The functions of lib/live/page.js. */
interface LivePage {
  begin(): Promise<void>;
  enlivenFigure(figure: OfferedFigure): void;
  enlivenCell(cell: HTMLElement): void;
  enlivenLab(place: HTMLElement): Promise<void>;
  enlivenDerive(place: HTMLElement): Promise<void>;
}
