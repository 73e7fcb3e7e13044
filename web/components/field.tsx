import { type ComponentProps, type ReactNode, useId, type WheelEvent } from 'react'
import { classNames } from '../lib/class-names.ts'

type Props = ComponentProps<'input'> & {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Content to the right of the input, such as a Copy button. On a phone it is below the input. */
  readonly aside?: ReactNode
}

export const inputClass =
  'h-10 w-full min-w-0 rounded-md border border-edge bg-panel px-3 text-sm text-ink placeholder:text-muted/70 disabled:opacity-60 aria-invalid:border-bad'

/** Removes the focus when the user scrolls, because Chrome changes a focused number field with the mouse wheel. */
const leaveAlone = ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur()

/** An input with a label and an error message below it. Screen readers read both. */
export const Field = ({ label, hint, error, aside, className, ...rest }: Props) => {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className={classNames('flex gap-2', aside && 'max-sm:flex-wrap')}>
        <input
          id={id}
          className={inputClass}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          onWheel={rest.type === 'number' ? leaveAlone : undefined}
          {...rest}
        />
        {aside}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
