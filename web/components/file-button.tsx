import { type ComponentProps, useRef } from 'react'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** What the file dialog offers, e.g. `.csv`. */
  readonly accept: string
  /** Names the hidden input for screen readers and tests. */
  readonly label: string
  readonly onFile: (file: File) => void
}

/** A button that asks for one file. The same file may be chosen twice in a row. */
export const FileButton = ({ accept, label, onFile, children, ...rest }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button {...rest} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
