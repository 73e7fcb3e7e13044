import type { ComponentProps } from 'react'
import { useCopy } from '../lib/use-copy.ts'
import { Button } from './button.tsx'

type Props = Pick<ComponentProps<typeof Button>, 'kind' | 'className'> & {
  readonly text: string
  /** The name of the copied text for screen readers. */
  readonly label?: string
}

export const CopyButton = ({ text, label, kind = 'quiet', className }: Props) => {
  const { copy, copied } = useCopy()
  return (
    <Button
      kind={kind}
      className={className}
      aria-label={copied ? undefined : label}
      onClick={() => void copy(text)}
    >
      {copied ? 'Copied!' : 'Copy'}
    </Button>
  )
}

/** An ID in a table and its copy button in one element, so that a thousand rows scroll smoothly. */
export const CopyableId = ({ id }: { readonly id: string }) => {
  const { copy, copied } = useCopy()
  return (
    <button
      type="button"
      aria-label={copied ? undefined : `Copy ${id}`}
      className="h-8 cursor-pointer after:ml-2 after:text-xs after:font-medium after:text-muted after:content-['Copy'] hover:after:text-ink"
      onClick={() => void copy(id)}
    >
      {copied ? 'Copied!' : id}
    </button>
  )
}
