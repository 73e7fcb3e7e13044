import { useCallback, useState } from 'react'
import { toast } from './toast.ts'
import { useCopyToClipboard, useTimeout } from 'usehooks-ts'

/** How long a button shows 'Copied!', in milliseconds. */
const copiedFor = 2_000

/** Copies text to the clipboard. `copied` is true for a moment afterwards. */
export const useCopy = () => {
  const [, write] = useCopyToClipboard()
  const [copied, setCopied] = useState(false)
  useTimeout(() => setCopied(false), copied ? copiedFor : null)
  const copy = useCallback(
    async (text: string) => {
      const done = await write(text)
      setCopied(done)
      if (done) toast.success('Copied to clipboard!')
      else toast.error('Failed to copy to clipboard')
    },
    [write],
  )
  return { copy, copied }
}
