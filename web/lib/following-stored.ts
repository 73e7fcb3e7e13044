import type { FieldValues } from 'react-hook-form'

/**
 * Options for `useForm`: fields that the user has not touched always show the stored value, even if it changes while
 * the form is open. Otherwise saving would restore old values.
 */
export const followingStored = <Values extends FieldValues>(stored: Values) =>
  ({ values: stored, resetOptions: { keepDirtyValues: true } }) as const
