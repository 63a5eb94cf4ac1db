import {say} from "../../words/say.js";

/** What a matrix says, beside the words that all views share. */
export const words = {
  en: {
    matrix: {
      title: (equations) => `Cell by cell: ${equations.join("; ")}`,
      stages: "Calculation",
      looks: "Cells show",
      values: "Numbers",
      heat: "Heat",
      sign: "Signs",
      cellHead: "Cell",
      howHead: "How it is computed",
      numberHead: "Number",
      cell: (equation) => say`${equation}.`,
      usedBy: (name, number, count, names) => count === 0
        ? say`${name} = ${number} is used by no cell.`
        : say`${name} = ${number} is used by ${count === 1 ? "one cell" : `${count} cells`}: ${names}.`,
      product: (y, a, b) =>
        say`Forward: each cell of ${y} is a row of ${a} times a column of ${b}.
          Step on, or pick any cell to see what it uses or who uses it.`,
      productBack: (a, y, uses) =>
        say`Backward: the gradient ∂${y} has arrived, one number for each cell of ${y}.
          Each cell of ∂${a} collects it from the cells of ${y} that used that cell of
          ${a}.${uses > 1 ? ` ${a} is used ${uses} times: this is one part of its gradient.` : ""}`,
      rowTimesColumn: (row, left, column, top, equation) =>
        say`Row ${String(row)} of ${left} times column ${String(column)} of ${top}: ${equation}.`,
      stretch: (b, from, to) =>
        say`Forward: ${b} has shape ${from} and is used as if it had ${to}.
          The dashed cells are the same numbers once more; nothing is copied in memory.`,
      sumBack: (b, count) =>
        say`Backward: each number of ${b} was used ${String(count)} times,
          so ${String(count)} gradients come back to it, and they add up.`,
      sumCell: (equation, count) => say`${equation}: ${String(count)} uses, one sum.`,
      passBack: (a, g, uses) =>
        say`Backward: each number of ${a} was used once, so its gradient comes straight from
          ${g}.${uses > 1 ? ` ${a} is used ${uses} times: this is one part of its gradient.` : ""}`
    },
    problems: {
      noNumbers: (name) => `The trace does not contain the numbers of ${name}: trace the function instead.`,
      manyNumbers: (name, shape, min, max, mean, norm) =>
        `${name} has shape ${shape}, and a trace lists at most 64 numbers one by one. ` +
        `They go from ${min} to ${max}, with mean ${mean} and norm ${norm}.`,
      noMatrix: (name, shape) => `${name} has shape ${shape}: no matrix of 1 to 1024 cells.`,
      rows: (name) => `The rows of ${name} should be numbers, as many in each row.`,
      fits: (fitting, got) => `This view shows ${fitting}, not ${got}.`,
      noOperand: (name, op) => `Operand ${name} of ${op} has no gradient, so it is not in the trace.`,
      batch: (a, b) => `It shows products of matrices, or of two batches alike, not of ${a} and ${b}.`
    }
  },
  es: {
    matrix: {
      title: (equations) => `Celda a celda: ${equations.join("; ")}`,
      stages: "Cálculo",
      looks: "Las celdas muestran",
      values: "Números",
      heat: "Calor",
      sign: "Signos",
      cellHead: "Celda",
      howHead: "Cómo se calcula",
      numberHead: "Número",
      cell: (equation) => say`${equation}.`,
      usedBy: (name, number, count, names) => count === 0
        ? say`Ninguna celda usa ${name} = ${number}.`
        : say`${name} = ${number} se usa en ${count === 1 ? "una celda" : `${count} celdas`}: ${names}.`,
      product: (y, a, b) =>
        say`Hacia delante: cada celda de ${y} es una fila de ${a} por una columna de ${b}.
          Avanza, o elige una celda para ver qué usa o quién la usa.`,
      productBack: (a, y, uses) =>
        say`Hacia atrás: ha llegado el gradiente ∂${y}, un número por cada celda de ${y}.
          Cada celda de ∂${a} lo recoge de las celdas de ${y} que usaron esa celda de
          ${a}.${uses > 1 ? ` ${a} se usa ${uses} veces: esto es una parte de su gradiente.` : ""}`,
      rowTimesColumn: (row, left, column, top, equation) =>
        say`Fila ${String(row)} de ${left} por columna ${String(column)} de ${top}: ${equation}.`,
      stretch: (b, from, to) =>
        say`Hacia delante: ${b} tiene forma ${from} y se usa como si tuviera ${to}.
          Las celdas de trazos son los mismos números otra vez; en memoria no se copia nada.`,
      sumBack: (b, count) =>
        say`Hacia atrás: cada número de ${b} se usó ${String(count)} veces,
          así que le llegan ${String(count)} gradientes, y se suman.`,
      sumCell: (equation, count) => say`${equation}: ${String(count)} usos, una suma.`,
      passBack: (a, g, uses) =>
        say`Hacia atrás: cada número de ${a} se usó una vez, así que su gradiente viene tal cual de
          ${g}.${uses > 1 ? ` ${a} se usa ${uses} veces: esto es una parte de su gradiente.` : ""}`
    },
    problems: {
      noNumbers: (name) => `La traza no dice los números de ${name}: traza la función.`,
      manyNumbers: (name, shape, min, max, mean, norm) =>
        `${name} tiene forma ${shape}, y una traza enumera como mucho 64 números. ` +
        `Van de ${min} a ${max}, con media ${mean} y norma ${norm}.`,
      noMatrix: (name, shape) => `${name} tiene forma ${shape}: no es una matriz de 1 a 1024 celdas.`,
      rows: (name) => `Las filas de ${name} deben ser números, tantos en una como en otra.`,
      fits: (fitting, got) => `Esta vista muestra ${fitting}, no ${got}.`,
      noOperand: (name, op) => `El operando ${name} de ${op} no tiene gradiente y no está en la traza.`,
      batch: (a, b) => `Muestra productos de matrices o de dos lotes iguales, no de ${a} y ${b}.`
    }
  }
};
