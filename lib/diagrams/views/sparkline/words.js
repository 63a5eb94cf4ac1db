/** What a sparkline says, beside the words that all views share. */
export const words = {
  en: {sparkline: (count) => `${count} numbers as a line`},
  es: {sparkline: (count) => `${count} números como una línea`}
};
