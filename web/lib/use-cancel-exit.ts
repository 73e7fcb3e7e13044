import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alertsKey } from './alerts-query.ts'
import { call } from './api.ts'
import { toastFailure } from './failures.ts'
import { toast } from './toast.ts'

/** Cancels an exit that waits, and reads again whatever shows it. */
export const useCancelExit = (alertId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('cancelExit', { alertId }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      await Promise.all(
        [alertsKey, ['alert', alertId]].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
    },
    onError: toastFailure('Couldn’t cancel this exit'),
  })
}
