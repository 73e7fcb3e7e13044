import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TradingPauseChange } from '../../../shared/settings/settings.schema.ts'
import { toast } from '../../lib/toast.ts'
import { settingsQuery } from '../../lib/session-queries.ts'
import { pauseWords } from '../../lib/pause-words.ts'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'

type ToastTexts = { readonly done: string; readonly description?: string; readonly failed: string }

const toastTexts = ({ paused, holdExits, forgetHeld, liftTrip }: TradingPauseChange): ToastTexts => {
  if (liftTrip?.wasWithdrawal)
    return {
      done: 'Entries resumed. The withdrawal doesn’t count as a loss',
      failed: 'Failed to resume entries',
    }
  if (liftTrip)
    return {
      done: 'Entries resumed. Profits, losses and trades so far no longer count',
      failed: 'Failed to resume entries',
    }
  if (forgetHeld) return { done: 'Held exits dismissed', failed: 'Failed to dismiss held exits' }
  if (holdExits) return { done: 'Everything stopped', failed: 'Failed to stop everything' }
  return paused
    ? {
        done: 'Trading paused',
        description: pauseWords,
        failed: 'Failed to pause trading',
      }
    : { done: 'Trading resumed', failed: 'Failed to resume trading' }
}

/** Pauses or resumes the user's trading, stops everything, or dismisses the exits that *Stop everything* held. */
export const useTradingPause = () => {
  const queries = useQueryClient()
  /** Cancels reads of the settings, because their responses could show the previous state again. */
  const dropReads = () => queries.cancelQueries({ queryKey: settingsQuery.queryKey })
  return useMutation({
    mutationFn: async (change: TradingPauseChange) => {
      await dropReads()
      return call('setTradingPause', change)
    },
    onSuccess: async (state, change) => {
      await dropReads()
      queries.setQueryData(settingsQuery.queryKey, (before) => before && { ...before, ...state })
      const { done, description } = toastTexts(change)
      toast.success(done, description === undefined ? undefined : { description })
    },
    onError: (error, change) => {
      toastFailure(toastTexts(change).failed)(error)
      // Even if the response was lost, the server may have made the change.
      return queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
    },
  })
}
