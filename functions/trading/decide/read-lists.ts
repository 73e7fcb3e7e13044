import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { accountStateFor } from '../ledger/account-state.ts'
import { BrokerError, type BrokerLogin } from '../ports/broker.ts'
import { limits } from '../ports/limits.ts'
import type { DecisionPorts } from '../ports/ports.ts'
import type { DecisionContext } from '../ports/store.ts'
import { retryOnce } from '../ports/retry-once.ts'

/** The context with which an account's lists are read for an alert. */
export type ListsContext = Pick<DecisionContext, 'ledger' | 'accountState'> & {
  readonly login: BrokerLogin
  readonly alertId: string
  /** Lists read since this time may also be used for the later exits of a batch. */
  readonly freshSince?: Instant
}

/** Returns the account for an entry, for which recent lists are good enough. */
export const recentAccount = async (ports: DecisionPorts, context: ListsContext): Promise<AccountState> =>
  afterRolls(ports, context, await currentLists(ports, context.login, context.accountState))

/**
 * Returns the account for an exit, with new lists that include our latest orders. Otherwise a deal that is missing in
 * the lists would stay open.
 */
export const freshAccount = async (
  ports: DecisionPorts,
  context: ListsContext,
  epic: string,
): Promise<AccountState> => afterRolls(ports, context, await listsToClose(ports, context, epic))

const afterRolls = async (
  ports: DecisionPorts,
  { login, ledger, alertId }: ListsContext,
  lists: AccountState,
) => accountStateFor((await ports.followRolls?.(login, ledger, lists)) ?? ledger, lists, alertId)

const currentLists = async (
  { clock, store, broker }: DecisionPorts,
  login: BrokerLogin,
  shared: AccountState | null,
): Promise<AccountState> => {
  const known = shared?.accountId === login.accountId ? shared : undefined
  const isYoung = (at: Instant | undefined, age: number) => at !== undefined && clock.now() - at <= age
  if (isYoung(known && olderList(known), limits.snapshotAge)) return known as AccountState
  const isHalfYoung = () =>
    isYoung(known?.positionsReadAt, limits.snapshotAge) && isYoung(known?.readAt, limits.comparedOrdersAge)
  const read = await retryOnce(clock, () => broker.readAccount(login, isHalfYoung() ? known : undefined))
  await store.saveAccountState(login, read)
  return read
}

/**
 * The time at which the older of the two lists was read. `readAt` can be even earlier if a list was compared with an
 * older list.
 */
const olderList = ({ readAt, positionsReadAt = readAt, ordersReadAt = readAt }: AccountState) =>
  Math.min(positionsReadAt, ordersReadAt)

/**
 * How often, and at which interval in milliseconds, the lists are read when a close looks for a deal that they do not
 * show yet.
 */
const listReads = { most: 4, apart: 1_500 } as const

const listsToClose = async (
  ports: DecisionPorts,
  { login, ledger, accountState, freshSince = Number.POSITIVE_INFINITY, alertId }: ListsContext,
  epic: string,
): Promise<AccountState> => {
  const isFresh = accountState?.accountId === login.accountId && olderList(accountState) >= freshSince
  let lists = isFresh ? accountState : await currentLists(ports, login, null)
  for (let reads = 1; ; reads += 1) {
    const isMissing = accountStateFor(ledger, lists, alertId).inFlightOrders.some(
      (order) => epic === everyMarket || order.epic === epic,
    )
    if (!isMissing || reads === listReads.most) return lists
    // A later exit of a batch does not wait, because the earlier decisions would become too old.
    if (isFresh) throw new BrokerError('unusable', 'An order is still being placed')
    await ports.clock.sleep(listReads.apart)
    lists = await currentLists(ports, login, null)
  }
}
