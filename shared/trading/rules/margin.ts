import { formatMoney } from '../../platform/figures.ts'
import type { Decimal } from '../../platform/units.ts'
import { marginFor } from '../model/arithmetic.ts'
import { brokerName } from '../model/broker-name.ts'
import { Big, percentOf, plain, rounding } from '../model/decimal.ts'
import { oldestEquity } from '../model/oldest-equity.ts'
import { type InWords, passedWith, refused, unread, type RuleResult } from '../model/rule.ts'
import type { AccountState, Snapshot } from '../model/snapshot.ts'
import { equityOf } from '../model/watch.ts'
import type { Terms } from './order.ts'
import type { OrderSize } from './size.ts'

/**
 * `unread`: the broker does not report the available funds, or reported the equity too long ago or not at all.
 * `noBands`: the market's margin is unknown. `isHedge`: an opposite position is open, and only the broker knows the
 * margin of both. `isLess`: the broker takes far less margin for the open positions than its bands require, as it may
 * for a professional account. `cap`: the user's cap in percent of the equity; null if there is none.
 */
type MarginFact =
  | { readonly kind: 'unread' | 'noBands'; readonly market: string; readonly cap: number | null }
  | (Readonly<Record<'margin' | 'available' | 'committed', Decimal>> & {
      readonly kind: 'known'
      readonly isHedge: boolean
      readonly isLess?: true
      readonly currency: string
      readonly cap: { readonly percent: number; readonly used: Decimal; readonly most: Decimal } | null
    })

/**
 * Compares the order's margin with the available funds and with the user's cap. The available funds are reduced by the
 * margin of our orders in flight and of positions opened since the funds were read. The cap also counts our working
 * orders, for which the broker takes no margin. If a figure is unknown, the order passes, because the broker decides;
 * but if the user has a cap, the order is refused.
 * @returns if the order passes, its own margin, which is stored until the broker's figures include it
 */
export const margin = (
  snapshot: Snapshot,
  { direction, market }: Pick<Terms, 'direction' | 'market'>,
  { dealtAt, size }: OrderSize,
): RuleResult<MarginFact, Decimal | null> => {
  const { now, account, limits, settings } = snapshot
  if (!account) return unread('account')
  const percent = settings.lossLimits?.marginPercent ?? null
  const unknown = (kind: 'unread' | 'noBands') => {
    const fact = { kind, market: market.name, cap: percent }
    return percent === null ? passedWith(null, fact) : refused(fact)
  }
  const held = [...account.positions, ...account.workingOrders].filter(({ epic }) => epic === market.epic)
  const own = held.filter((deal) => deal.direction === direction)
  const before = own.reduce((sum, deal) => sum.plus(deal.size), new Big(0))
  const found = marginFor(before, size, dealtAt, market)
  if (found === null) return unknown('noBands')
  const reading = limits?.watch.reading ?? null
  const isYoung = reading !== null && now - reading.at <= oldestEquity
  if (!isYoung && !snapshot.isUnmeasured) return unread('funds')
  if (!reading || !isYoung || reading.available == null || (percent !== null && reading.margin === null))
    return unknown('unread')
  const taken = new Big(found.toFixed(2, rounding.up))
  const committed = committedMargin(account, reading.at)
  const most = percentOf(equityOf(reading), String(percent ?? 0))
  const fact: KnownMargin = {
    kind: 'known',
    isHedge: own.length < held.length,
    ...(takesLess(snapshot, market, dealtAt) ? { isLess: true } : {}),
    margin: plain(taken),
    available: reading.available,
    committed: plain(committed),
    currency: reading.currency,
    cap:
      percent === null
        ? null
        : {
            percent,
            used: plain(committed.plus(waitingMargin(account)).plus(reading.margin ?? 0)),
            most: plain(most),
          },
  }
  return isBeyond(fact) || isAboveCap(fact)
    ? refused(fact)
    : passedWith(isLeftToBroker(fact) ? null : plain(taken), fact)
}

type KnownMargin = Extract<MarginFact, { kind: 'known' }>

const isLeftToBroker = ({ isHedge, isLess }: KnownMargin) => isHedge || isLess === true

const isBeyond = (fact: KnownMargin) =>
  !isLeftToBroker(fact) && new Big(fact.margin).plus(fact.committed).gt(fact.available)

