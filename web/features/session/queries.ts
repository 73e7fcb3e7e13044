import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

const fiveMinutes = 5 * 60_000
const identity = { staleTime: fiveMinutes, retry: 2 } as const

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => call('getMe', {}), ...identity })
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => call('getSettings', {}),
  ...identity,
})
export const appSettingsQuery = queryOptions({
  queryKey: ['app-settings'],
  queryFn: () => call('getAppSettings', {}),
  ...identity,
})
