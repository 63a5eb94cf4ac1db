/** What lines and their nodes say, beside the words that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    linesTitle: "The lines of a model and the nodes that they leave",
    codePanel: "Code",
    tapePanel: "Tape",
    lettersPanel: "Letters",
    lettersIn: "Letters that go in",
    checkpoint: "training step",
    guesses: (text, top, share, goal, own) => `After “${text}” the model prefers ${top}, with ${share}. ${
      top === goal ? "That is the letter that follows." : `The letter that follows is ${goal}, with ${own}.`}`,
    switches: "What changes",
    switchesButton: "Change",
    forEach: "for b in gpt.blocks:",
    parts: {embedding: "embedding", block: (n) => `block ${n}`, head: "head and loss"},
    kinds: {compute: "compute", shape: "only reshape", copy: "copy"},
    does: {compute: "It computes.", shape: "It only reads the same numbers in another shape.", copy: "It copies the numbers in another order."},
    saving: "save tensors",
    tapeOf: (count) => `Tape of ${count} nodes`,
    nodeOf: (at, count) => `node ${at} of ${count}`,
    lineName: (line, text) => `Line ${line}: ${text}`,
    leaves: (count) => `${count} ${count === "1" ? "node" : "nodes"}`,
    unknown: (count) => `${count} nodes are on the tape. Which line left which?`,
    whole: (count, kinds) => `${count} nodes: ${kinds}. Point at a line or at a node.`,
    lineLeaves: (line, count, isRepeated, ops, kinds) =>
      `Line ${line} leaves ${count} ${count === "1" ? "node" : "nodes"}${isRepeated ? " in each block" : ""}: ${ops}. ${kinds}.`,
    kindsOf: (compute, shape, copy) => [
      compute && `${compute} compute${compute === 1 ? "s" : ""}`,
      shape && `${shape} only reshape${shape === 1 ? "s" : ""}`,
      copy && `${copy} cop${copy === 1 ? "ies" : "y"}`
    ].filter(Boolean).join(", "),
    node: (shape, place, line) => ` → ${shape}, ${place}, line ${line}. `,
    saves: (list) => ` It saves ${list}.`,
    savesNothing: " It saves nothing.",
    changed: (before, now) => (before === now ? `Still ${now} nodes. ` : `${before} → ${now} nodes. `),
    linesTable: "The nodes of each line",
    columns: {line: "Line", code: "Code", nodes: "Nodes", ops: "What they are"},
    problems: {notLines: (got) => `Lines need nodes and a run for each choice of the switches; this has ${got}.`}
  },
  es: {
    linesTitle: "Las líneas de un modelo y los nodos que dejan",
    codePanel: "Código",
    tapePanel: "Cinta",
    lettersPanel: "Letras",
    lettersIn: "Letras que entran",
    checkpoint: "paso de entrenamiento",
    guesses: (text, top, share, goal, own) => `Tras «${text}» prefiere ${top}, con ${share}. ${
      top === goal ? "Es la letra que sigue." : `La que sigue es ${goal}, con ${own}.`}`,
    switches: "Lo que cambia",
    switchesButton: "Cambiar",
    forEach: "for b in gpt.blocks:",
    parts: {embedding: "incrustación", block: (n) => `bloque ${n}`, head: "cabeza y pérdida"},
    kinds: {compute: "calculan", shape: "solo cambian la forma", copy: "copian"},
    does: {compute: "Calcula.", shape: "Solo lee los mismos números con otra forma.", copy: "Copia los números en otro orden."},
    saving: "guardan tensores",
    tapeOf: (count) => `Cinta de ${count} nodos`,
    nodeOf: (at, count) => `nodo ${at} de ${count}`,
    lineName: (line, text) => `Línea ${line}: ${text}`,
    leaves: (count) => `${count} ${count === "1" ? "nodo" : "nodos"}`,
    unknown: (count) => `Hay ${count} nodos en la cinta. ¿Cuáles dejó cada línea?`,
    whole: (count, kinds) => `${count} nodos: ${kinds}. Señala una línea o un nodo.`,
    lineLeaves: (line, count, isRepeated, ops, kinds) =>
      `La línea ${line} deja ${count} ${count === "1" ? "nodo" : "nodos"}${isRepeated ? " en cada bloque" : ""}: ${ops}. ${kinds}.`,
    kindsOf: (compute, shape, copy) => [
      compute && `${compute} calcula${compute === 1 ? "" : "n"}`,
      shape && `${shape} solo cambia${shape === 1 ? "" : "n"} la forma`,
      copy && `${copy} copia${copy === 1 ? "" : "n"}`
    ].filter(Boolean).join(", "),
    node: (shape, place, line) => ` → ${shape}, ${place}, línea ${line}. `,
    saves: (list) => ` Guarda ${list}.`,
    savesNothing: " No guarda nada.",
    changed: (before, now) => (before === now ? `Siguen siendo ${now} nodos. ` : `${before} → ${now} nodos. `),
    linesTable: "Los nodos de cada línea",
    columns: {line: "Línea", code: "Código", nodes: "Nodos", ops: "Cuáles son"},
    problems: {notLines: (got) => `Hacen falta nodos y una ejecución por cada posición de los interruptores; aquí hay ${got}.`}
  }
};
