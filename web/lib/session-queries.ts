import { queryOptions, skipToken } from '@tanstack/react-query'
import { ApiError, call } from './api.ts'
import { poll } from './polls.ts'

const fiveMinutes = 5 * 60_000
const retries = 2

/** Whether the server says that no user is logged in: by then the session was already refreshed in vain. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

const identity = {
  staleTime: fiveMinutes,
  // Anyone who comes back may have logged in as another, or switched to LIVE, in another tab.
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

/** Asked once, and never when there is no token: the link holds or it does not. */
export const resetTokenQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['reset-token', token],
    queryFn: token ? () => call('validatePasswordResetToken', { token }) : skipToken,
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
