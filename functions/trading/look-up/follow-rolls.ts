import { type Roll, rollsIn, stemOf } from '../../../shared/deals/rolls.ts'
import type { AccountState, OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import { limits } from '../ports/limits.ts'
import { ownerOf } from '../ledger/account-state.ts'
import type { AccountKey } from '../ports/alert-record.ts'
import type { Broker, BrokerLogin } from '../ports/broker.ts'
import type { Ledger, OwnedDeal } from '../ports/ledger.ts'
import type { Store } from '../ports/store.ts'
import { updateLedger } from '../ledger/update-ledger.ts'

/** Positions; with working orders, if those were read too. */
type Listed = Pick<AccountState, 'positions'> & Partial<Pick<AccountState, 'workingOrders'>>

/** Positions of unknown owner in another contract of a market in which a deal of ours is missing. */
const maySucceed = (ledger: Ledger, { accountId }: BrokerLogin, listed: Listed): OpenPosition[] => {
  const owner = ownerOf(ledger)
  const there = new Set([...listed.positions, ...(listed.workingOrders ?? [])].map(({ dealId }) => dealId))
  const missing = (ledger.owned ?? []).filter(
    (deal) => deal.accountId === accountId && !there.has(deal.dealId),
  )
  const isSuccessor = (position: OpenPosition, { epic, at }: OwnedDeal) =>
    epic !== undefined &&
    position.epic !== epic &&
    stemOf(position.epic) === stemOf(epic) &&
    position.createdAt >= at - limits.clockSkew
  return listed.positions.filter(
    (position) => owner(position) === undefined && missing.some((deal) => isSuccessor(position, deal)),
  )
}

/** One request, and only if the lists suggest a roll. @throws BrokerError */
const findRolls = async (
  broker: Pick<Broker, 'readActivity'>,
  login: BrokerLogin,
  ledger: Ledger,
  listed: Listed,
): Promise<readonly Roll[]> => {
  const successors = maySucceed(ledger, login, listed)
  if (successors.length === 0) return []
  const since = Math.min(...successors.map(({ createdAt }) => createdAt))
  const activity = await broker.readActivity(login, since - limits.clockSkew)
  return rollsIn(activity)
}

/** What was owned under the old deals is owned under the new ones. */
const withRolled = (ledger: Ledger, rolls: readonly Roll[]): Ledger => {
  const owned = (ledger.owned ?? []).map((deal): OwnedDeal => {
    const roll = rolls.find(({ from }) => from === deal.dealId)
    if (!roll) return deal
    const { missingSince: _, ...kept } = deal
    return { ...kept, dealId: roll.to, epic: roll.epic }
  })
  const hasChanged = owned.some((deal, index) => deal !== ledger.owned?.[index])
  // A deal may have rolled more than once.
  return hasChanged ? withRolled({ ...ledger, owned }, rolls) : ledger
}

/** Looks for rolls, and writes down whose the new deals are. @throws BrokerError */
export const followRolls = async (
  ports: {
    readonly broker: Pick<Broker, 'readActivity'>
    readonly store: Pick<Store, 'getLedger' | 'saveLedger'>
  },
  account: AccountKey,
  login: BrokerLogin,
  ledger: Ledger,
  listed: Listed,
): Promise<Ledger> => {
  const rolls = await findRolls(ports.broker, login, ledger, listed)
  if (rolls.length === 0) return ledger
  await updateLedger(ports, account, await ports.store.getLedger(account), (now) => {
    const rolled = withRolled(now, rolls)
    return rolled === now ? null : { ...rolled, version: now.version + 1 }
  })
  return withRolled(ledger, rolls)
}
