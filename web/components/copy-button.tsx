import { useCopy } from '../lib/use-copy.ts'
import { Button } from './button.tsx'

/** Copies a text. @param label names what is copied, for screen readers */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { copy, copied } = useCopy()
  return (
    <Button
      kind="bare"
      className="h-8 pointer-coarse:h-11"
      aria-label={copied ? undefined : label}
      onClick={() => void copy(text)}
    >
      {copied ? 'Copied!' : 'Copy'}
    </Button>
  )
}
