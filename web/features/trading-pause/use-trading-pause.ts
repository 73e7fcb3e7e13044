import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../lib/toast.ts'
import { settingsQuery } from '../session/queries.ts'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'

/** Pauses (true) or resumes (false) the user's trading. */
export const useTradingPause = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (paused: boolean) => {
      // A read that is under way may still bring the state of before.
      await queries.cancelQueries({ queryKey: settingsQuery.queryKey })
      return call('setTradingPause', { paused })
    },
    onSuccess: (settings, paused) => {
      queries.setQueryData(settingsQuery.queryKey, settings)
      toast.success(paused ? 'Trading paused' : 'Trading resumed')
    },
    onError: (error, paused) =>
      toastFailure(paused ? 'Failed to pause trading' : 'Failed to resume trading')(error),
  })
}
