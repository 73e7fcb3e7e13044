import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../components/button.tsx'
import { call } from '../../lib/api.ts'
import { toastMessageOf } from '../../lib/failures.ts'
import { instrumentsKey } from './queries.ts'

export const FetchDividends = () => {
  const queries = useQueryClient()
  const fetchDates = useMutation({
    mutationFn: () => call('fetchDividendDates', {}),
    onSuccess: ({ message }) => {
      toast.success('Success!', { description: message })
      return queries.invalidateQueries({ queryKey: instrumentsKey })
    },
    onError: (error) => toast.error(`Failed to fetch dividend dates: ${toastMessageOf(error)}`),
  })
  return (
    <Button kind="quiet" disabled={fetchDates.isPending} onClick={() => fetchDates.mutate()}>
      {fetchDates.isPending ? 'Fetching...' : 'Fetch dividend dates'}
    </Button>
  )
}
