import { mayOpen } from '../../../shared/alerts/alert-action.ts'
import type { Alert } from '../../../shared/alerts/alert.ts'
import type { StrategyPosition } from '../../../shared/alerts/position-change.ts'
import { endOf, isLeft, type SameTime, type Step } from '../../../shared/trading/model/same-time.ts'
import type { FollowedPosition } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import { referencePrefix } from '../ports/deal-reference.ts'
import type { Claim, LastWord, Ledger, StrategyState } from '../ports/ledger.ts'

/**
 * Maximum number of strategies, and of markets per strategy, whose state is stored in the account's record. The least
 * recently used are dropped first.
 */
const most = { strategies: 50, markets: 40 } as const

export const followedOf = (
  { standings }: Ledger,
  { strategy = '', market }: Pick<Alert, 'strategy' | 'market'>,
): FollowedPosition | undefined => standings?.[strategy]?.markets[market]?.followed

type SaidBy = Pick<AlertRecord, 'alertId' | 'alert'> & Partial<Pick<AlertRecord, 'confirms'>>

/** The last state that the alert's strategy reported for its market. */
const saidOf = (
  standings: Ledger['standings'],
  { strategy = '', market }: Pick<Alert, 'strategy' | 'market'>,
): LastWord | undefined => standings?.[strategy]?.markets[market]?.said

/**
 * Number of characters of an alert's ID that are enough to distinguish it from other alerts of its strategy, market and
 * time.
 */
const nameLength = 8
const nameOf = ({ alertId, confirms = alertId }: SaidBy) => confirms.slice(0, nameLength)

const letters = { flat: 'f', long: 'l', short: 's' } as const
const positionOf = { f: 'flat', l: 'long', s: 'short' } as const
type Letter = keyof typeof positionOf

/**
 * A strategy's change of position in its stored form: the first characters of the alert's ID, the first letters of both
 * positions, and `=` for an entry that opened nothing because its position was already open at the broker.
 */
const stepOf = (said: SaidBy, { from, to }: Step, isHeld: boolean) =>
  `${nameOf(said)}${letters[from]}${letters[to]}${isHeld ? '=' : ''}`
const readStep = (kept: string): Step & { readonly name: string; readonly isHeld: boolean } => {
  const [from, to, end] = kept.slice(nameLength) as unknown as [Letter, Letter, string?]
  return { name: kept.slice(0, nameLength), from: positionOf[from], to: positionOf[to], isHeld: end === '=' }
}

const isEntry = ({ from, to }: Step) => from !== to && to !== 'flat'

/** Maximum number of stored changes that have the same time. Those that arrived first are dropped first. */
const mostSteps = 20

/**
 * The position changes of all alerts with this alert's time, in order of arrival, including its own change; null if the
 * alert has no time or reports no position.
 */
const stepsWith = (said: LastWord | undefined, by: SaidBy, isHeld = false): readonly string[] | null => {
  const { change, firedAt } = by.alert
  if (!change || firedAt === null) return null
  const { steps = [] } = said?.firedAt === firedAt ? said : {}
  const isKnown = steps.some((step) => step.startsWith(nameOf(by)))
  return isKnown ? steps : [...steps.slice(1 - mostSteps), stepOf(by, change, isHeld)]
}

/**
 * Returns what other alerts with the same time report about the strategy. For an exit, the reports of later alerts are
 * also included. Returns undefined if no other alert has this time. Also returns undefined for an entry with a later
 * alert, because another rule checks whether the entry is too old.
 */
export const sameTimeOf = (
  { standings, owned = [], claims }: Pick<Ledger, 'standings' | 'owned' | 'claims'>,
  by: SaidBy,
): SameTime | undefined => {
  const { firedAt } = by.alert
  const said = saidOf(standings, by.alert)
  if (!said || firedAt === null || said.firedAt === null || said.firedAt < firedAt) return undefined
  const kept = said.steps ?? []
  const others = kept.map(readStep).filter(({ name }) => name !== nameOf(by))
  const { strategy = '', market } = by.alert
  const ours = [
    ...owned,
    ...claims.flatMap(({ intent, instrument, leadsTo, ...claim }) =>
      intent.kind === 'open' ? { ...claim, dealId: null, market: instrument, firedAt: leadsTo?.firedAt } : [],
    ),
  ].filter((deal) => deal.strategy === strategy && deal.market === market)
  const openedBy = (steps: typeof others) =>
    namesOf(
      ours.filter(
        (deal) =>
          (deal.firedAt ?? firedAt) > firedAt ||
          steps.some(
            ({ name, isHeld }) => isHeld || deal.dealReference.startsWith(`${referencePrefix}${name}`),
          ),
      ),
    )
  const steps = (stepsWith(said, by) ?? kept).map(readStep)
  const { from } = by.alert.change ?? {}
  const left = from && isLeft(from, said.was, steps) ? from : null
  const among = {
    entered: others.filter(isEntry).map(({ to }) => to),
    opened: openedBy(others.filter(({ to }) => to !== left)),
    reentered: openedBy(others.filter(isEntry)),
  }
  if (said.firedAt > firedAt)
    return mayOpen(by.alert.action) ? undefined : { end: said.position, isPath: true, ...among }
  if (others.length === 0) return undefined
  return { ...endOf(said.was, steps), ...among }
}

