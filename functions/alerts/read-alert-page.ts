import type { RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import type { AlertLine } from '../../shared/logs/alert-line.schema.ts'
import { asksPerson } from '../../shared/alerts/alert-state.ts'
import type { Burst } from '../../shared/logs/burst.schema.ts'
import { isWithinBurst } from '../../shared/logs/is-of-burst.ts'
import { outcomeKinds } from '../../shared/logs/outcome-kinds.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { Handle } from '../http/endpoint.ts'
import { type AlertEnd, findBursts } from '../logs/find-bursts.ts'
import {
  asLine,
  listAlertLines,
  listAsking,
  listOpen,
  type ListedAlert,
  type ListPlace,
} from './alert-lists.ts'

type Request = RequestOf<'listAlerts'>

/**
 * Maximum number of alerts that one page reads. With filters a page may be short; the next page then continues the
 * list.
 */
const rowsRead = { unfiltered: 100, filtered: 250 } as const

export const readAlertPage: Handle<'listAlerts'> = ({ request, caller: { userId } }) => {
  const { state } = request
  if (state === 'open') return readOpen(userId, request, Date.now())
  const isAsking = state === 'asking' || (state !== undefined && asksPerson(state))
  return isAsking ? readAsking(userId, request, Date.now()) : readByTime(userId, request, Date.now())
}

/** Reads the alerts that need the user's answer. It reads each alert's own row, so answered alerts are left out. */
const readAsking = async (
  userId: string,
  request: Request,
  now: Instant,
): Promise<ResponseOf<'listAlerts'>> => {
  const { items, next } = await listAsking(
    userId,
    { limit: request.limit, after: placeIn(request.after) },
    now,
  )
  const lines = items.map((record) => asLine(record, now)).filter(isWanted(request))
  return { results: lines.toSorted(newestFirst), next: textOf(next) }
}

/** Reads open alerts. There are few of them, and they are not in the list by time yet. */
const readOpen = async (
  userId: string,
  request: Request,
  now: Instant,
): Promise<ResponseOf<'listAlerts'>> => {
  const lines = (await listOpen(userId)).map((record) => asLine(record, now)).filter(isWanted(request))
  return { results: lines.slice(0, request.limit), next: null }
}

const newestFirst = (one: AlertLine, other: AlertLine) =>
  Date.parse(other.acceptedAt) - Date.parse(one.acceptedAt)

const readByTime = async (
  userId: string,
  request: Request,
  now: Instant,
): Promise<ResponseOf<'listAlerts'>> => {
  const { state, market, strategy, outcome, kind, limit } = request
  const isFiltered = [state, market, strategy, outcome, kind].some((filter) => filter !== undefined)
  const { from, to } = spanOf(request)
  // DynamoDB rejects a range that ends before it starts.
  if (from > to) return { results: [], next: null }
  const rows = Math.max(limit, isFiltered ? rowsRead.filtered : rowsRead.unfiltered)
  const page = { limit: rows, after: placeIn(request.after) }
  const { items, next } = await listAlertLines(userId, [from, to], page, now)
  const found = items.filter(isWanted(request))
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const goesOn = found.length > limit && last ? { at: acceptedAt(last), key: last.alertId } : next
  const isShown = (burst: Burst) => shown.some((line) => isWithinBurst(line.mode, acceptedAt(line), burst))
  const bursts = isFiltered ? [] : findBursts(found.flatMap(endOf)).filter(isShown)
  return {
    results: shown.map(({ requests: _, ...line }) => line),
    next: textOf(goesOn),
    ...(bursts.length > 0 ? { bursts } : {}),
  }
}

const acceptedAt = (line: AlertLine): Instant => Date.parse(line.acceptedAt)

const spanOf = ({ from, to }: Request) => ({
  from: from === undefined ? 0 : Date.parse(from),
  to: to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(to),
})

const isWanted = (request: Request) => {
  const { state, mode, market, strategy, outcome, kind } = request
  const { from, to } = spanOf(request)
  const isSame = (wanted: string | undefined, is: string | null) => wanted === undefined || wanted === is
  return (line: AlertLine): boolean =>
    (state === 'asking' || isSame(state, line.state)) &&
    isSame(mode, line.mode) &&
    isSame(market?.toUpperCase(), line.market.toUpperCase()) &&
    isSame(strategy, line.strategy) &&
    isSame(outcome, line.outcome) &&
    isSame(kind, line.outcome && outcomeKinds[line.outcome]) &&
    acceptedAt(line) >= from &&
    acceptedAt(line) <= to
}

const endOf = ({ mode, outcome, rule, reason, endedAt, requests, ...line }: ListedAlert): AlertEnd[] =>
  outcome === null || endedAt === null
    ? []
    : [
        {
          mode,
          outcome,
          rule,
          because: reason,
          acceptedAt: Date.parse(line.acceptedAt),
          endedAt: Date.parse(endedAt),
          requests,
        },
      ]

const textOf = (place: ListPlace | null) => place && `${place.at}.${place.key}`

const placeIn = (text: string | undefined): ListPlace | undefined => {
  if (text === undefined) return undefined
  const [at = '', key = ''] = text.split('.')
  return { at: Number(at), key }
}
