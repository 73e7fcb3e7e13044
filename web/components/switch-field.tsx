import { Switch } from 'radix-ui'
import { type ReactNode, useId } from 'react'

type Props = {
  readonly label: string
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

export const SwitchField = ({ label, hint, checked, onChange, disabled = false }: Props) => {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="grid gap-0.5">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
      <Switch.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative mt-0.5 h-6 w-11 shrink-0 rounded-full border border-edge bg-ground transition-colors disabled:opacity-60 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Switch.Thumb className="block size-4.5 translate-x-0.5 rounded-full bg-muted transition-transform data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-accent-ink" />
      </Switch.Root>
    </div>
  )
}
