import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormField } from './form-field.tsx'

/** A number field of the surrounding form (`FormProvider`). Its value is undefined if the field is empty. */
export const NumberField = <Values extends FieldValues>(props: ComponentProps<typeof FormField<Values>>) => (
  <FormField
    type="number"
    inputMode="numeric"
    options={{
      setValueAs: (value: unknown) =>
        value === '' || value === null || value === undefined ? undefined : Number(value),
    }}
    {...props}
  />
)
