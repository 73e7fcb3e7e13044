import { queryOptions, skipToken } from '@tanstack/react-query'
import { ApiError, call } from './api.ts'
import { poll } from './polls.ts'

const fiveMinutes = 5 * 60_000
const retries = 2

/** Whether the server reports that no user is logged in, even after the client has tried to refresh the session. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

const identity = {
  staleTime: fiveMinutes,
  // In another tab, the user may have switched to LIVE or logged in as someone else.
  refetchOnWindowFocus: 'always',
  retry: (failures: number, error: Error) => failures < retries && !isSignedOut(error),
} as const

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: poll('getMe', {}), ...identity })
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: poll('getSettings', {}),
  ...identity,
})
export const appSettingsQuery = queryOptions({
  queryKey: ['app-settings'],
  queryFn: poll('getAppSettings', {}),
  ...identity,
})

/** Checks a reset link once, if it has a token. */
export const resetTokenQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['reset-token', token],
    queryFn: token ? () => call('validatePasswordResetToken', { token }) : skipToken,
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
