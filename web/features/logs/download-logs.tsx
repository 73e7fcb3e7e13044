import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { download } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { filterRequest, type LogFilters } from './filters.ts'

/** Saves what the filters let through; says how far it is where the server says how much there is. */
export const DownloadLogs = ({ filters }: { readonly filters: LogFilters }) => {
  const [share, setShare] = useState(0)
  const save = useMutation({
    mutationFn: () =>
      download('downloadLogs', filterRequest(filters), `logs_${new Date().toISOString()}.log`, setShare),
    onMutate: () => setShare(0),
    onError: toastFailure("Couldn't download logs", 'An unknown error occurred'),
  })
  return (
    <Button kind="quiet" disabled={save.isPending} onClick={() => save.mutate()}>
      {save.isPending ? `Downloading...${share > 0 ? ` ${Math.round(share * 100)}%` : ''}` : 'Download'}
    </Button>
  )
}
