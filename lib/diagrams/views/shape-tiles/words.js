/** The words of shapes as tiles, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    tiles: "Shapes as tiles",
    goal: "Wanted gradient",
    arrangement: "Arrangement",
    swap: "swap",
    transpose: (name, rows, columns) => `${name}, ${rows} × ${columns}: transpose`,
    fits: (product, [rows, columns], {name}, isGoal) =>
      `${product}: the edges meet, and the product is ${rows} × ${columns}. ${isGoal ? `That is the shape of ${name}.` : `These are the numbers of ${name}, but transposed.`}`,
    differs: (product, columns, rows) => `${product}: ${columns} columns against ${rows} rows, so there is no product.`,
    tried: (count) => `(${count} of 8 tried)`,
    problems: {notTiles: (got) => `It needs tiles with shapes, and goals with two factors; it got ${got}.`}
  },
  es: {
    tiles: "Formas como fichas",
    goal: "Gradiente buscado",
    arrangement: "Disposición",
    swap: "permutar",
    transpose: (name, rows, columns) => `${name}, ${rows} × ${columns}: trasponer`,
    fits: (product, [rows, columns], {name}, isGoal) =>
      `${product}: los lados encajan y el producto es ${rows} × ${columns}. ${isGoal ? `Esa es la forma de ${name}.` : `Son los números de ${name}, pero traspuestos.`}`,
    differs: (product, columns, rows) => `${product}: ${columns} columnas frente a ${rows} filas, así que no hay producto.`,
    tried: (count) => `(${count} de 8 probadas)`,
    problems: {notTiles: (got) => `Necesita fichas con formas, y metas con dos factores; ha recibido ${got}.`}
  }
};
