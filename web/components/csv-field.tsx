import { type ComponentProps, useId } from 'react'
import { classNames } from '../lib/class-names.ts'

type Props = Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'> & {
  readonly label: string
  /** Whether the label is only for screen readers, because a title has the same text. */
  readonly isLabelHidden?: boolean
  readonly error?: string | undefined
}

/** A labelled field for a CSV file. */
export const CsvField = ({ label, isLabelHidden = false, error, ...rest }: Props) => {
  const id = useId()
  return (
    <div className="grid min-w-0 flex-1 basis-64 gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        type="file"
        accept=".csv"
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-problem`}
        className={classNames(
          'h-10 w-full min-w-0 rounded-md border border-edge bg-panel text-sm text-muted aria-invalid:border-bad',
          'file:mr-3 file:h-full file:border-r file:border-line file:bg-ground file:px-3 file:text-sm file:font-medium file:text-ink',
        )}
      />
      {error && (
        <p id={`${id}-problem`} className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
