import { useMutation } from '@tanstack/react-query'
import { call } from './api.ts'
import { toastFailure } from './failures.ts'

/**
 * Reads the user's LIVE webhook secret, which the settings show only as a mask. The user must click and confirm their
 * identity.
 */
export const useLiveSecret = () =>
  useMutation({
    mutationFn: async () => (await call('showLiveWebhookSecret', {})).secret,
    onError: toastFailure('Failed to show the LIVE webhook secret'),
  })
