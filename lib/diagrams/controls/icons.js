import {svg} from "htl";

/** Outlines on a 24 by 24 grid. */
const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  previous: "M16 5l-9 7 9 7z",
  play: "M8 5l11 7-11 7z",
  pause: "M7 5h3v14H7zM14 5h3v14h-3z",
  replay: "M6 12a6 6 0 1 0 2-4.5M8 3v4.5h4.5",
  next: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1.5-1.5",
  zoomIn: "M12 5v14M5 12h14",
  zoomOut: "M5 12h14",
  zoomFit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  right: "M4 13l5 5L20 7",
  wrong: "M6 6l12 12M18 6L6 18"
};

/**
 * An icon in the colour of the text around it.
 *
 * @param {keyof typeof PATHS} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  return svg`<svg
    class="${`tw-icon tw-icon-${name}`}"
    viewBox="0 0 24 24"
    width="22"
    height="22"
    aria-hidden="true"
  ><path d=${PATHS[name]}></path></svg>`;
}
