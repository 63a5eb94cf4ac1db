/** What the square of weights says, beside the words that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    attentionSquare: "Saved by attention, on one scale", squarePanel: "Saved", lengthOf: "Length in tokens", tokens: (count) => `${count} tokens`,
    weights: "unfused: weights, q, k, v", strips: "fused: q, k, v, result, logsumexp",
    saved: (unfused, fused, ratio) => `One head saves ${unfused} unfused, ${ratio} times as much as the ${fused} it saves fused.`,
    less: (unfused, fused) => `One head saves ${unfused} unfused and ${fused} fused.`,
    window: "The backward pass computes the weights again from q, k and logsumexp, a few rows at a time.",
    recompute: "Backward", squareTable: "Bytes saved by one head", unfusedHead: "unfused", fusedHead: "fused",
    problems: {notASquare: (got) => `The square needs lengths, the width of a head and the bytes saved; it got ${got}.`}
  },
  es: {
    attentionSquare: "Lo que guarda la atención, a la misma escala", squarePanel: "Guardado", lengthOf: "Longitud en tokens", tokens: (count) => `${count} tokens`,
    weights: "sin fusionar: pesos, q, k, v", strips: "fusionada: q, k, v, resultado, logsumexp",
    saved: (unfused, fused, ratio) => `Sin fusionar, una cabeza guarda ${unfused}: ${ratio} veces los ${fused} de la fusionada.`,
    less: (unfused, fused) => `Una cabeza guarda ${unfused} sin fusionar y ${fused} fusionada.`,
    window: "En la pasada hacia atrás los pesos se recalculan, unas pocas filas cada vez, a partir de q, k y logsumexp.",
    recompute: "Hacia atrás", squareTable: "Bytes que guarda una cabeza", unfusedHead: "sin fusionar", fusedHead: "fusionada",
    problems: {notASquare: (got) => `El cuadrado necesita longitudes, el ancho de una cabeza y los bytes guardados; se ha recibido ${got}.`}
  }
};
