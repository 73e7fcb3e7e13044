/** The colour of a gain or a loss, none for nothing or what is not known; its sign is never alone at the end of a line. */
export const gainLook = (value: unknown) =>
  `whitespace-nowrap ${typeof value !== 'number' || value === 0 ? '' : value > 0 ? 'text-good' : 'text-bad'}`
