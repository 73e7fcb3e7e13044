import type { ComponentProps } from 'react'
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form'

type Props<Entered extends FieldValues, Sent extends FieldValues> = Omit<
  ComponentProps<'form'>,
  'onSubmit'
> & {
  readonly form: UseFormReturn<Entered, unknown, Sent>
  /** What was entered passed its checks. */
  readonly onSend: (values: Sent) => unknown
}

/** A form whose fields find it around them. It is sent without the browser's own checks. */
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
