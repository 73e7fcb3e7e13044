import * as z from 'zod/mini'

type Confirmed<Field extends string> = { readonly [Name in Field | 'confirmPassword']: string }

/**
 * Checks that both passwords are equal. If not, the error is shown at the second field, even if other fields are
 * invalid.
 */
export const passwordsMatch = <Field extends string>(field: Field) =>
  z.refine<Confirmed<Field>>((values) => values[field] === values.confirmPassword, {
    error: "Passwords don't match",
    path: ['confirmPassword'],
    when: ({ value }) => typeof (value as Confirmed<Field>).confirmPassword === 'string',
  })
