import { useMutation } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { download } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'

export const ExportInstruments = () => {
  const save = useMutation({
    mutationFn: () => download('exportInstruments', {}, 'instruments.csv'),
    onError: toastFailure("Couldn't export instruments"),
  })
  return (
    <Button kind="quiet" disabled={save.isPending} onClick={() => save.mutate()}>
      {save.isPending ? 'Exporting...' : 'Export CSV'}
    </Button>
  )
}
