import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { User } from '../../shared/accounts/user.schema.ts'
import { secretMask } from '../../shared/settings/secret-mask.ts'
import type { UserSettings } from '../../shared/settings/settings.schema.ts'

/** A user's latest figures, stored in this browser for reading offline. */
type Kept = {
  readonly userId: string
  readonly queries: readonly { readonly key: QueryKey; readonly data: unknown; readonly at: number }[]
}

const storedAs = 'signalpost-figures'
/** The maximum age of stored figures in milliseconds. Older figures would be misleading. */
const longestKept = 24 * 3_600_000
/** The minimum time between two writes, in milliseconds. */
const writeEvery = 10_000

/** Whether a query's data are stored. Logs, tokens and raw alerts are never stored. */
const isKept = ([first, second]: QueryKey) =>
  first === 'alerts'
    ? second === 'today' || second === 'asking'
    : ['me', 'settings', 'app-settings', 'account', 'positions', 'orders', 'stats'].includes(String(first))

const secrets = ['ApiKey', 'Username', 'Password', 'WebhookSecret'] as const

/** Replaces each credential with a mask, which shows only that the field is filled in. */
const withoutSecrets = (settings: UserSettings): UserSettings => {
  const masked = secrets.flatMap((name) => {
    const fields = [`demo${name}`, `live${name}`] as const
    return fields.map((field) => [field, settings[field] && secretMask] as const)
  })
  return { ...settings, ...Object.fromEntries(masked) }
}

/** Whether these settings are the stored copy, which must never be saved. */
export const isKeptCopy = ({ demoWebhookSecret }: UserSettings) => demoWebhookSecret === secretMask

export const forgetFigures = () => localStorage.removeItem(storedAs)

const read = (): Kept | null => {
  try {
    return JSON.parse(localStorage.getItem(storedAs) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/**
 * Shows the stored figures to a user who cannot reach the server.
 * @returns false if no recent figures are stored
 */
export const restoreFigures = (queries: QueryClient, now = Date.now()): boolean => {
  const fresh = read()?.queries.filter(({ at }) => at > now - longestKept) ?? []
  for (const { key, data, at } of fresh) {
    queries.setQueryDefaults(key, { gcTime: longestKept })
    queries.setQueryData(key, data, { updatedAt: at })
  }
  return fresh.some(({ key }) => key[0] === 'me') && fresh.some(({ key }) => key[0] === 'settings')
}

/**
 * Stores this user's figures whenever they are read.
 * @returns a function that stops the storing
 */
export const keepFigures = (queries: QueryClient, { id: userId }: Pick<User, 'id'>) => {
  if (read()?.userId !== userId) forgetFigures()
  let hasWritten = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    // If a logout in another tab has removed the copy, this tab must not store it again.
    if (hasWritten && localStorage.getItem(storedAs) === null) return stop()
    const all = queries.getQueryCache().findAll({ predicate: ({ queryKey }) => isKept(queryKey) })
    const kept = all.flatMap(({ queryKey: key, state: { data, dataUpdatedAt: at } }) =>
      data === undefined
        ? []
        : { key, at, data: key[0] === 'settings' ? withoutSecrets(data as UserSettings) : data },
    )
    try {
      localStorage.setItem(storedAs, JSON.stringify({ userId, queries: kept } satisfies Kept))
      hasWritten = true
    } catch {
      // If the storage is full, the previous copy stays.
    }
  }
  const leave = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.status === 'success' && isKept(query.queryKey))
      timer ??= setTimeout(write, writeEvery)
  })
  const stop = () => {
    clearTimeout(timer)
    leave()
    removeEventListener('pagehide', write)
  }
  addEventListener('pagehide', write)
  // The service worker stores the app's own files.
  void navigator.serviceWorker?.register('/worker.js').catch(() => undefined)
  return stop
}
