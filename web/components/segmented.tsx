import { ToggleGroup } from 'radix-ui'
import { type ReactNode, useId } from 'react'

type Props<Value extends string> = {
  readonly label: string
  readonly description?: ReactNode
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[]
  readonly disabled?: boolean
}

/** One of a few, all of them seen. */
export const Segmented = <Value extends string>({
  label,
  description,
  value,
  onChange,
  options,
  disabled = false,
}: Props<Value>) => {
  const id = useId()
  const hint = options.find((option) => option.value === value)?.hint
  return (
    <div className="grid gap-1.5">
      <p id={id} className="text-sm font-medium">
        {label}
      </p>
      {description && <p className="text-xs text-muted">{description}</p>}
      <ToggleGroup.Root
        type="single"
        aria-labelledby={id}
        value={value}
        disabled={disabled}
        onValueChange={(next) => next && onChange(next as Value)}
        className="inline-flex w-fit rounded-lg border border-line bg-ground p-1"
      >
        {options.map((option) => (
          <ToggleGroup.Item
            key={option.value}
            value={option.value}
            className="rounded-md px-4 py-1.5 text-sm font-medium text-muted disabled:opacity-60 data-[state=on]:bg-panel data-[state=on]:text-ink data-[state=on]:shadow-sm"
          >
            {option.label}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      {hint && <p className="text-xs text-muted">{hint}</p>}
    </div>
  )
}
