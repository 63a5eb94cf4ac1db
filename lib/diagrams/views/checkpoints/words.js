/** What is said of checkpoints, beside the words that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    checkpoints: (layers) => `${layers} layers, and the memory that both passes use`,
    trays: "Which results are kept",
    tray: (layer, isKept, isThere) =>
      `result of layer ${layer}, ${isKept ? "kept" : "dropped"}, now ${isThere ? "in memory" : "not in memory"}`,
    heldAxis: "arrays in memory",
    most: "most",
    before: "all kept",
    kinds: {forward: "forward", again: "run again", saved: "saved", backward: "backward"},
    moment: {
      forward: (layer) => `Layer ${layer} runs.`,
      again: (layer) => `Layer ${layer} runs again: its result was dropped.`,
      backward: (layer) => `The gradient arrives at layer ${layer}.`
    },
    now: (held) => `${held} in memory.`,
    reading: {most: "most held", again: "layers run again"},
    columns: ["step", "pass", "layer", "held"],
    stepRange: "step",
    table: (kept) => `Held after each step, in activations; kept: ${kept || "none"}`,
    problems: {
      notCheckpoints: (got) => `Checkpoints need layers and a run for each way to keep them, and got ${got}.`
    }
  },
  es: {
    checkpoints: (layers) => `${layers} capas, y lo que ocupan las dos pasadas`,
    trays: "Qué resultados se guardan",
    tray: (layer, isKept, isThere) =>
      `resultado de la capa ${layer}, ${isKept ? "guardado" : "descartado"}, ahora ${isThere ? "en memoria" : "fuera de la memoria"}`,
    heldAxis: "arreglos en memoria",
    most: "máximo",
    before: "con todos",
    kinds: {forward: "hacia delante", again: "se repite", saved: "guardado", backward: "hacia atrás"},
    moment: {
      forward: (layer) => `Se ejecuta la capa ${layer}.`,
      again: (layer) => `Se repite la capa ${layer}: su resultado se descartó.`,
      backward: (layer) => `El gradiente llega a la capa ${layer}.`
    },
    now: (held) => `En memoria: ${held}.`,
    reading: {most: "máximo ocupado", again: "capas repetidas"},
    columns: ["paso", "pasada", "capa", "ocupado"],
    stepRange: "paso",
    table: (kept) => `Ocupado después de cada paso, en activaciones; guardados: ${kept || "ninguno"}`,
    problems: {
      notCheckpoints: (got) =>
        `Hacen falta capas y una ejecución por cada manera de guardarlas, y se ha recibido ${got}.`
    }
  }
};
