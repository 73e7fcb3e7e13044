/** Classes for a gain or a loss, and for none or an unknown one. The sign is never alone at the end of a line. */
export const gainLook = (value: unknown) =>
  `whitespace-nowrap ${typeof value !== 'number' || value === 0 ? '' : value > 0 ? 'text-good' : 'text-bad'}`
