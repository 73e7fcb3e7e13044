import * as z from 'zod/mini'

type Confirmed<Field extends string> = { readonly [Name in Field | 'confirmPassword']: string }

/** Checks that both passwords are equal. The error is at the second field, even if other fields are wrong. */
export const passwordsMatch = <Field extends string>(field: Field) =>
  z.refine<Confirmed<Field>>((values) => values[field] === values.confirmPassword, {
    error: "Passwords don't match",
    path: ['confirmPassword'],
    when: ({ value }) => typeof (value as Confirmed<Field>).confirmPassword === 'string',
  })
