import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { User } from '../../shared/accounts/user.schema.ts'
import { secretMask } from '../../shared/settings/secret-mask.ts'
import type { UserSettings } from '../../shared/settings/settings.schema.ts'

/** The last figures of one user, in this browser, so that they stay readable offline. */
type Kept = {
  readonly userId: string
  readonly queries: readonly { readonly key: QueryKey; readonly data: unknown; readonly at: number }[]
}

const storedAs = 'signalpost-figures'
/** Milliseconds. Older figures mislead more than they help. */
const longestKept = 24 * 3_600_000
/** Milliseconds between two writes. */
const writeEvery = 10_000

/** Nothing else is ever written down: no log, no token, no raw alert. */
const isKept = ([first, second]: QueryKey) =>
  first === 'alerts'
    ? second === 'today' || second === 'asking'
    : ['me', 'settings', 'app-settings', 'account', 'positions', 'orders', 'stats'].includes(String(first))

const secrets = ['ApiKey', 'Username', 'Password', 'WebhookSecret'] as const

/** Without what logs in anywhere: a mask says only that something is filled in. */
const withoutSecrets = (settings: UserSettings): UserSettings => {
  const masked = secrets.flatMap((name) => {
    const fields = [`demo${name}`, `live${name}`] as const
    return fields.map((field) => [field, settings[field] && secretMask] as const)
  })
  return { ...settings, ...Object.fromEntries(masked) }
}

/** Whether these settings were kept for reading only: nothing may be saved from them. */
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
 * Puts what was kept back before the eyes of a user who cannot reach the server.
 * @returns false if nothing is kept
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
 * Keeps this user's figures as they are read.
 * @returns what ends it
 */
export const keepFigures = (queries: QueryClient, { id: userId }: Pick<User, 'id'>) => {
  if (read()?.userId !== userId) forgetFigures()
  let hasWritten = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    // A logout in another tab has removed it: this tab keeps nothing more.
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
      // A full store keeps what it has.
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
  // The app's own files are kept by its worker.
  void navigator.serviceWorker?.register('/worker.js').catch(() => undefined)
  return stop
}
