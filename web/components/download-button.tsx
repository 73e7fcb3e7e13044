import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toastCouldNot } from '../lib/failures.ts'
import { Button } from './button.tsx'

type Props = {
  readonly label: string
  /** The label during the download, such as "Downloading...". The percentage follows if the length is known. */
  readonly busy: string
  /** The action as named in an error message, such as "download logs". */
  readonly act: string
  /** @param onProgress receives the downloaded share, from 0 to 1 */
  readonly save: (onProgress: (share: number) => void) => Promise<void>
}

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
