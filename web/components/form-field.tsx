import type { ComponentProps } from 'react'
import { type FieldPath, type FieldValues, type RegisterOptions, useFormContext } from 'react-hook-form'
import { Field } from './field.tsx'

type Props<Values extends FieldValues> = Omit<ComponentProps<typeof Field>, 'name' | 'error'> & {
  readonly name: FieldPath<Values>
  readonly options?: RegisterOptions<Values>
}

/** A field of the surrounding form (`FormProvider`). */
export const FormField = <Values extends FieldValues>({ name, options, ...rest }: Props<Values>) => {
  const { register, getFieldState, formState } = useFormContext<Values>()
  return (
    <Field error={getFieldState(name, formState).error?.message} {...rest} {...register(name, options)} />
  )
}
