import type { FieldValues } from 'react-hook-form'

/**
 * Options for `useForm`: an untouched field always shows the stored value, even if it changes elsewhere while the form
 * is open. Otherwise the form would restore old values.
 */
export const followingStored = <Values extends FieldValues>(stored: Values) =>
  ({ values: stored, resetOptions: { keepDirtyValues: true } }) as const
