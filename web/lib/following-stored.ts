import type { FieldValues } from 'react-hook-form'

/**
 * For `useForm`: a field not touched yet shows what is stored now, also if that is changed elsewhere while
 * the form is open. A form that kept the values of its opening would put them back.
 */
export const followingStored = <Values extends FieldValues>(stored: Values) =>
  ({ values: stored, resetOptions: { keepDirtyValues: true } }) as const
