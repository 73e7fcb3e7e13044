import { type QueryFunctionContext, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { RequestOf } from '../../../shared/contract/index.ts'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import { ApiError, call } from '../../lib/api.ts'
import { alertsKey } from '../../lib/alerts-query.ts'
import { poll } from '../../lib/polls.ts'
import { settingsQuery } from '../../lib/session-queries.ts'
import { accountOf } from '../../lib/use-broker.ts'
import { accountQuery } from '../../lib/account-query.ts'

/** What has happened so far, as the server's own records say; undefined if it is not known yet. */
export type FirstFacts = {
  readonly settings: UserSettings
  readonly isComplete: boolean
  readonly account:
    | { readonly kind: 'answered'; readonly name: string }
    | { readonly kind: 'refused'; readonly why: string }
    | undefined
  readonly instruments: number | undefined
  /** The newest alert. */
  readonly alert: AlertLine | undefined
  readonly placed: AlertLine | undefined
  /** When a notification was last delivered on any channel; null: never. */
  readonly notifiedAt: string | null | undefined
  /** undefined: it could not be asked. */
  readonly hasSecondFactor: boolean | undefined
  /** Whether LIVE needs one here. */
  readonly needsSecondFactor: boolean
}

const newestRefresh = 10_000

/**
 * The overview waits for these reads, so one that fails must not be tried again: its step just doesn't know. Both the page
 * and its first steps ask.
 */
const askedOnce = { retry: false, retryOnMount: false, staleTime: 30_000 } as const

/** @returns null until the settings and the newest alerts are known */
export const useFirstFacts = (isShown: boolean): FirstFacts | null => {
  const { data: settings } = useQuery(settingsQuery)
  const newest = (filter: Partial<RequestOf<'listAlerts'>>) =>
    queryOptions({
      queryKey: [...alertsKey, 'first steps', filter],
      queryFn: isShown
        ? (context: QueryFunctionContext) => poll('listAlerts', { ...filter, limit: 1 })(context)
        : skipToken,
      refetchInterval: newestRefresh,
      staleTime: newestRefresh / 2,
    })
  const { data: alerts } = useQuery(newest({}))
  const { data: orders } = useQuery(newest({ outcome: 'PLACED' }))
  const [alert] = alerts?.results ?? []
  const [placed] = orders?.results ?? []

  const broker = settings && accountOf(settings)
  const asked = useQuery({
    ...accountQuery(broker ?? { mode: 'DEMO', accountId: '', complete: false }),
    enabled: isShown && broker?.complete === true,
  })
  // An order says that its market was in the list.
  const { data: listed } = useQuery({
    queryKey: ['instruments', 'first steps'],
    queryFn:
      isShown && orders && !placed ? () => call('listInstruments', { offset: 0, limit: 1 }) : skipToken,
  })
  const { data: notifications, isLoading: isAsking } = useQuery({
    queryKey: ['notices', 'first steps'],
    queryFn: isShown ? () => call('getNotices', {}) : skipToken,
    ...askedOnce,
  })
  const { data: security, isLoading: isReading } = useQuery({
    queryKey: ['security', 'first steps'],
    queryFn: isShown ? () => call('getSecurity', {}) : skipToken,
    ...askedOnce,
  })
  if (!settings || !alerts || !orders || isAsking || isReading) return null
  const account = asked.data
    ? { kind: 'answered' as const, name: asked.data.name ?? broker?.accountId ?? '' }
    : asked.error instanceof ApiError
      ? { kind: 'refused' as const, why: asked.error.message }
      : undefined
  return {
    settings,
    isComplete: broker?.complete === true,
    account,
    instruments: listed?.count,
    alert,
    placed,
    hasSecondFactor: security && (security.totp !== null || security.passkeys.length > 0),
    needsSecondFactor: security?.required ?? false,
    notifiedAt:
      notifications &&
      (notifications.channels
        .flatMap(({ lastDeliveredAt }) => lastDeliveredAt ?? [])
        .sort()
        .at(-1) ??
        null),
  }
}
