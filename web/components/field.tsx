import { type ComponentProps, useId } from 'react'

type Props = ComponentProps<'input'> & { readonly label: string; readonly error?: string | undefined }

/** A labelled input; what is wrong with it is said below and tied to it for screen readers. */
export const Field = ({ label, error, ...rest }: Props) => {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        className="h-10 rounded-md border border-line bg-panel px-3 text-sm aria-invalid:border-bad"
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
