import {chart} from "./views/chart/chart.js";
import {graph} from "./views/graph/graph.js";
import {held} from "./views/held/held.js";
import {score} from "./views/score/score.js";
import {traceOfScore} from "./trace/of-score.js";

/**
 * Draws the figures of a report that is a page of its own (`lib/tapewalk/figures/alone.py`): where
 * `data-draws` names a view, with the entry of the page's data that `data-of` names.
 *
 * @type {Record<string, (data: any, options: Options) => HTMLElement>}
 */
const DRAWS = {
  chart,
  held,
  score,
  graph: (step, options) => graph(traceOfScore(step), {...options, labels: "none"})
};

const data = JSON.parse(document.getElementById("tapewalk-data").textContent);
const {lang} = document.documentElement;

/** @type {NodeListOf<HTMLElement>} */
const places = document.querySelectorAll("[data-draws]");
for (const place of places) {
  const {draws, of, options} = place.dataset;
  place.replaceChildren(DRAWS[draws](data[of], {lang, ...JSON.parse(options)}));
}
