const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
/** Replaces each instant in a sentence with the text that `word` returns for it. */
export const rewordInstants = (sentence: string, word: (iso: string) => string) =>
  sentence.replace(instants, word)
