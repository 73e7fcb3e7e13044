import type { ReactNode } from 'react'
import { type Segment, Segments } from './segments.tsx'

type Props<Value extends string> = {
  readonly label: string
  readonly description?: ReactNode
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly (Segment<Value> & { readonly hint?: string })[]
}

/** A form field with a few options and, below them, the hint of the selected option. */
export const Segmented = <Value extends string>({ label, description, value, ...rest }: Props<Value>) => {
  const hint = rest.options.find((option) => option.value === value)?.hint
  return (
    <fieldset role="radiogroup" className="grid min-w-0 content-start gap-1.5 text-sm">
      <legend className="contents font-medium">{label}</legend>
      {description && <p className="text-xs text-muted">{description}</p>}
      <Segments value={value} {...rest} />
      {hint && <p className="text-xs text-muted">{hint}</p>}
    </fieldset>
  )
}
