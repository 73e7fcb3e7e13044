import { type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../lib/api-error.ts'

export type Unread = {
  /** The side that does not respond: our own API or the broker. */
  readonly who: 'Signalpost' | 'IG'
  readonly since: number
  readonly message: string
}

/**
 * The current failure to read, or null if all reads succeed. A failure of Signalpost comes before a failure of IG, and
 * an older failure before a newer one. A failure ends when its read succeeds or is no longer needed.
 */
export const useUnread = (): Unread | null => {
  const cache = useQueryClient().getQueryCache()
  const [unread, setUnread] = useState<Unread | null>(null)
  useEffect(() => {
    const failing = new Map<string, Unread>()
    const refresh = () => {
      const all = [...failing.values()].toSorted((one, other) => one.since - other.since)
      setUnread(all.find(({ who }) => who === 'Signalpost') ?? all[0] ?? null)
    }
    const forget = (key: string) => failing.delete(key) && refresh()
    return cache.subscribe((event) => {
      const key = event.query.queryHash
      if (event.type === 'removed' || (event.type === 'observerRemoved' && !event.query.isActive()))
        forget(key)
      if (event.type !== 'updated') return
      if (event.action.type === 'success') forget(key)
      const failure = failureOf(event)
      if (!failure || failing.has(key)) return
      failing.set(key, { ...failure, since: Date.now() })
      refresh()
    })
  }, [cache])
  return unread
}

const failureOf = (event: QueryCacheNotifyEvent): Pick<Unread, 'who' | 'message'> | null => {
  if (event.type !== 'updated' || (event.action.type !== 'failed' && event.action.type !== 'error'))
    return null
  const { error } = event.action
  if (!(error instanceof ApiError)) return null
  const { code, status, message } = error
  if (code === 'BROKER_UNAVAILABLE') return { who: 'IG', message }
  return status === 0 || status >= 500 ? { who: 'Signalpost', message } : null
}
