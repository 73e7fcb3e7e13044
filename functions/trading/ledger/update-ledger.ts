import { isDeepStrictEqual } from 'node:util'
import { storedClaim, withUpdatedClaim } from './ledger.ts'
import type { AccountKey, AlertRecord } from '../ports/alert-record.ts'
import type { Ledger, Claim } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'

export const accountKeyOf = ({ userId, captured }: Pick<AlertRecord, 'userId' | 'captured'>): AccountKey => ({
  userId,
  mode: captured.mode,
})

/**
 * Changes an account's record, over whatever others have written meanwhile.
 * @param change gives null if there is nothing to change
 * @returns the record as it then stands
 */
export const updateLedger = async (
  { store }: { readonly store: Pick<Ports['store'], 'getLedger' | 'saveLedger'> },
  account: AccountKey,
  lastKnown: Ledger,
  change: (ledger: Ledger) => Ledger | null,
): Promise<Ledger> => {
  for (let ledger = lastKnown; ; ledger = await store.getLedger(account)) {
    const next = change(ledger)
    if (!next) return ledger
    if (await store.saveLedger(account, next)) return next
  }
}

/**
 * Writes something more down on a claim.
 * @returns the claim and the account as they then stand; null: it is gone, or its alert has another one
 */
export const updateClaim = async (
  ports: Pick<Ports, 'store' | 'clock'>,
  alert: AlertRecord,
  ledger: Ledger,
  claim: Claim,
  change: Partial<Claim>,
): Promise<{ readonly claim: Claim; readonly ledger: Ledger } | null> => {
  const changed = await updateLedger(ports, accountKeyOf(alert), ledger, (ledger) =>
    withUpdatedClaim(ledger, claim, change, ports.clock.now()),
  )
  const stored = storedClaim(changed, claim)
  return stored ? { claim: stored, ledger: changed } : null
}

/**
 * Replaces what a claim is to do, if that is still what was read: of two runs that find the same, one goes on with it.
 * @returns the claim and the account as they then stand; null: another run has gone on with it
 */
export const replaceIntent = async <Intent extends Claim['intent']>(
  ports: Pick<Ports, 'store' | 'clock'>,
  alert: AlertRecord,
  ledger: Ledger,
  claim: Claim,
  intent: Intent,
): Promise<{ readonly claim: Claim; readonly ledger: Ledger; readonly intent: Intent } | null> => {
  let isReplaced = false
  const changed = await updateLedger(ports, accountKeyOf(alert), ledger, (record) => {
    const stored = storedClaim(record, claim)
    isReplaced = stored !== undefined && isDeepStrictEqual(stored.intent, claim.intent)
    return isReplaced ? withUpdatedClaim(record, claim, { intent }, ports.clock.now()) : null
  })
  const stored = storedClaim(changed, claim)
  return isReplaced && stored ? { claim: stored, ledger: changed, intent } : null
}
