import type { InstrumentFields } from '../../instrument.ts'
import { passed, passedWith, refused, unread, type Verdict } from '../rule.ts'
import type { AccountState, CloseToCarryOut, Snapshot } from '../snapshot.ts'
import { counted, listed } from '../words.ts'

const onEpic = <Item extends { readonly epic: string }>(wanted: string, items: readonly Item[]) =>
  items.filter(({ epic }) => epic === wanted)

export const duplicate = ({ account, alert, settings }: Snapshot, { igEpic }: InstrumentFields): Verdict => {
  if (!account) return unread('account')
  const prevented = settings.preventDuplicatePositionsForInstrument
  const open = onEpic(igEpic, account.positions).length
  const working = onEpic(igEpic, account.workingOrders).length
  const onTheirWay = onEpic(igEpic, account.ordersOnTheirWay).length
  const limit = prevented ? `nothing open on ${igEpic}` : 'none'
  if (open + working + onTheirWay === 0)
    return passed({ saw: 'nothing', limit, sentence: `nothing is open on ${alert.market}` })
  const saw = listed([
    ...(open ? [counted(open, 'position')] : []),
    ...(working ? [counted(working, 'working order')] : []),
    ...(onTheirWay ? [`${counted(onTheirWay, 'order')} on the way`] : []),
  ])
  return prevented
    ? refused({ saw, limit, sentence: `${saw} on ${alert.market} already` })
    : passed({ saw, limit, sentence: `${saw} on ${alert.market} already, and you allow duplicates` })
}

export const openPositions = ({ account, settings }: Snapshot): Verdict =>
  within({
    enforced: settings.enforceMaximumOpenPositions,
    most: settings.maximumOpenPositions,
    account,
    countOf: ({ positions, ordersOnTheirWay }) => positions.length + ordersOnTheirWay.length,
    words: (count) => `${counted(count, 'position')} open`,
  })

export const positionsAndOrders = ({ account, settings }: Snapshot): Verdict =>
  within({
    enforced: settings.enforceMaximumOpenPositionsAndPendingOrders,
    most: settings.maximumOpenPositionsAndPendingOrders,
    account,
    countOf: ({ positions, workingOrders, ordersOnTheirWay }) =>
      positions.length + workingOrders.length + ordersOnTheirWay.length,
    words: (count) => `${counted(count, 'position')} and working orders`,
  })

/** What is on its way counts as if it were there: the broker's lists show it too late. */
const within = (rule: {
  readonly enforced: boolean
  readonly most: number
  readonly account: AccountState | undefined
  readonly countOf: (account: AccountState) => number
  readonly words: (count: number) => string
}): Verdict => {
  if (!rule.account) return unread('account')
  const count = rule.countOf(rule.account)
  const saw = rule.words(count)
  if (!rule.enforced) return passed({ saw, limit: 'none', sentence: `${saw}, and you set no limit` })
  const answer = { saw, limit: `fewer than ${rule.most}`, sentence: `${saw}, your limit is ${rule.most}` }
  return count >= rule.most ? refused(answer) : passed(answer)
}

/** What CLOSE acts on. An order on its way cannot be closed before the broker shows it. */
export const somethingToClose = (
  { account, alert }: Snapshot,
  { igEpic }: InstrumentFields,
): Verdict<CloseToCarryOut> => {
  if (!account) return unread('account')
  const positions = onEpic(igEpic, account.positions)
  const workingOrders = onEpic(igEpic, account.workingOrders)
  const onTheirWay = onEpic(igEpic, account.ordersOnTheirWay).length
  const saw = `${counted(positions.length, 'position')} and ${counted(workingOrders.length, 'working order')}`
  const limit = 'at least 1 to close'
  if (positions.length + workingOrders.length > 0)
    return passedWith(
      { epic: igEpic, positions, workingOrders, onTheirWay },
      { saw, limit, sentence: `${saw} to close` },
    )
  return onTheirWay > 0
    ? refused({
        saw: `${counted(onTheirWay, 'order')} on the way`,
        limit,
        sentence: `nothing is open on ${alert.market} yet (${counted(onTheirWay, 'order')} on the way): close it once IG shows it`,
      })
    : refused({ saw, limit, sentence: `nothing is open on ${alert.market}, so there is nothing to close` })
}
