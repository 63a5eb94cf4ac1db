import assert from "node:assert/strict";
import {test} from "node:test";
import {scores} from "./scores.js";
import {traceOfScore} from "../../lib/diagrams/trace/of-score.js";
import {MOST_INSIDE, validate} from "../../lib/diagrams/trace/validate.js";

for (const [name, score] of Object.entries(scores())) {
  test(`the graph of the step ${name} can be drawn, and has what ran forward once`, () => {
    const trace = traceOfScore(score);
    validate(trace, {most: MOST_INSIDE});
    const once = new Set(score.forward);
    const again = score.nodes.filter(({op}, node) => op !== "leaf" && !once.has(node)).length;
    assert.equal(trace.nodes.filter(({op}) => op !== "leaf").length, trace.forward.length);
    assert.ok(trace.nodes.length + again <= score.nodes.length);
    const edges = score.nodes.flatMap(({operands}) => operands).length;
    if (again === 0) assert.equal(trace.edges.length, edges);
    assert.ok(trace.edges.every(({from, to}) => from < to));
    // A leaf's memory is saved by reference, in the graph as in the score.
    const names = score.nodes.flatMap(({saved}) => saved.map(({storage}) => score.storages[storage].of));
    if (again === 0) assert.deepEqual(trace.nodes.flatMap(({saved}) => saved.map(({of}) => of)), names);
  });
}
