/** What a chart says, beside the words that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    chart: (series, x) => (x ? `${series} by ${x}` : series),
    noPoint: "no value",
    asBuilt: "These lines belong to the values that the figure began with.",
    notPositive: "0 or less, which has no place on a logarithmic scale,",
    gapAt: (series, what, place) => `${series}: ${what} at ${place}.`,
    gapFrom: (series, what, place) => `${series}: ${what} from ${place} on.`,
    gapBetween: (series, what, from, to) => `${series}: ${what} from ${from} to ${to}.`,
    problems: {
      notAChart: (got) => `A chart needs an x and at least one series with values, and got ${got}.`,
      lengths: (label, count, points) => `“${label}” has ${count} values, and x has ${points}.`,
      tooManyPoints: (count, limit) =>
        `The chart has ${count} points, too many to draw (at most ${limit}).`
    }
  },
  es: {
    chart: (series, x) => (x ? `${series} según ${x}` : series),
    noPoint: "sin valor",
    asBuilt: "Estas líneas son las de los valores con los que empezó la figura.",
    notPositive: "0 o menos, sin lugar en una escala logarítmica,",
    gapAt: (series, what, place) => `${series}: ${what} en ${place}.`,
    gapFrom: (series, what, place) => `${series}: ${what} desde ${place}.`,
    gapBetween: (series, what, from, to) => `${series}: ${what} desde ${from} hasta ${to}.`,
    problems: {
      notAChart: (got) =>
        `Una gráfica necesita una x y al menos una serie con valores, y ha recibido ${got}.`,
      lengths: (label, count, points) => `«${label}» tiene ${count} valores y x tiene ${points}.`,
      tooManyPoints: (count, limit) =>
        `La gráfica tiene ${count} puntos, demasiados para un dibujo (como mucho ${limit}).`
    }
  }
};
