/** What the figure of held bytes says, beside the words that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    heldPanel: "Memory",
    model: "Model",
    card: "Your card",
    gigabytes: (count) => `${count} GB`,
    momentOf: "Moment of the step",
    handle: "Size to change",
    sizes: {tokens: "tokens", texts: "texts", layers: "layers", width: "width", heads: "heads"},
    switches: {fused: "Fused attention", checkpoint: "Checkpoints", half: "bf16 autocast", adam: "Adam"},
    bands: {
      parameters: "parameters", moments: "Adam’s moments", copies: "weights in bf16", gradients: "gradients",
      inputs: "block inputs", norms: "layer norms", attention: "q, k, v and output", probabilities: "attention’s T × T",
      feedForward: "feed-forward", logits: "logits, tokens", passing: "temporary"
    },
    phases: {forward: "forward", backward: "backward", step: "step"},
    cache: "KV cache, for generating",
    now: "held now",
    before: (bytes) => `before: ${bytes}`,
    onCard: (count, _bytes) => `your card, ${count} GB`,
    higher: (times) => `↑ your card: ${times} × as high`,
    at: {
      forward: "in the forward pass", loss: "when the backward pass begins", again: "while a block runs again",
      backward: "in the backward pass", step: "in Adam’s own step"
    },
    fits: (bytes, at, left) => `The peak is ${bytes}, ${at}. It fits, with ${left} to spare.`,
    tooMuch: (bytes, at, over) => `The peak is ${bytes}, ${at}: ${over} too much.`,
    hopeless: (base) => `Parameters, gradients and optimizer alone take ${base}. Fused attention, checkpoints and bf16 cannot reduce that.`,
    task: (card) => `Your task: make it fit in ${card} GB with the fewest changes.`,
    changed: (count) => (count === 1 ? "One change." : `${count} changes.`),
    work: (percent) => `Arithmetic: ${percent}.`,
    none: "±0",
    baseOnly: "So far only the parameters and Adam’s moments are drawn. Answer, and the step runs.",
    reset: "Start again",
    heldTable: "Bytes of each part at the peak",
    part: "Part",
    bytes: "Memory",
    bus: (bytes) => `${bytes} to the CPU and back`,
    planned: {
      changes: {
        fused_step: () => "Fused optimizer step", attention: (count) => `Fused attention × ${count}`, autocast: () => "bf16 autocast",
        checkpoint: (count, where) => `Checkpoint ${where} × ${count}`, offload: () => "Saved on the CPU"
      },
      bands: {
        parameters: "parameters", moments: "optimizer", gradients: "gradients", copies: "inputs and buffers",
        attention: "saved for backward", passing: "temporary"
      },
      at: {forward: "in the forward pass", backward: "in the backward pass", step: "in the optimizer’s step"},
      onCard: (_, bytes) => `budget, ${bytes}`,
      higher: (times) => `↑ budget: ${times} × as high`
    },
    problems: {noModels: (got) => `The figure needs models with their sizes; it got ${got}.`}
  },
  es: {
    heldPanel: "Memoria",
    model: "Modelo",
    card: "Tu tarjeta",
    gigabytes: (count) => `${count} GB`,
    momentOf: "Momento del paso",
    handle: "Tamaño que se cambia",
    sizes: {tokens: "tokens", texts: "textos", layers: "capas", width: "ancho", heads: "cabezas"},
    switches: {fused: "Atención fusionada", checkpoint: "Checkpoints", half: "Autocast a bf16", adam: "Adam"},
    bands: {
      parameters: "parámetros", moments: "momentos de Adam", copies: "pesos en bf16", gradients: "gradientes",
      inputs: "entradas de bloques", norms: "normalizaciones", attention: "q, k, v y salida", probabilities: "T × T de la atención",
      feedForward: "red de avance", logits: "logits, tokens", passing: "temporal"
    },
    phases: {forward: "hacia delante", backward: "hacia atrás", step: "paso"},
    cache: "caché KV, para generar",
    now: "en memoria ahora",
    before: (bytes) => `antes: ${bytes}`,
    onCard: (count, _bytes) => `tu tarjeta, ${count} GB`,
    higher: (times) => `↑ tu tarjeta: ${times} × esta altura`,
    at: {
      forward: "en la pasada hacia delante", loss: "al empezar la pasada hacia atrás", again: "mientras un bloque se repite",
      backward: "en la pasada hacia atrás", step: "en el propio paso de Adam"
    },
    fits: (bytes, at, left) => `Como máximo ${bytes}, ${at}. Cabe y sobran ${left}.`,
    tooMuch: (bytes, at, over) => `Como máximo ${bytes}, ${at}: no cabe, se pasa en ${over}.`,
    hopeless: (base) => `Parámetros, gradientes y optimizador ocupan por sí solos ${base}. Ni la atención fusionada, ni los checkpoints, ni bf16 pueden reducirlo.`,
    task: (card) => `Tu tarea: que quepa en ${card} GB con los menos cambios posibles.`,
    changed: (count) => (count === 1 ? "Un cambio." : `${count} cambios.`),
    work: (percent) => `Aritmética: ${percent}.`,
    none: "±0",
    baseOnly: "De momento solo se dibujan los parámetros y los momentos de Adam. Responde y se ejecuta el paso.",
    reset: "Empezar otra vez",
    heldTable: "Bytes de cada parte en el máximo",
    part: "Parte",
    bytes: "Memoria",
    bus: (bytes) => `${bytes} a la CPU y de vuelta`,
    planned: {
      changes: {
        fused_step: () => "Paso del optimizador fusionado", attention: (count) => `Atención fusionada × ${count}`, autocast: () => "Autocast a bf16",
        checkpoint: (count, where) => `Checkpoint ${where} × ${count}`, offload: () => "Guardado en la CPU"
      },
      bands: {
        parameters: "parámetros", moments: "optimizador", gradients: "gradientes", copies: "entradas y búferes",
        attention: "tensores guardados", passing: "temporal"
      },
      at: {forward: "en la pasada hacia delante", backward: "en la pasada hacia atrás", step: "en el paso del optimizador"},
      onCard: (_, bytes) => `presupuesto, ${bytes}`,
      higher: (times) => `↑ presupuesto: ${times} × esta altura`
    },
    problems: {noModels: (got) => `La figura necesita modelos con sus tamaños; se ha recibido ${got}.`}
  }
};
