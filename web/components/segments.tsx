import { type ReactNode, useId } from 'react'
import { classNames } from '../lib/class-names.ts'

export type Segment<Value extends string> = {
  readonly value: Value
  readonly label: string
  /** An icon shown instead of the label. The label is then the tooltip and the name for screen readers. */
  readonly icon?: ReactNode
}

type Props<Value extends string> = {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly Segment<Value>[]
  /** Whether the options are only as high as a card's title. */
  readonly isSmall?: boolean
}

/**
 * A few options, all visible, of which the user selects one. They are radio buttons, so the arrow keys change the
 * selection. The surrounding fieldset names the group.
 */
export const Segments = <Value extends string>({
  value,
  onChange,
  options,
  isSmall = false,
}: Props<Value>) => {
  const group = useId()
  return (
    <div
      className={classNames(
        'inline-flex w-fit max-w-full flex-wrap rounded-lg border border-edge bg-ground text-sm',
        isSmall ? '-my-px' : 'p-[3px]',
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          title={option.icon ? option.label : undefined}
          className={classNames(
            'grid cursor-pointer place-items-center rounded-md font-medium text-muted outline-offset-2 hover:text-ink has-checked:bg-accent has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:cursor-default has-disabled:opacity-60',
            option.icon ? 'size-8' : isSmall ? 'h-6 px-2.5 text-xs pointer-coarse:h-11' : 'h-8 px-4',
            options.length > 4 && 'max-sm:px-2',
          )}
        >
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            aria-label={option.label}
            className="sr-only"
          />
          {option.icon ?? option.label}
        </label>
      ))}
    </div>
  )
}
