import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { useId } from 'react'
import { classNames } from '../lib/class-names.ts'

type Props<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** The label is for screen readers only. */
  readonly terse?: boolean
  readonly className?: string
}

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
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={terse ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
        <Radix.Trigger
          id={id}
          className="inline-flex h-10 items-center justify-between gap-2 rounded-md border border-line bg-panel px-3 text-sm"
        >
          <Radix.Value />
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={4}
            className="z-50 max-h-72 min-w-(--radix-select-trigger-width) overflow-y-auto rounded-md border border-line bg-panel p-1 shadow-lg"
          >
            <Radix.Viewport>
              {options.map((option) => (
                <Radix.Item
                  key={option.value}
                  value={option.value}
                  className="flex items-center justify-between gap-3 rounded px-2 py-1.5 text-sm outline-none data-[highlighted]:bg-ground"
                >
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  <Radix.ItemIndicator>
                    <Check aria-hidden className="size-4" />
                  </Radix.ItemIndicator>
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </div>
  )
}
