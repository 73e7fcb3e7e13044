import type { ComponentProps } from 'react'
import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import { FormField } from '../../components/form-field.tsx'

/** A field for a decimal figure of an instrument. Its value is text. */
export const DecimalField = (props: ComponentProps<typeof FormField<InstrumentFields>>) => (
  <FormField<InstrumentFields> inputMode="decimal" {...props} />
)
