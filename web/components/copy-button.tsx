import type { ComponentProps } from 'react'
import { useCopy } from '../lib/use-copy.ts'
import { Button } from './button.tsx'

type Props = Pick<ComponentProps<typeof Button>, 'kind' | 'className'> & {
  readonly text: string
  /** Names what is copied, for screen readers. */
  readonly label?: string
}

/** Copies a text. */
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
