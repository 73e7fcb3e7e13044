import type { Direction } from '../../deals/dealing.schema.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import { passed, refused, unread, type RuleResult, type Words } from '../model/rule.ts'
import type { AccountState, OpenPosition, Snapshot } from '../model/snapshot.ts'
import { grouped } from '../../platform/figures.ts'
import { listed } from '../../platform/words.ts'
import { allOn, countsInWords, countsOf, type HoldingCounts, isOn } from './holdings.ts'

const onMarket = <Item extends Pick<OpenPosition, 'epic' | 'market'>>(
  alert: Snapshot['alert'],
  epic: string,
  items: readonly Item[],
) => items.filter((item) => isOn(item, alert, epic))

export const duplicate = (
  { account, alert, settings }: Snapshot,
  { igEpic }: InstrumentFields,
  direction: Direction,
): RuleResult<Words> => {
  if (!account) return unread('account')
  const prevented = settings.preventDuplicatePositionsForInstrument
  const counts = countsOf(allOn(account, alert, igEpic))
  const { open, working, inFlight } = counts
  const required = prevented ? `nothing open on ${alert.market}` : 'none; duplicates are allowed'
  if (open + working + inFlight === 0)
    return passed({ actual: 'nothing', required, sentence: `nothing is open on ${alert.market}` })
  const actual = countsInWords(counts)
  const already = [
    ...(open + working > 0 ? [`${countsInWords({ ...counts, inFlight: 0 })} already open`] : []),
    ...(inFlight > 0 ? [countsInWords({ open: 0, working: 0, inFlight })] : []),
  ]
  const sentence = `${listed(already)} on ${alert.market}`
  return prevented
    ? refused({ actual, required, sentence: `${sentence}${howToLeave(account, alert, direction, igEpic)}` })
    : passed({ actual, required, sentence: `${sentence}; you allow duplicates` })
}

/**
 * Only if the alert does not say what its strategy did. TradingView's `{{strategy.order.action}}` says "sell" both to open a short and to leave a long. Without more than that
 * an alert against a position must not become a second position.
 */
export const oppositePosition = (
  { account, alert, settings }: Snapshot,
  { igEpic }: InstrumentFields,
  direction: Direction,
): RuleResult<Words> => {
  if (!account) return unread('account')
  const against = againstIt(account, alert, direction, igEpic)
  const required = settings.allowHedging ? 'none; hedging is allowed' : `none against a ${direction}`
  if (against.length === 0)
    return passed({ actual: 'none', required, sentence: `no position is open against a ${direction}` })
  const actual = listed(against)
  return settings.allowHedging
    ? passed({ actual, required, sentence: `you hold ${actual}, and you allow hedging` })
    : refused({ actual, required, sentence: `you hold ${actual}${leaving}` })
}

const leaving =
  '. To close it, send CLOSE or use the strategy template. To hold both, allow hedging in your trading rules'

/** What is held on the epic against the alert's direction: `a BUY of 23.14`, `a BUY being placed`. */
const againstIt = (
  account: AccountState,
  alert: Snapshot['alert'],
  wanted: Direction,
  epic: string,
): string[] => {
  const isAgainst = ({ direction }: { readonly direction: string | null }) =>
    direction !== null && direction !== wanted
  return [
    ...onMarket(alert, epic, account.positions)
      .filter(isAgainst)
      .map(({ direction, size }) => `a ${direction} of ${grouped(size)}`),
    ...onMarket(alert, epic, account.inFlightOrders)
      .filter((order) => isAgainst(order) && order.confirmedAs !== 'working order')
      .map(({ direction, confirmedAs }) =>
        confirmedAs ? `a ${direction} that was just placed` : `a ${direction} that is being placed`,
      ),
  ]
}

const howToLeave = (account: AccountState, alert: Snapshot['alert'], direction: Direction, epic: string) => {
  const against = againstIt(account, alert, direction, epic)
  return against.length === 0 ? '' : `. You hold ${listed(against)}. To close it, send CLOSE`
}

/** Working orders are orders and no positions; so is one of ours from its confirm on. */
export const openPositions = ({ account, settings }: Snapshot): RuleResult<Words> =>
  within({
    enforced: settings.enforceMaximumOpenPositions,
    most: settings.maximumOpenPositions,
    account,
    counted: (counts) => ({ ...counts, working: 0 }),
    nothing: 'no open positions',
    unit: ' open',
  })

export const positionsAndOrders = ({ account, settings }: Snapshot): RuleResult<Words> =>
  within({
    enforced: settings.enforceMaximumOpenPositionsAndPendingOrders,
    most: settings.maximumOpenPositionsAndPendingOrders,
    account,
    counted: (counts) => counts,
    nothing: 'no positions or orders',
    unit: '',
  })

/** What is in flight counts as if it were there: the broker's lists show it too late. */
const within = (rule: {
  readonly enforced: boolean
  readonly most: number
  readonly account: AccountState | undefined
  /** Which of the account's positions and orders the limit counts. */
  readonly counted: (counts: HoldingCounts) => HoldingCounts
  readonly nothing: string
  readonly unit: string
}): RuleResult<Words> => {
  if (!rule.account) return unread('account')
  const { positions, workingOrders, inFlightOrders } = rule.account
  const counts = rule.counted(countsOf({ positions, workingOrders, inFlight: inFlightOrders }))
  const count = counts.open + counts.working + counts.inFlight
  const actual = count === 0 ? rule.nothing : countsInWords(counts, rule.unit)
  if (!rule.enforced)
    return passed({ actual, required: 'no limit', sentence: `${actual}, and you set no limit` })
  const answer = {
    actual,
    required: `fewer than ${rule.most}`,
    sentence: `${actual}; your limit is ${rule.most}`,
  }
  return count >= rule.most ? refused(answer) : passed(answer)
}
