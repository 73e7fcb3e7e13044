/** The colour of a gain or a loss; none for nothing, or what is not known. */
export const gainLook = (value: unknown) =>
  typeof value !== 'number' || value === 0 ? '' : value > 0 ? 'text-good' : 'text-bad'
