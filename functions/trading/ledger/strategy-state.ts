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
 * What strategies have said last and how far the broker followed: kept on the account's record, which each decision writes
 * anyway. A maximum number of tags, and of markets of each, is kept; the ones that were silent longest go first.
 */
const most = { strategies: 50, markets: 40 } as const

export const followedOf = (
  { standings }: Ledger,
  { strategy = '', market }: Pick<Alert, 'strategy' | 'market'>,
): FollowedPosition | undefined => standings?.[strategy]?.markets[market]?.followed

type SaidBy = Pick<AlertRecord, 'alertId' | 'alert'> & Partial<Pick<AlertRecord, 'confirms'>>

/** What the alert's strategy said last on its market. */
const saidOf = (
  standings: Ledger['standings'],
  { strategy = '', market }: Pick<Alert, 'strategy' | 'market'>,
): LastWord | undefined => standings?.[strategy]?.markets[market]?.said

/** As many letters of an alert's id as tell it from any other of its strategy, market and time. */
const nameLength = 8
const nameOf = ({ alertId, confirms = alertId }: SaidBy) => confirms.slice(0, nameLength)

const letters = { flat: 'f', long: 'l', short: 's' } as const
const positionOf = { f: 'flat', l: 'long', s: 'short' } as const
type Letter = keyof typeof positionOf

/**
 * One step of a strategy as it is kept: the beginning of its alert's id, the first letters of both positions, and `=` if an
 * entry opened nothing since the broker held its position already.
 */
const stepOf = (said: SaidBy, { from, to }: Step, isHeld: boolean) =>
  `${nameOf(said)}${letters[from]}${letters[to]}${isHeld ? '=' : ''}`
const readStep = (kept: string): Step & { readonly name: string; readonly isHeld: boolean } => {
  const [from, to, end] = kept.slice(nameLength) as unknown as [Letter, Letter, string?]
  return { name: kept.slice(0, nameLength), from: positionOf[from], to: positionOf[to], isHeld: end === '=' }
}

const isEntry = ({ from, to }: Step) => from !== to && to !== 'flat'

/** One time may have this many alerts; more contradict one another. */
const mostSteps = 20

/** The steps of the alert's time in the order in which they arrived, its own among them; null: it has no time, or says nothing. */
const stepsWith = (said: LastWord | undefined, by: SaidBy, isHeld = false): readonly string[] | null => {
  const { change, firedAt } = by.alert
  if (!change || firedAt === null) return null
  const { steps = [] } = said?.firedAt === firedAt ? said : {}
  const isKnown = steps.some((step) => step.startsWith(nameOf(by)))
  return isKnown ? steps : [...steps.slice(1 - mostSteps), stepOf(by, change, isHeld)]
}

/**
 * What alerts of the same time say of the strategy, and to an exit also later ones; undefined: this one stands alone. Whether an entry
 * is too old is another rule's matter.
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

/** Deal IDs and deal references. */
const namesOf = (deals: readonly { readonly dealId: string | null; readonly dealReference: string }[]) =>
  deals.flatMap(({ dealId, dealReference }) => (dealId === null ? dealReference : [dealId, dealReference]))

/** Whether another alert, none older than this one, has led the strategy elsewhere since this one was decided first. */
export const isOvertakenSince = ({ standings }: Ledger, { alertId, alert }: SaidBy): boolean => {
  const said = saidOf(standings, alert)
  if (said === undefined || said.alertId === alertId) return false
  const isOneTime = alert.firedAt !== null && said.firedAt === alert.firedAt
  return !isOneTime || said.position !== alert.change?.to
}

/**
 * An alert that was decided: what its strategy says now. One without tag and position says nothing.
 * @param isHeld an entry that opens nothing since the broker holds its position already
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
  const { [market]: before, ...others } = markets
  const said = wordAfter(before?.said, by, now, isHeld)
  return keepNewest(
    {
      ...states,
      [strategy]: {
        lastAlertAt: now,
        alertBeforeAt: states?.[strategy]?.lastAlertAt,
        markets: said ? keepNewest({ ...others, [market]: { ...before, said } }, most.markets) : markets,
      },
    },
    most.strategies,
  )
}

/** The strategy's last word once an alert is decided; undefined: that says nothing new. */
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
  // What was entered at the same time may have come after it was flat.
  if (alert.isFlat && isOneTime && before.steps?.map(readStep).some(isEntry)) return undefined
  // Decided again, it is the same word.
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

/** Where a strategy was by its last word; undefined: alerts of one time contradicted one another. */
const endSaid = ({ position, was, steps = [] }: LastWord): StrategyPosition | undefined =>
  steps.length > 1 && endOf(was, steps.map(readStep)).end === null ? undefined : position

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
 * sync it is not known to which of TradingView's sizes the broker's now corresponds. Undefined: nowhere, since an alert of the
 * same time or a later one leads elsewhere.
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
