import { useMutation } from '@tanstack/react-query'
import { call } from './api.ts'
import { toastFailure } from './failures.ts'

/** The user's LIVE webhook secret, which the settings show masked: asked for by a click, after a fresh proof. */
export const useLiveSecret = () =>
  useMutation({
    mutationFn: async () => (await call('showLiveWebhookSecret', {})).secret,
    onError: toastFailure('Failed to show the LIVE webhook secret'),
  })