/**
 * Whether the margin of all open deals is less than half of what the bands require for this market's positions alone. A
 * price move or a guaranteed stop may also reduce the margin, but not by half. So the bands do not apply to this account.
 */
const takesLess = ({ account, limits }: Snapshot, market: Terms['market'], level: Big): boolean => {
  const reading = limits?.watch.reading
  if (!account || !reading || reading.margin === null) return false
  const size = account.positions
    .filter(({ epic, createdAt }) => epic === market.epic && createdAt <= reading.at - 1_000)
    .reduce((sum, position) => sum.plus(position.size), new Big(0))
  const asked = marginFor(new Big(0), size, level, market)
  return asked !== null && new Big(reading.margin).times(2).lt(asked)
}

const isAboveCap = ({ margin: own, cap }: KnownMargin) =>
  cap !== null && new Big(own).plus(cap.used).gt(cap.most)

const sumOf = (deals: readonly { readonly margin?: Decimal | undefined }[]): Big =>
  deals.reduce((sum, deal) => sum.plus(deal.margin ?? 0), new Big(0))

/** The margin of our deals that the broker's figures do not include yet, as their decisions calculated it. */
const committedMargin = ({ positions, inFlightOrders }: AccountState, readAt: number): Big =>
  sumOf([
    // The broker dates positions in whole seconds.
    ...positions.filter(({ createdAt }) => createdAt > readAt - 1_000),
    ...inFlightOrders.filter(
      ({ confirmedAs, at = 0 }) =>
        confirmedAs !== 'working order' && (confirmedAs !== 'position' || at > readAt),
    ),
  ])

/** The margin that our working orders will need once they fill. */
const waitingMargin = ({ workingOrders, inFlightOrders }: AccountState): Big =>
  sumOf([...workingOrders, ...inFlightOrders.filter(({ confirmedAs }) => confirmedAs === 'working order')])

export const marginInWords: InWords<MarginFact> = (fact, hasPassed) => {
  if (fact.kind !== 'known') {
    const cap = fact.cap === null ? '' : `, and you allow at most ${fact.cap}% of your equity as margin`
    const decides = fact.cap === null ? `, so ${brokerName} decides` : cap
    return {
      actual: 'unknown',
      required: fact.cap === null ? 'what is available' : `at most ${fact.cap}% of equity`,
      sentence: `${unknownInWords[fact.kind](fact.market)}${decides}`,
    }
  }
  const money = (amount: Decimal) => formatMoney(Number(amount), fact.currency)
  const { margin: own, available, committed, cap } = fact
  const free = money(plain(new Big(available).minus(committed)))
  const rest = new Big(committed).gt(0)
    ? ` (${money(available)} less ${money(committed)} for orders on their way and positions opened since)`
    : ''
  const isLeft = isLeftToBroker(fact)
  const takes = `this order takes ${isLeft ? 'at most' : 'about'} ${money(own)} as margin`
  if (isLeft && hasPassed) {
    const why = fact.isHedge
      ? 'something of the other direction is open on this market'
      : `${brokerName} takes less than half of what it states for what is open on this market`
    return {
      actual: `at most ${money(own)}`,
      required: `what ${brokerName} allows`,
      sentence: `${takes}; ${why}, so ${brokerName} decides`,
    }
  }
  const isCapped = !hasPassed && !isBeyond(fact)
  const capped = cap && {
    used: money(plain(new Big(own).plus(cap.used))),
    most: `${money(cap.most)} (${cap.percent}% of equity)`,
  }
  return {
    actual: money(own),
    required: isCapped && cap ? `at most ${cap.percent}% of equity` : `at most ${free}`,
    sentence:
      isCapped && capped
        ? `${takes}, which makes ${capped.used} in all; your limit is ${capped.most}`
        : `${takes}; ${free} is available${rest}${hasPassed && capped ? `, and your limit is ${capped.most}` : ''}`,
  }
}

const unknownInWords: Readonly<Record<'unread' | 'noBands', (market: string) => string>> = {
  unread: () => `${brokerName} doesn’t say what is available as margin`,
  noBands: (market) => `${brokerName} doesn’t say what margin ${market} takes`,
}
