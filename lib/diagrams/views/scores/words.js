/** The words of the scores of a batch, beside those that all views share. */
const SAYS = {
  en: [
    ({n}) => `The loss reads one log-probability from each row: only the outlined cells get a gradient, −1/${n}.`,
    ({p, d}) => `The logarithm divides by p. Here p = ${p}, so the cell is ${d}.`,
    ({d}) => `1/sum was used in every cell of its row, so its gradient is a sum over the row: ${d} here.`,
    ({d}) => `counts was multiplied by 1/sum, and only the right letters get a gradient from that: ${d} here.`,
    ({column, d}) => `The sum sends ${column} to all 27 counts of its row. Now dcounts is complete: ${d} at the right letter.`,
    ({d}) => `exp multiplies by its own result. A gradient that a small p had blown up shrinks again: ${d}.`,
    () => "About 0; the rest is rounding: in each row, the pulls up and down are equal. The maximum does not change the loss.",
    ({n, d}) => `This gradient is tame: it is the pulls with the opposite sign, divided by ${n}. At the right letter it is ${d}; no cell goes beyond 1/${n}.`
  ],
  es: [
    ({n}) => `La pérdida lee una log-probabilidad de cada fila: solo las celdas enmarcadas reciben gradiente, −1/${n}.`,
    ({p, d}) => `El logaritmo divide entre p. Aquí p = ${p}, así que la celda vale ${d}.`,
    ({d}) => `1/suma se usó en toda su fila, así que su gradiente es la suma de la fila: aquí ${d}.`,
    ({d}) => `counts se multiplicó por 1/suma, y solo las letras correctas reciben algo: aquí ${d}.`,
    ({column, d}) => `La suma envía ${column} a los 27 counts de su fila. Ahora dcounts está completo: ${d} en la letra correcta.`,
    ({d}) => `exp multiplica por su propio resultado. Lo que una p pequeña había inflado vuelve a encoger: ${d}.`,
    () => "Casi 0; el resto es redondeo: en cada fila, los tirones hacia arriba y hacia abajo son iguales. El máximo no cambia la pérdida.",
    ({n, d}) => `Este gradiente es manso: son los tirones con el signo cambiado, divididos entre ${n}. En la letra correcta es ${d}; ninguna celda pasa de 1/${n}.`
  ]
};

/** @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    scoresPanel: "Scores",
    mapPanel: "Map",
    sizesPanel: "Sizes",
    says: SAYS.en,
    knobs: "Scores: left and right choose a letter, up and down change its score",
    mapOf: (name) => `Map of ${name}: a row for each example, a column for each letter; up and down choose a row`,
    sizesOf: "Size of each gradient, on a log axis",
    head: (context, right, p, loss) => `‘${context}’ → ‘${right}’   p = ${p}   loss = ${loss}`,
    scoreIs: (letter, score, p) => `${letter}: score ${score}, p = ${p}`,
    moved: (letter, score, p, up) => `Score of ‘${letter}’: ${score}, p = ${p}. Up ${up}, down ${up}, sum 0: the knot stays put.`,
    up: "up",
    down: "down",
    sum: "sum",
    legend: "□ right letter   – negative",
    rowIs: (nth, context, right) => `row ${nth}, ${context} → ${right}`,
    sizeTable: "The largest and smallest size of each gradient in the batch, and in the chosen row",
    gradient: "gradient",
    least: "smallest",
    most: "largest",
    inRow: "largest in the row",
    problems: {notABatch: (got) => `A batch needs symbols, and examples with a score for each; it got ${got}.`}
  },
  es: {
    scoresPanel: "Puntuaciones",
    mapPanel: "Mapa",
    sizesPanel: "Tamaños",
    says: SAYS.es,
    knobs: "Puntuaciones: izquierda y derecha eligen una letra, arriba y abajo cambian su puntuación",
    mapOf: (name) => `Mapa de ${name}: una fila por ejemplo, una columna por letra; arriba y abajo eligen una fila`,
    sizesOf: "Tamaño de cada gradiente, en un eje logarítmico",
    head: (context, right, p, loss) => `‘${context}’ → ‘${right}’   p = ${p}   pérdida = ${loss}`,
    scoreIs: (letter, score, p) => `${letter}: puntuación ${score}, p = ${p}`,
    moved: (letter, score, p, up) => `Puntuación de ‘${letter}’: ${score}, p = ${p}. Sube ${up}, baja ${up}, suma 0: el nudo no se mueve.`,
    up: "sube",
    down: "baja",
    sum: "suma",
    legend: "□ letra correcta   – negativo",
    rowIs: (nth, context, right) => `fila ${nth}, ${context} → ${right}`,
    sizeTable: "El tamaño mayor y el menor de cada gradiente en el lote, y en la fila elegida",
    gradient: "gradiente",
    least: "menor",
    most: "mayor",
    inRow: "mayor de la fila",
    problems: {notABatch: (got) => `Un lote necesita símbolos y ejemplos con una puntuación para cada uno; se ha recibido ${got}.`}
  }
};
