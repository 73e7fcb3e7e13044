import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../lib/toast.ts'
import { settingsQuery } from '../../lib/session-queries.ts'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'

/** Pauses (true) or resumes (false) the user's trading. */
export const useTradingPause = () => {
  const queries = useQueryClient()
  /** A read that is under way may still bring the previous state. */
  const dropReads = () => queries.cancelQueries({ queryKey: settingsQuery.queryKey })
  return useMutation({
    mutationFn: async (paused: boolean) => {
      await dropReads()
      return call('setTradingPause', { paused })
    },
    onSuccess: async (settings, paused) => {
      await dropReads()
      queries.setQueryData(settingsQuery.queryKey, settings)
      toast.success(paused ? 'Trading paused' : 'Trading resumed')
    },
    onError: (error, paused) => {
      toastFailure(paused ? 'Failed to pause trading' : 'Failed to resume trading')(error)
      // It may have been done all the same, and only the answer was lost.
      return queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
    },
  })
}
