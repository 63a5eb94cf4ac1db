const name = (/** @type {string} */ text) => ({text, kind: "name"});

/** The words of source and graph, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    sourceGraph: "Lines of a program and the nodes that they leave",
    linesPanel: "Lines", census: "Nodes by what they do", switchesOf: "Switches", nodesOf: (line, count) => `${line}: ${count === 1 ? "1 node" : `${count} nodes`}. The arrow keys move from node to node.`,
    switches: {mask: "mask", one: "batch 1"},
    categories: {
      compute: "compute", fused_attention: "fused attention", normalisation: "normalise", activation: "activation", residual: "residual addition",
      loss: "loss", layout_copy: "rearrange and copy", layout_free: "rearrange", dtype_copy: "change of dtype", accumulate: "leaves", other: "other"
    },
    shortOf: {ScaledDotProductFlashAttentionForCpu: "fused attention", AccumulateGrad: "leaf"},
    untouched: (all) => `${all} nodes, in the order in which they are written. Press a line, a node or a part of the census.`,
    changed: (all, gone, added) => `${all} nodes now: ${gone} ${gone === 1 ? "is" : "are"} gone and ${added} ${added === 1 ? "is" : "are"} new.`,
    lineIs: (line, count) => [name(line), {text: ` leaves ${count} ${count === 1 ? "node" : "nodes"}.`}],
    categoryIs: (category, count, all) => `${count} of ${all} nodes: ${category}.`,
    leaf: (label) => [name(label), {text: ": a leaf. Its AccumulateGrad collects the gradient of one parameter tensor."}],
    kind: (op, what) => [name(op), {text: `: ${what}.`}],
    moves: (op, what, calls, bytes) => [name(op), {text: `: ${what}. ${calls}: ${bytes} moved and nothing calculated.`}],
    costs: (op, what, calls, flops, bytes, ratio) => [name(op), {text: `: ${what}. ${calls}: ${flops} for ${bytes} moved, ${ratio} for each byte.`}],
    free: (op, what) => [name(op), {text: `: ${what}. It moves no number in the forward pass.`}],
    calls: (count) => (count === 1 ? "one call" : `${count} calls`),
    flops: (x) => `${x} million operations`,
    gone: " A switch removed it.", added: " A switch added it.",
    nodeTable: "Nodes by line",
    problems: {notAProgram: (got) => `A program needs lines, switches, kinds, and a run for each setting; it got ${got}.`}
  },
  es: {
    sourceGraph: "Líneas de un programa y los nodos que dejan",
    linesPanel: "Líneas", census: "Nodos según lo que hacen", switchesOf: "Interruptores", nodesOf: (line, count) => `${line}: ${count === 1 ? "1 nodo" : `${count} nodos`}. Las teclas de flecha van de uno a otro.`,
    switches: {mask: "máscara", one: "lote de 1"},
    categories: {
      compute: "calcular", fused_attention: "atención fusionada", normalisation: "normalizar", activation: "activación", residual: "suma residual",
      loss: "pérdida", layout_copy: "reordenar y copiar", layout_free: "reordenar", dtype_copy: "cambio de tipo", accumulate: "hojas", other: "otros"
    },
    shortOf: {ScaledDotProductFlashAttentionForCpu: "atención fusionada", AccumulateGrad: "hoja"},
    untouched: (all) => `${all} nodos, en el orden en que se escriben. Pulsa una línea, un nodo o una parte del censo.`,
    changed: (all, gone, added) => `Ahora hay ${all} nodos: ${gone} ya no ${gone === 1 ? "está" : "están"} y ${added} ${added === 1 ? "es nuevo" : "son nuevos"}.`,
    lineIs: (line, count) => [name(line), {text: ` deja ${count} ${count === 1 ? "nodo" : "nodos"}.`}],
    categoryIs: (category, count, all) => `${count} de ${all} nodos: ${category}.`,
    leaf: (label) => [name(label), {text: ": una hoja. Su AccumulateGrad reúne el gradiente de un tensor de parámetros."}],
    kind: (op, what) => [name(op), {text: `: ${what}.`}],
    moves: (op, what, calls, bytes) => [name(op), {text: `: ${what}; ${calls}, ${bytes} movidos y ningún cálculo.`}],
    costs: (op, what, calls, flops, bytes, ratio) => [name(op), {text: `: ${what}; ${calls}: ${flops} y ${bytes} movidos, ${ratio} por byte.`}],
    free: (op, what) => [name(op), {text: `: ${what}. En la pasada hacia delante no mueve ningún número.`}],
    calls: (count) => (count === 1 ? "una llamada" : `${count} llamadas`),
    flops: (x) => `${x} millones de operaciones`,
    gone: " Un interruptor lo ha quitado.", added: " Un interruptor lo ha añadido.",
    nodeTable: "Nodos por línea",
    problems: {notAProgram: (got) => `Un programa necesita líneas, interruptores, tipos y una ejecución por ajuste; se ha recibido ${got}.`}
  }
};
