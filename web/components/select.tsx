import ChevronDown from '~icons/chevron-down'
import { useId } from 'react'
import { classNames } from '../lib/class-names.ts'

type Props<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** Whether the label is only for screen readers. */
  readonly terse?: boolean
  readonly className?: string
}

/** The browser's own select element. It works on every phone and with every screen reader. */
export const Select = <Value extends string>({
  label,
  value,
  onChange,
  options,
  terse,
  className,
}: Props<Value>) => {
  const id = useId()
  return (
    <div className={classNames('grid grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={id} className={terse ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      <div className="relative grid grid-cols-1">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
          className="h-10 appearance-none rounded-md border border-edge bg-panel pr-9 pl-3 text-sm"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-3 right-3 size-4 text-muted" />
      </div>
    </div>
  )
}