/** The IDs and references of deals. */
const namesOf = (deals: readonly { readonly dealId: string | null; readonly dealReference: string }[]) =>
  deals.flatMap(({ dealId, dealReference }) => (dealId === null ? dealReference : [dealId, dealReference]))

/**
 * Whether another alert of the same time or a later time has changed the strategy's position since this alert was first
 * decided.
 */
export const isOvertakenSince = ({ standings }: Ledger, { alertId, alert }: SaidBy): boolean => {
  const said = saidOf(standings, alert)
  if (said === undefined || said.alertId === alertId) return false
  const isOneTime = alert.firedAt !== null && said.firedAt === alert.firedAt
  return !isOneTime || said.position !== alert.change?.to
}

/**
 * Stores the position that a decided alert reports about its strategy. An alert with neither a tag nor a position
 * reports nothing.
 * @param isHeld true if the alert is an entry that opens nothing because its position is already open at the broker
 */
export const withSaid = (
  states: Ledger['standings'],
  by: SaidBy,
  now: Instant,
  isHeld = false,
): Ledger['standings'] => {
  const { alert } = by
  const { strategy = '', market } = alert
  if (!alert.change && strategy === '') return states
  const { markets = {} } = states?.[strategy] ?? {}
  const before = markets[market]
  const said = wordAfter(before?.said, by, now, isHeld)
  return keepNewest(
    {
      ...states,
      [strategy]: {
        lastAlertAt: now,
        alertBeforeAt: states?.[strategy]?.lastAlertAt,
        markets: said
          ? keepNewest({ ...markets, [market]: { ...before, said } }, most.markets, (each) => each.said.at)
          : markets,
      },
    },
    most.strategies,
    ({ lastAlertAt }) => lastAlertAt,
  )
}

/** The position that the strategy last reported, once an alert is decided; undefined if the alert does not change it. */
const wordAfter = (
  before: LastWord | undefined,
  by: SaidBy,
  now: Instant,
  isHeld: boolean,
): LastWord | undefined => {
  const { alertId, alert } = by
  const { firedAt } = alert
  const change = alert.change ?? (before && flatBy(alert))
  if (!change || (firedAt !== null && firedAt < (before?.firedAt ?? 0))) return undefined
  const isOneTime = firedAt !== null && before?.firedAt === firedAt
  // If an alert reports flat and another alert of the same time reports an entry, the entry may have come last.
  if (alert.isFlat && isOneTime && before.steps?.map(readStep).some(isEntry)) return undefined
  // If an alert is decided again, its new report replaces its earlier report.
  const was = isOneTime || before?.alertId === alertId ? before.was : before && endSaid(before)
  const steps = stepsWith(before, by, isHeld)
  const end = steps && steps.length > 1 ? endOf(was, steps.map(readStep)).end : change.to
  return {
    position: end ?? change.to,
    size: end === change.to || !before ? change.sizeAfter : before.size,
    at: now,
    firedAt,
    alertId,
    was,
    ...(steps ? { steps } : {}),
  }
}

/** The strategy's position by its last report; undefined if alerts of the same time contradict one another. */
const endSaid = ({ position, was, steps = [] }: LastWord): StrategyPosition | undefined =>
  steps.length > 1 && endOf(was, steps.map(readStep)).end === null ? undefined : position

/** A CLOSE that reports no position also makes the strategy flat. */
const flatBy = ({ action }: Alert) =>
  action === 'CLOSE' ? ({ to: 'flat', sizeAfter: null } as const) : undefined

/**
 * Drops the oldest entries.
 * @param at when an entry was last used. By default the entries that were written first are the oldest.
 */
export const keepNewest = <Value>(
  all: Readonly<Record<string, Value>>,
  count: number,
  at: (value: Value) => Instant = () => 0,
): Readonly<Record<string, Value>> => {
  const entries = Object.entries(all)
  if (entries.length <= count) return all
  return Object.fromEntries(entries.toSorted(([, one], [, other]) => at(one) - at(other)).slice(-count))
}

/** Records that the broker's position now matches the strategy's position after this alert. */
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
 * The position of the strategy after an alert is carried out; undefined if an alert of the same time or a later time
 * leads to another position. The size is null if the position grew while strategy and broker had different sizes.
 */
export const leadsTo = (ledger: Ledger, by: SaidBy, now: Instant): FollowedPosition | undefined => {
  const { change, firedAt } = by.alert
  if (!change) return flatBy(by.alert) && { position: 'flat', size: null, at: now, firedAt }
  const { end = change.to } = sameTimeOf(ledger, by) ?? {}
  if ((end ?? change.to) !== change.to) return undefined
  const followed = followedOf(ledger, by.alert)
  const isGuess =
    change.kind === 'add' &&
    followed !== undefined &&
    (followed.size === null ||
      (change.sizeBefore !== null && Number(followed.size) !== Number(change.sizeBefore)))
  return { position: change.to, size: isGuess ? null : change.sizeAfter, at: now, firedAt }
}
