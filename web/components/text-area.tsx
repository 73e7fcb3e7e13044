import { type ComponentProps, useId } from 'react'

type Props = ComponentProps<'textarea'> & { readonly label: string; readonly error?: string | undefined }

export const TextArea = ({ label, error, ...rest }: Props) => {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className="rounded-md border border-edge bg-panel p-3 font-mono text-xs text-ink aria-invalid:border-bad"
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
