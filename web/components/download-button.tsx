import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toastCouldNot } from '../lib/failures.ts'
import { Button } from './button.tsx'

type Props = {
  readonly label: string
  /** What the button says meanwhile, e.g. "Downloading..."; the share follows if the server says how much there is. */
  readonly busy: string
  /** What it does, for where it fails, e.g. "download logs". */
  readonly act: string
  /** @param onProgress the share received so far, 0 to 1 */
  readonly save: (onProgress: (share: number) => void) => Promise<void>
}

/** Saves a file, and says how far it is. */
export const DownloadButton = ({ label, busy, act, save }: Props) => {
  const [share, setShare] = useState(0)
  const saving = useMutation({
    mutationFn: () => save(setShare),
    onMutate: () => setShare(0),
    onError: toastCouldNot(act),
  })
  return (
    <Button kind="quiet" disabled={saving.isPending} onClick={() => saving.mutate()}>
      {saving.isPending ? `${busy}${share > 0 ? ` ${Math.round(share * 100)}%` : ''}` : label}
    </Button>
  )
}
