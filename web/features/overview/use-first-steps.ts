import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { LogEntry, LogType } from '../../../shared/logs/log.schema.ts'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import { ApiError, call } from '../../lib/api.ts'
import { outcomeKinds } from '../../../shared/logs/outcome-kinds.ts'
import { type EndedAlert, endedAlertOf } from '../../lib/ended-alert.ts'
import { logsKey, newestLogsQuery } from '../../lib/logs-query.ts'
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
  /** The newest alert that ended, however. */
  readonly alert: EndedAlert | undefined
  readonly placed: EndedAlert | undefined
  /** When a notification was last delivered on any channel; null: never. */
  readonly notifiedAt: string | null | undefined
  /** undefined: it could not be asked. */
  readonly hasSecondFactor: boolean | undefined
  /** Whether LIVE needs one here. */
  readonly needsSecondFactor: boolean
}

const endedIn = (entries: readonly LogEntry[] | undefined) =>
  entries?.flatMap((entry) => endedAlertOf(entry) ?? []) ?? []
const isPlaced = ({ outcome }: EndedAlert) => outcomeKinds[outcome] === 'placed'

/** Number of entries to read of one type, if the newest log entries contain no order. */
const entriesRead = 20

/**
 * The overview waits for these reads, so one that fails must not be tried again: its step just doesn't know. Both the page
 * and its first steps ask.
 */
const askedOnce = { retry: false, retryOnMount: false, staleTime: 30_000 } as const

/** @returns null until the settings and the newest of the log are known */
export const useFirstFacts = (isShown: boolean): FirstFacts | null => {
  const { data: settings } = useQuery(settingsQuery)
  const { data: newest } = useQuery({ ...newestLogsQuery, enabled: isShown })
  const recent = endedIn(newest?.results)
  const placedLately = recent.find(isPlaced)
  const goesBack = isShown && newest && !placedLately && newest.count > newest.results.length
  const older = (type: LogType) =>
    queryOptions({
      queryKey: [...logsKey, 'first steps', type],
      queryFn: goesBack ? () => call('listLogs', { offset: 0, limit: entriesRead, type }) : skipToken,
    })
  const { data: orders } = useQuery(older('ORDER'))
  const { data: trades } = useQuery(older('TRADE'))
  const { data: alerts } = useQuery(older('ALERT'))
  const placed = placedLately ?? [...endedIn(orders?.results), ...endedIn(trades?.results)].find(isPlaced)

  const broker = settings && accountOf(settings)
  const asked = useQuery({
    ...accountQuery(broker ?? { mode: 'DEMO', accountId: '', complete: false }),
    enabled: isShown && broker?.complete === true,
  })
  // An order says that its market was in the list.
  const { data: listed } = useQuery({
    queryKey: ['instruments', 'first steps'],
    queryFn:
      isShown && newest && !placed ? () => call('listInstruments', { offset: 0, limit: 1 }) : skipToken,
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
  if (!settings || !newest || isAsking || isReading) return null
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
    alert: recent[0] ?? endedIn(alerts?.results)[0] ?? placed,
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
