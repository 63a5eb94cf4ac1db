import {say} from "../../words/say.js";

/** The events of memory that is written in place, as short as they can be.
 * @type {Record<string, (version: number, found: number) => string>} */
const VERSIONS = {
  stored: (version) => `v${version}`,
  written: (version) => `→ v${version}`,
  unnoticed: () => "→ ?",
  read: (version) => `v${version}`,
  wrong: () => "≠",
  fails: (version, found) => `v${version} ≠ v${found}`
};

/** The words of a score, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    scoreTitle: "One step of training on one axis",
    scoreSummary: (nodes, moments, peak) =>
      `${nodes} nodes at ${moments} moments, forward and then backward. At most ${peak} is held for the backward pass.`,
    forwardPass: "forward →",
    backwardPass: "backward →",
    noModule: "the model itself",
    peakOf: (bytes) => `${bytes} at most`,
    heldFor: "held for backward",
    heldInAll: "held in all",
    lanes: "Modules",
    write: "the write",
    scorePanel: "Score",
    codePanel: "Code",
    heldPanel: "Held",
    notHere: (op, group) => `${op}${group ? ` in ${group}` : ""} is not on the tape of this run: its place stays empty.`,
    unit: "Step by",
    units: {node: "node", module: "module", line: "line"},
    scale: "Width by",
    scales: {node: "node", bytes: "bytes moved", time: "time"},
    widths: {
      node: "",
      bytes: "A bar's width shows how many bytes the node reads and writes.",
      time: "A bar's width shows how long the node took."
    },
    costs: {
      bytes: (bytes) => say`It reads and writes ${bytes}.`,
      time: (time) => say`It took ${time}.`
    },
    stackBy: "Bytes by",
    stacks: {kind: "operation", group: "module"},
    layers: {parameters: "parameters", gradients: "gradients", optimizer: "optimizer state", writes: "writes in place"},
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
    goes: (bytes) => say`It frees ${bytes}. `,
    heldNow: (bytes) => say`Held now: ${bytes}.`,
    leafReady: (leaf, bytes) =>
      bytes ? say`The gradient of ${leaf} is complete: ${bytes}.` : say`The gradient of ${leaf} is complete.`,
    difference: ({name, before, peak, other, share, nodes, otherNodes, again, fails}) =>
      `${name}: ${peak} at the peak instead of ${other} (${before})${share ? `, ${share} % as much` : ""}; ` +
      `${nodes === otherNodes ? `${nodes} nodes in both` : `${nodes} nodes instead of ${otherNodes}`}${again ? `, and ${again} ${again === "1" ? "runs" : "run"} a second time` : ""}` +
      `${fails ? "; the backward pass ends with an error" : ""}.`,
    standing: ({name, peak, nodes, fails}) =>
      `${name}: ${peak} at the peak; ${nodes} nodes${
        fails ? "; the backward pass ends with an error" : ""}.`,
    oneNumber: "one number",
    key: ({isView, hasLeaves, isAgain}) => [
      isView && "Pale bars only read memory in another shape.",
      hasLeaves && "Green bars are parameters that get their gradient.",
      isAgain && "Outlined bars run a second time."
    ].filter(Boolean).join(" "),
    heat: (least, most) =>
      `The taller and more intense a backward bar, the larger the gradient that arrives there: ‖∂‖ from ${least} or less to ${most}, on a log scale.`,
    arrives: (norm) => say`A gradient of ${norm} arrives. `,
    allocator: (before, forward, peak) =>
      `PyTorch's allocator on the graphics card had given out ${before} before the step, ${forward} after the forward pass and ${peak} at most.`,
    neverRan: (count) => (count === "1" ? "1 node never runs" : `${count} nodes never run`),
    writtenEvents: {
      stored: (version) => `stored: version ${version}`,
      written: (version) => `written: version ${version}`,
      unnoticed: () => "written, not counted",
      read: (version) => `read: version ${version}, as stored`,
      wrong: () => "read: not the numbers that were stored",
      fails: (version, found) => `wants version ${version}, finds ${found}`
    },
    writtenShort: VERSIONS,
    writes: (shape, version, holders) =>
      `It writes over a tensor ${shape}, which is now at version ${version}. ${
        holders ? `It was stored before by: ${holders}.` : "No node had stored the numbers it overwrites."}`,
    writesUnnoticed: (shape, version) =>
      `Its memory ${shape} is overwritten through .data, at version ${version} of a counter that no node checks.`,
    storesVersion: (shape, version) => `It notes the version of ${shape}: ${version}.`,
    findsVersion: (shape, version) => `It finds ${shape} at version ${version}, as it stored it.`,
    readsWrong: (shape) => `The numbers of ${shape} are not those that it stored, and no error reports it.`,
    fails: (shape, version, found, left) =>
      `It stored ${shape} at version ${version} and finds version ${found}: RuntimeError. ${left === "1" ? "1 node never runs" : `${left} nodes never run`}.`,
    cannotRun: (op, where) => say`${op} can't run backward${where}.`,
    columns: {moment: "Moment", pass: "Pass", node: "Node", module: "Module", shape: "Shape",
      stores: "Stored", until: "Until", held: "Held", nodes: "Nodes", norm: "‖∂‖"},
    passes: {forward: "forward", backward: "backward", again: "again", failed: "backward: error"},
    problems: {notAScore: (got) => `This is not a score but ${got}: tapewalk.score(loss, model) makes one.`}
  },
  es: {
    scoreTitle: "Un paso de entrenamiento en un solo eje",
    scoreSummary: (nodes, moments, peak) =>
      `${nodes} nodos en ${moments} momentos, primero hacia delante y luego hacia atrás. Se guardan como mucho ${peak}.`,
    forwardPass: "hacia delante →",
    backwardPass: "hacia atrás →",
    noModule: "el propio modelo",
    peakOf: (bytes) => `${bytes} como mucho`,
    heldFor: "guardado",
    heldInAll: "guardado en total",
    lanes: "Módulos",
    write: "la escritura",
    scorePanel: "Nodos",
    codePanel: "Código",
    heldPanel: "Bytes",
    notHere: (op, group) => `${op}${group ? ` en ${group}` : ""} no está en la cinta de esta ejecución: su lugar queda vacío.`,
    unit: "Avanzar por",
    units: {node: "nodo", module: "módulo", line: "línea"},
    scale: "Ancho según",
    scales: {node: "nodo", bytes: "bytes movidos", time: "tiempo"},
    widths: {
      node: "",
      bytes: "Una barra es tan ancha como los bytes que el nodo lee y escribe.",
      time: "Una barra es tan ancha como el tiempo que tardó el nodo."
    },
    costs: {
      bytes: (bytes) => say`Lee y escribe ${bytes}.`,
      time: (time) => say`Tardó ${time}.`
    },
    stackBy: "Bytes por",
    stacks: {kind: "operación", group: "módulo"},
    layers: {parameters: "parámetros", gradients: "gradientes", optimizer: "estado del optimizador", writes: "escrituras in situ"},
    layersLegend: "Mostrar también",
    others: "otros",
    run: "Ejecución",
    zoomIn: "Acercar",
    zoomOut: "Alejar",
    sourceOf: "La línea que se ejecuta",
    inModule: (group) => (group ? ` en ${group}` : ""),
    runs: (op, where, shape) => say`${op} se ejecuta${where}: ${shape}.`,
    runsAgain: (op, where, shape) => say`${op} se ejecuta otra vez${where}, por el checkpoint: ${shape}.`,
    runsBack: (op, where) => say`${op} se ejecuta hacia atrás${where}.`,
    stores: (list, until) => `Guarda para la pasada hacia atrás: ${list}${until}.`,
    storesNothing: "No guarda nada.",
    untilMoment: (moment) => `, hasta el momento ${moment}`,
    reads: (list) => (list ? `Lee ${list}.` : "No lee nada guardado."),
    sendsTo: (list) => ` Envía gradientes a ${list}.`,
    goes: (bytes) => say`Después quedan libres ${bytes}. `,
    heldNow: (bytes) => say`Guardado ahora: ${bytes}.`,
    leafReady: (leaf, bytes) =>
      bytes ? say`El gradiente de ${leaf} está completo: ${bytes}.` : say`El gradiente de ${leaf} está completo.`,
    difference: ({name, before, peak, other, share, nodes, otherNodes, again, fails}) =>
      `${name}: ${peak} como mucho en lugar de ${other} (${before})${share ? `, el ${share} %` : ""}; ` +
      `${nodes === otherNodes ? `${nodes} nodos en las dos` : `${nodes} nodos en lugar de ${otherNodes}`}${again ? `, y ${again} se ${again === "1" ? "ejecuta" : "ejecutan"} otra vez` : ""}` +
      `${fails ? "; la pasada hacia atrás acaba con un error" : ""}.`,
    standing: ({name, peak, nodes, fails}) =>
      `${name}: ${peak} como mucho; ${nodes} nodos${
        fails ? "; la pasada hacia atrás acaba con un error" : ""}.`,
    oneNumber: "un solo número",
    key: ({isView, hasLeaves, isAgain}) => [
      isView && "Las barras pálidas solo leen memoria con otra forma.",
      hasLeaves && "Las barras verdes son parámetros que reciben su gradiente.",
      isAgain && "Las barras sin relleno se ejecutan otra vez."
    ].filter(Boolean).join(" "),
    heat: (least, most) =>
      `Cuanto más alta y más intensa es una barra hacia atrás, mayor es el gradiente que le llega: ‖∂‖ de ${least} o menos a ${most}, en escala logarítmica.`,
    arrives: (norm) => say`Le llega un gradiente de ${norm}. `,
    allocator: (before, forward, peak) =>
      `El asignador de memoria de PyTorch en la tarjeta gráfica había entregado ${before} antes del paso, ${forward} tras la pasada hacia delante y ${peak} como mucho.`,
    neverRan: (count) => (count === "1" ? "1 nodo no se ejecuta nunca" : `${count} nodos no se ejecutan nunca`),
    writtenEvents: {
      stored: (version) => `guardado: versión ${version}`,
      written: (version) => `escrito: versión ${version}`,
      unnoticed: () => "escrito, sin contar",
      read: (version) => `leído: versión ${version}, la guardada`,
      wrong: () => "leído: números distintos de los guardados",
      fails: (version, found) => `quiere la versión ${version} y encuentra la ${found}`
    },
    writtenShort: VERSIONS,
    writes: (shape, version, holders) =>
      `Escribe encima de un tensor ${shape}, que queda en la versión ${version}. ${
        holders ? `Lo habían guardado: ${holders}.` : "Ningún nodo había guardado los números que sobrescribe."}`,
    writesUnnoticed: (shape, version) =>
      `Se sobrescribe su memoria ${shape} a través de .data, en la versión ${version} de un contador que ningún nodo comprueba.`,
    storesVersion: (shape, version) => `Anota la versión de ${shape}: ${version}.`,
    findsVersion: (shape, version) => `Encuentra ${shape} en la versión ${version}, como lo guardó.`,
    readsWrong: (shape) => `Los números de ${shape} no son los que guardó, y ningún error lo avisa.`,
    fails: (shape, version, found, left) =>
      `Guardó ${shape} en la versión ${version} y encuentra la versión ${found}: RuntimeError. ${left === "1" ? "1 nodo no se ejecuta nunca" : `${left} nodos no se ejecutan nunca`}.`,
    cannotRun: (op, where) => say`${op} no se puede ejecutar hacia atrás${where}.`,
    columns: {moment: "Momento", pass: "Pasada", node: "Nodo", module: "Módulo", shape: "Forma",
      stores: "Guarda", until: "Hasta", held: "Guardado", nodes: "Nodos", norm: "‖∂‖"},
    passes: {forward: "hacia delante", backward: "hacia atrás", again: "otra vez", failed: "hacia atrás: error"},
    problems: {
      notAScore: (got) => `Esto no es un paso medido, sino ${got}: tapewalk.score(loss, model) mide uno.`
    }
  }
};
