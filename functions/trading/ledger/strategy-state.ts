import type { Alert } from '../../../shared/alerts/alert.ts'
import { isBehindReentry, isOvertaken } from '../../../shared/trading/rules/in-step.ts'
import type { FollowedPosition, LastWord } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Claim, Ledger, StrategyState } from '../ports/ledger.ts'

/**
 * What strategies have said last and how far the broker followed: kept on the account's record, which each decision writes
 * anyway. A maximum number of tags, and of markets of each, is kept; the ones that were silent longest go first.
 */
const most = { strategies: 50, markets: 40 } as const

export const followedOf = (
  { standings }: Ledger,
  { strategy = '', market }: Pick<Alert, 'strategy' | 'market'>,
): FollowedPosition | undefined => standings?.[strategy]?.markets[market]?.followed

/** What the alert's strategy said last on its market. */
export const saidOf = (
  { standings }: Ledger,
  { strategy = '', market }: Pick<Alert, 'strategy' | 'market'>,
): LastWord | undefined => standings?.[strategy]?.markets[market]?.said

/** Whether another alert of the strategy, none older than this one, was decided since this one was first. */
export const isOvertakenSince = (
  { standings }: Ledger,
  { alertId, alert: { strategy = '', market } }: Pick<AlertRecord, 'alertId' | 'alert'>,
): boolean => {
  const said = standings?.[strategy]?.markets[market]?.said
  return said !== undefined && said.alertId !== alertId
}

/** An alert that was decided: what its strategy says now. One without tag and position says nothing. */
export const withSaid = (
  states: Ledger['standings'],
  { alertId, alert }: Pick<AlertRecord, 'alertId' | 'alert'>,
  now: Instant,
): Ledger['standings'] => {
  const { strategy = '', market, firedAt } = alert
  if (!alert.change && strategy === '') return states
  const { markets = {} } = states?.[strategy] ?? {}
  const { [market]: before, ...others } = markets
  const change = alert.change ?? (before && flatBy(alert))
  const isOld =
    before !== undefined &&
    firedAt !== null &&
    (firedAt < (before.said.firedAt ?? 0) ||
      (alert.change?.kind === 'close' &&
        (isOvertaken(alert.change, { alert, followed: before.said }) ||
          isBehindReentry(alert.change, { alert, said: before.said }))))
  const said = {
    position: change?.to ?? 'flat',
    size: change?.sizeAfter ?? null,
    at: now,
    firedAt,
    alertId,
    // Decided again, it is the same word.
    was: before?.said.alertId === alertId ? before.said.was : before?.said.position,
  }
  return keepNewest(
    {
      ...states,
      [strategy]: {
        lastAlertAt: now,
        alertBeforeAt: states?.[strategy]?.lastAlertAt,
        markets:
          change && !isOld ? keepNewest({ ...others, [market]: { ...before, said } }, most.markets) : markets,
      },
    },
    most.strategies,
  )
}

/** An exit by its word alone leaves the strategy flat also. */
const flatBy = ({ action }: Alert) =>
  action === 'CLOSE' ? ({ to: 'flat', sizeAfter: null } as const) : undefined

/** Keys keep the order in which they were written last: an object's first ones are the oldest. */
export const keepNewest = <Value>(
  all: Readonly<Record<string, Value>>,
  count: number,
): Readonly<Record<string, Value>> => {
  const entries = Object.entries(all)
  return entries.length > count ? Object.fromEntries(entries.slice(entries.length - count)) : all
}

/** The strategy is where this alert led it. */
export const withFollowed = (
  { standings }: Ledger,
  { strategy, instrument, leadsTo }: Pick<Claim, 'strategy' | 'instrument' | 'leadsTo'>,
): Pick<Ledger, 'standings'> => {
  if (strategy === undefined || !leadsTo) return {}
  const state: StrategyState | undefined = standings?.[strategy]
  const market = state?.markets[instrument]
  if (!state || !market) return {}
  return {
    standings: {
      ...standings,
      [strategy]: {
        ...state,
        markets: { ...state.markets, [instrument]: { ...market, followed: leadsTo } },
      },
    },
  }
}

/**
 * The position that an alert brings its strategy to, once it is carried out. Of a position that grew while the two were out of
 * sync it is not known to which of TradingView's sizes the broker's now corresponds. Undefined: nowhere, or an exit that was overtaken.
 */
export const leadsTo = (
  { alert }: Pick<AlertRecord, 'alert'>,
  followed: FollowedPosition | undefined,
  now: Instant,
  said?: LastWord,
): FollowedPosition | undefined => {
  const { change, firedAt } = alert
  if (!change) return flatBy(alert) && { position: 'flat', size: null, at: now, firedAt }
  if (
    change.kind === 'close' &&
    (isOvertaken(change, { alert, followed }) || isBehindReentry(change, { alert, said }))
  )
    return undefined
  const isGuess =
    change.kind === 'add' &&
    followed !== undefined &&
    (followed.size === null ||
      (change.sizeBefore !== null && Number(followed.size) !== Number(change.sizeBefore)))
  return { position: change.to, size: isGuess ? null : change.sizeAfter, at: now, firedAt }
}
