import type { ComponentProps } from 'react'
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form'

type Props<Entered extends FieldValues, Sent extends FieldValues> = Omit<
  ComponentProps<'form'>,
  'onSubmit'
> & {
  readonly form: UseFormReturn<Entered, unknown, Sent>
  readonly onSend: (values: Sent) => unknown
}

/** A form that provides its state to its fields. The browser's own validation is off. */
export const Form = <Entered extends FieldValues, Sent extends FieldValues>({
  form,
  onSend,
  ...rest
}: Props<Entered, Sent>) => (
  <FormProvider {...form}>
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => onSend(values))(event)}
      {...rest}
    />
  </FormProvider>
)
