import { type Roll, rollsIn } from '../../../shared/deals/rolls.ts'
import type { AccountState, OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import { limits } from '../ports/limits.ts'
import { ownerOf } from '../ledger/owners.ts'
import type { Broker, BrokerLogin } from '../ports/broker.ts'
import type { Ledger } from '../ports/ledger.ts'
import type { Store } from '../ports/store.ts'
import { maySucceed, withRolled } from '../ledger/rolled-deals.ts'
import { updateLedger } from '../ledger/update-ledger.ts'

/** Positions, and working orders if their list was also read. */
type Listed = Pick<AccountState, 'positions'> & Partial<Pick<AccountState, 'workingOrders'>>

/**
 * Finds positions that may be rolled deals. The owner of such a position is unknown. Its epic is another contract of
 * the same market as a missing deal: a deal that is ours, or that an exit must close, and that is no longer listed.
 */
const successorsIn = (ledger: Ledger, { accountId }: BrokerLogin, listed: Listed): OpenPosition[] => {
  const owner = ownerOf(ledger)
  const there = new Set([...listed.positions, ...(listed.workingOrders ?? [])].map(({ dealId }) => dealId))
  const toClose = ledger.claims.flatMap(({ intent, captured }) =>
    intent.kind === 'close' && captured.accountId === accountId
      ? intent.positions
          .filter(({ dealId }) => !intent.done?.includes(dealId))
          .map(({ dealId, epic, createdAt }) => ({ dealId, epic, at: createdAt }))
      : [],
  )
  const own = (ledger.owned ?? []).filter((deal) => deal.accountId === accountId)
  const missing = [...own, ...toClose].filter(({ dealId }) => !there.has(dealId))
  return listed.positions.filter(
    (position) => owner(position) === undefined && missing.some((deal) => maySucceed(position, deal)),
  )
}

/**
 * Reads the broker's history in one request if the lists suggest a roll.
 * @throws BrokerError
 */
const findRolls = async (
  broker: Pick<Broker, 'readActivity'>,
  login: BrokerLogin,
  ledger: Ledger,
  listed: Listed,
): Promise<readonly Roll[]> => {
  const successors = successorsIn(ledger, login, listed)
  if (successors.length === 0) return []
  const since = Math.min(...successors.map(({ createdAt }) => createdAt))
  const activity = await broker.readActivity(login, since - limits.clockSkew)
  return rollsIn(activity)
}

/**
 * Looks for rolled deals and renames them in the account's record.
 * @returns the given record with the new deal IDs
 * @throws BrokerError
 */
export const followRolls = async (
  ports: {
    readonly broker: Pick<Broker, 'readActivity'>
    readonly store: Pick<Store, 'getLedger' | 'saveLedger'>
  },
  login: BrokerLogin,
  ledger: Ledger,
  listed: Listed,
): Promise<Ledger> => {
  const rolls = await findRolls(ports.broker, login, ledger, listed)
  if (rolls.length === 0) return ledger
  await updateLedger(ports, login, await ports.store.getLedger(login), (now) => {
    const rolled = withRolled(now, rolls)
    return rolled === now ? null : { ...rolled, version: now.version + 1 }
  })
  return withRolled(ledger, rolls)
}
