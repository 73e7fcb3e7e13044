import type { ComponentProps } from 'react'
import { type FieldPath, type FieldValues, useFormContext } from 'react-hook-form'
import { Field } from './field.tsx'

type Props<Values extends FieldValues> = Omit<ComponentProps<typeof Field>, 'name' | 'error' | 'type'> & {
  readonly name: FieldPath<Values>
}

/** A number field of the surrounding form (`FormProvider`). Its value is undefined if the field is empty. */
export const NumberField = <Values extends FieldValues>({ name, ...rest }: Props<Values>) => {
  const { register, getFieldState, formState } = useFormContext<Values>()
  return (
    <Field
      type="number"
      inputMode="numeric"
      error={getFieldState(name, formState).error?.message}
      {...rest}
      {...register(name, {
        setValueAs: (value: unknown) =>
          value === '' || value === null || value === undefined ? undefined : Number(value),
      })}
    />
  )
}
