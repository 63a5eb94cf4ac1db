import {say} from "../../words/say.js";

/** What a score says, beside the words that all views share. */
export const words = {
  en: {
    scoreTitle: "One step of training on one time axis",
    scoreSummary: (nodes, moments, peak) =>
      `${nodes} nodes at ${moments} moments, forward and then backward. At most ${peak} are held for backward.`,
    forwardPass: "forward →",
    backwardPass: "backward →",
    noModule: "the model itself",
    peakOf: (bytes, engine) => `${engine ? `${engine}: ` : ""}${bytes} at most`,
    heldFor: "held for backward",
    lanes: "Modules",
    lane: "Module",
    unit: "Step by",
    units: {node: "node", module: "module", line: "line"},
    stackBy: "Bytes by",
    stacks: {kind: "operation", group: "module"},
    layers: {parameters: "parameters", gradients: "gradients", optimizer: "optimizer state"},
    layersLegend: "Also show",
    others: "others",
    run: "Run",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    sourceOf: "The line that is running",
    inModule: (group) => (group ? ` in ${group}` : ""),
    runs: (op, where, shape) => say`${op} runs${where}: ${shape}.`,
    runsAgain: (op, where, shape) => say`${op} runs a second time${where}, for the checkpoint: ${shape}.`,
    runsBack: (op, where) => say`${op} runs backward${where}.`,
    stores: (list, until) => `Stored for backward: ${list}${until}.`,
    storesNothing: "It stores nothing.",
    untilMoment: (moment) => `, until moment ${moment}`,
    reads: (list) => (list ? `It reads ${list}.` : "It reads nothing that was stored."),
    sendsTo: (list) => ` It sends gradients to ${list}.`,
    goes: (bytes) => say`${bytes} are free after it. `,
    heldNow: (bytes) => say`Held now: ${bytes}.`,
    leafReady: (leaf, bytes) =>
      bytes ? say`The gradient of ${leaf} is complete: ${bytes}.` : say`The gradient of ${leaf} is complete.`,
    difference: ({name, before, peak, other, share, nodes, otherNodes, again}) =>
      `${name}: ${peak} at the peak instead of ${other} (${before})${share ? `, ${share} %` : ""}; ` +
      `${nodes === otherNodes ? `${nodes} nodes in both` : `${nodes} nodes instead of ${otherNodes}`}${again ? `, and ${again} run a second time` : ""}.`,
    engines: (list) => `In each lane, from top to bottom: ${list}.`,
    notAligned: "The two graphs do not fit together node by node: each has its own time.",
    more: (counts) => `What only the longer one has: ${counts}.`,
    columns: {moment: "Moment", pass: "Pass", node: "Node", module: "Module", shape: "Shape",
      stores: "Stored", until: "Until", held: "Held", nodes: "Nodes"},
    passes: {forward: "forward", backward: "backward", again: "again"},
    problems: {notAScore: (got) => `This is no score, but ${got}: tapewalk.score(loss, model) makes one.`}
  },
  es: {
    scoreTitle: "Un paso de entrenamiento en un solo eje de tiempo",
    scoreSummary: (nodes, moments, peak) =>
      `${nodes} nodos en ${moments} momentos, primero hacia delante y luego hacia atrás. Se guardan como mucho ${peak}.`,
    forwardPass: "hacia delante →",
    backwardPass: "hacia atrás →",
    noModule: "el propio modelo",
    peakOf: (bytes, engine) => `${engine ? `${engine}: ` : ""}${bytes} como mucho`,
    heldFor: "guardado",
    lanes: "Módulos",
    lane: "Módulo",
    unit: "Avanzar por",
    units: {node: "nodo", module: "módulo", line: "línea"},
    stackBy: "Bytes por",
    stacks: {kind: "operación", group: "módulo"},
    layers: {parameters: "parámetros", gradients: "gradientes", optimizer: "estado del optimizador"},
    layersLegend: "Mostrar también",
    others: "otros",
    run: "Ejecución",
    zoomIn: "Acercar",
    zoomOut: "Alejar",
    sourceOf: "La línea que se ejecuta",
    inModule: (group) => (group ? ` en ${group}` : ""),
    runs: (op, where, shape) => say`${op} se ejecuta${where}: ${shape}.`,
    runsAgain: (op, where, shape) => say`${op} se ejecuta otra vez${where}, por el checkpoint: ${shape}.`,
    runsBack: (op, where) => say`${op} se recorre hacia atrás${where}.`,
    stores: (list, until) => `Guarda para la pasada hacia atrás: ${list}${until}.`,
    storesNothing: "No guarda nada.",
    untilMoment: (moment) => `, hasta el momento ${moment}`,
    reads: (list) => (list ? `Lee ${list}.` : "No lee nada guardado."),
    sendsTo: (list) => ` Envía gradientes a ${list}.`,
    goes: (bytes) => say`Después quedan libres ${bytes}. `,
    heldNow: (bytes) => say`Guardado ahora: ${bytes}.`,
    leafReady: (leaf, bytes) =>
      bytes ? say`El gradiente de ${leaf} está completo: ${bytes}.` : say`El gradiente de ${leaf} está completo.`,
    difference: ({name, before, peak, other, share, nodes, otherNodes, again}) =>
      `${name}: ${peak} como mucho en lugar de ${other} (${before})${share ? `, el ${share} %` : ""}; ` +
      `${nodes === otherNodes ? `${nodes} nodos en las dos` : `${nodes} nodos en lugar de ${otherNodes}`}${again ? `, y ${again} se ejecutan otra vez` : ""}.`,
    engines: (list) => `En cada carril, de arriba abajo: ${list}.`,
    notAligned: "Los dos grafos no encajan nodo a nodo: cada uno tiene su propio tiempo.",
    more: (counts) => `Lo que solo tiene el más largo: ${counts}.`,
    columns: {moment: "Momento", pass: "Pasada", node: "Nodo", module: "Módulo", shape: "Forma",
      stores: "Guarda", until: "Hasta", held: "Guardado", nodes: "Nodos"},
    passes: {forward: "hacia delante", backward: "hacia atrás", again: "otra vez"},
    problems: {
      notAScore: (got) => `Esto no es una partitura, sino ${got}: tapewalk.score(loss, model) hace una.`
    }
  }
};
