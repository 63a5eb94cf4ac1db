/** The words of a stepper, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    title: (root) => (root ? `The two passes of ${root}, step by step` : "Both passes, step by step")
  },
  es: {
    title: (root) =>
      root ? `Las dos pasadas de ${root}, paso a paso` : "Las dos pasadas, paso a paso"
  }
};
