import dagre from "@dagrejs/dagre";

/** Room around the drawing, for the halo and the arrow heads. */
const MARGIN = 14;

/** Room between nodes of a rank, and between edges that pass it. */
const SPACING = {nodesep: 28, edgesep: 34, marginx: MARGIN, marginy: MARGIN};

const DAGRES_OWN = {isTurned: false, constraints: []};

/** What an edge without a label takes. */
const THIN = {width: 1, height: 1};

/**
 * Places nodes in ranks, with room for the labels of edges between them.
 *
 * @param {{nodes: object[], edges: object[]}} boxes nodes with width and height; edges with from,
 *   to, slot and label (null, or with width and height)
 * @param {object} options of dagre's graph: rankdir, ranksep, align
 * @param {Arrangement} [arrangement] of `arrange`
 * @returns {{nodes: object[], edges: object[], width: number, height: number}} the same, with x, y
 *   for nodes (their centre) and points, labelBox for edges
 *
 * @typedef {{isTurned: boolean, constraints: {left: string, right: string}[]}} Arrangement
 */
export function rank(boxes, options, {isTurned, constraints} = DAGRES_OWN) {
  const graph = new dagre.graphlib.Graph({multigraph: true});
  graph.setGraph({...SPACING, ...options});
  for (const {id, width, height} of boxes.nodes) graph.setNode(String(id), {width, height});
  boxes.edges.forEach(({from, to, label}, i) => {
    const {width, height} = label ?? THIN;
    // Beside the edge, which stays straight, and on the side of its backward arrow.
    const beside = {width, height, labelpos: isTurned ? "l" : "r", labeloffset: 0};
    graph.setEdge(String(from), String(to), beside, String(i));
  });
  dagre.layout(graph, {constraints});
  const plan = readPlan(graph, boxes);
  return isTurned ? turnOver(plan, options) : plan;
}

function readPlan(graph, {nodes, edges}) {
  const {width, height} = graph.graph();
  return {
    nodes: nodes.map((node) => ({...node, ...centre(graph.node(String(node.id)))})),
    edges: edges.map((edge, i) => ({
      ...edge,
      ...pathOf(graph.edge(String(edge.from), String(edge.to), String(i)))
    })),
    width: Math.ceil(width),
    height: Math.ceil(height)
  };
}

function centre({x, y}) {
  return {x, y};
}

/** dagre's first and last points lie on the nodes' borders; the edges get ports of their own. */
function pathOf({points, x, y, width, height}) {
  return {
    points: points.slice(1, -1),
    labelBox: {x: x - width / 2, y: y - height / 2, width, height}
  };
}

function turnOver(plan, {rankdir}) {
  const [axis, size] = rankdir === "LR" ? ["y", "height"] : ["x", "width"];
  const turn = (place, own = 0) => ({...place, [axis]: plan[size] - place[axis] - own});
  return {
    ...plan,
    nodes: plan.nodes.map((node) => turn(node)),
    edges: plan.edges.map((edge) => ({
      ...edge,
      points: edge.points.map((point) => turn(point)),
      labelBox: turn(edge.labelBox, edge.labelBox[size])
    }))
  };
}
