/** The colour of an alert's dot, by how it ended. */
export const marks = {
  placed: 'bg-good',
  refused: 'bg-warn',
  failed: 'bg-bad',
  asked: 'bg-accent',
} as const satisfies Record<string, string>
