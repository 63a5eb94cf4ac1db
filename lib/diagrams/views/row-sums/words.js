import {numberFormat} from "../../words/numbers.js";

const number = (/** @type {string} */ lang) => (/** @type {number} */ x) =>
  numberFormat(lang).short(Number(x.toPrecision(2)));

/** The words of rows that fall into others, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    rows: "Rows and the rows they go into",
    number: number("en"),
    write: "How the rows are written",
    fallen: "Rows that have fallen",
    of: (count, all) => `${count} of ${all}`,
    chosen: "Chosen row",
    heads: ["row", "arrived", "lost", "first number"],
    says: {
      index_add: (name, count, _, all) => `${all === 1 ? "1 row has" : `${all} rows have`} fallen. Row “${name}” got ${count} of them, and has their sum.`,
      "=": (name, count, lost, all) => `Of the ${all === 1 ? "1 row that has" : `${all} rows that have`} fallen, ${lost} got lost. Row “${name}” got ${count}; each overwrote the one before.`,
      "+=": (name, count, lost, all) => `Of the ${all === 1 ? "1 row that has" : `${all} rows that have`} fallen, ${lost} got lost. Row “${name}” got ${count}; each was added to the 0 that was read first.`
    },
    columnSum: (name, count, sum) => `Column “${name}”: ${count === 1 ? "1 gradient adds" : `${count} gradients add`} up to ${sum}.`,
    problems: {notRows: (got) => `It needs rows, the row that each goes into, and what Python found; it got ${got}.`}
  },
  es: {
    rows: "Filas y las filas en las que caen",
    number: number("es"),
    write: "Cómo se escriben las filas",
    fallen: "Filas que han caído",
    of: (count, all) => `${count} de ${all}`,
    chosen: "Fila elegida",
    heads: ["fila", "recibidas", "perdidas", "primer número"],
    says: {
      index_add: (name, count, _, all) => `${all === 1 ? "Ha caído 1 fila" : `Han caído ${all} filas`}. A la fila «${name}» le ${count === 1 ? "ha" : "han"} llegado ${count}, y tiene su suma.`,
      "=": (name, count, lost, all) => `${all === 1 ? "Ha caído 1 fila" : `Han caído ${all} filas`} y se ${lost === 1 ? "ha" : "han"} perdido ${lost}. A «${name}» le ${count === 1 ? "ha" : "han"} llegado ${count}; cada una borró la anterior.`,
      "+=": (name, count, lost, all) => `${all === 1 ? "Ha caído 1 fila" : `Han caído ${all} filas`} y se ${lost === 1 ? "ha" : "han"} perdido ${lost}. A «${name}» le ${count === 1 ? "ha" : "han"} llegado ${count}; cada una se sumó al 0 que se leyó al principio.`
    },
    columnSum: (name, count, sum) => `Columna «${name}»: ${count === 1 ? "1 gradiente suma" : `${count} gradientes suman`} ${sum}.`,
    problems: {notRows: (got) => `Necesita filas, la fila en la que cae cada una y lo que halló Python; ha recibido ${got}.`}
  }
};
