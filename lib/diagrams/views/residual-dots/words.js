/** The words of the rows and gradients through a stack of blocks, beside those that all views share. */
/** @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    residualDots: "Rows and gradients through a stack of blocks",
    gradientPanel: "Gradient size by block", gradientTab: "Gradient", rowsTab: "Rows", shareTab: "Paths", lossTab: "Loss",
    sharePanel: "Gradient at the input, by branches crossed",
    lossPanel: "Loss, three random draws",
    inputRows: "32 rows, as they come in", rowsAfter: (block) => `32 rows after block ${block}`,
    cosine: (x) => `mean cosine ${x}`, onePoint: "32 rows at one point",
    blockAt: (block) => `block ${block}`, stepAt: (step) => `step ${step}`, counts: "label counts only",
    downTo: (size) => `down to ${size}`, upTo: (size) => `up to ${size}`,
    oneWay: (depth) => `one path only, through all ${depth} branches`,
    branches: (k, isLast, share) => `${k}${isLast ? "+" : ""} ${k === 1 ? "branch" : "branches"} ${share} %`, few: (k, isLast) => `${k}${isLast ? "+" : ""}`,
    skip: "skip", norm: "Place of LayerNorm", norms: {none: "no LN", before: "LN before", after: "LN after"},
    depth: "blocks", gain: "gain", blockSlider: "Block that the rows have passed",
    gradientIs: {vanish: "The gradients vanish", explode: "The gradients explode", level: "The gradients are of similar size in all blocks", front: "The first blocks have larger gradients", back: "The last blocks have larger gradients"},
    rowsAre: {same: "all rows come out nearly the same", alike: "the rows have grown alike", apart: "the rows can be told apart"},
    learns: {yes: "It learns", part: "It learns slowly", counts: "It learns only how frequent each label is", no: "It does not train"},
    verdict: (gradients, rows) => `${gradients}; ${rows}.`, lossIs: (learns, loss) => ` ${learns}: loss ${loss}.`,
    stackTable: "Block by block", size: "gradient", cosineHead: "mean cosine",
    problems: {notStacks: (got) => `Stacks need depths, gains, norms, letters and two kinds for each norm; it got ${got}.`}
  },
  es: {
    residualDots: "Filas y gradientes a través de una pila de bloques",
    gradientPanel: "Tamaño del gradiente por bloque", gradientTab: "Gradiente", rowsTab: "Filas", shareTab: "Caminos", lossTab: "Pérdida",
    sharePanel: "Gradiente en la entrada, según las ramas cruzadas",
    lossPanel: "Pérdida, tres inicios al azar",
    inputRows: "32 filas, como entran", rowsAfter: (block) => `32 filas tras el bloque ${block}`,
    cosine: (x) => `coseno medio ${x}`, onePoint: "32 filas en un punto",
    blockAt: (block) => `bloque ${block}`, stepAt: (step) => `paso ${step}`, counts: "solo la frecuencia de etiquetas",
    downTo: (size) => `baja a ${size}`, upTo: (size) => `sube a ${size}`,
    oneWay: (depth) => `un solo camino, por las ${depth} ramas`,
    branches: (k, isLast, share) => `${k}${isLast ? "+" : ""} ${k === 1 ? "rama" : "ramas"} ${share} %`, few: (k, isLast) => `${k}${isLast ? "+" : ""}`,
    skip: "atajo", norm: "Lugar de LayerNorm", norms: {none: "sin LN", before: "LN antes", after: "LN después"},
    depth: "bloques", gain: "ganancia", blockSlider: "Bloque que las filas ya han atravesado",
    gradientIs: {vanish: "Los gradientes se desvanecen", explode: "Los gradientes explotan", level: "Los gradientes son de tamaño parecido en todos los bloques", front: "Los primeros bloques tienen gradientes mayores", back: "Los últimos bloques tienen gradientes mayores"},
    rowsAre: {same: "todas las filas salen casi iguales", alike: "las filas se parecen más", apart: "las filas se distinguen"},
    learns: {yes: "Aprende", part: "Aprende despacio", counts: "Solo aprende la frecuencia de cada etiqueta", no: "No aprende"},
    verdict: (gradients, rows) => `${gradients}; ${rows}.`, lossIs: (learns, loss) => ` ${learns}: pérdida ${loss}.`,
    stackTable: "Bloque a bloque", size: "gradiente", cosineHead: "coseno medio",
    problems: {notStacks: (got) => `Las pilas necesitan profundidades, ganancias, lugares de LayerNorm, letras y dos tipos por lugar; se ha recibido ${got}.`}
  }
};
