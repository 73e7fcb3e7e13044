import { isDeepStrictEqual } from 'node:util'
import { storedClaim, withUpdatedClaim } from './ledger.ts'
import type { AccountKey, AlertRecord } from '../ports/alert-record.ts'
import type { Ledger, Claim, ClaimedAlert } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'

export const accountKeyOf = ({ userId, captured }: Pick<AlertRecord, 'userId' | 'captured'>): AccountKey => ({
  userId,
  mode: captured.mode,
})

/**
 * Changes an account's record. If another run changes the record at the same time, the change is repeated on the new
 * version.
 * @param change returns null if there is nothing to change
 * @returns the current record
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
 * Updates a claim.
 * @returns the current claim and record; null if the claim is gone or its alert now has another claim
 */
export const updateClaim = async (
  ports: Pick<Ports, 'store' | 'clock'>,
  { alert, claim }: ClaimedAlert,
  ledger: Ledger,
  change: Partial<Claim>,
): Promise<{ readonly claim: Claim; readonly ledger: Ledger } | null> => {
  const changed = await updateLedger(ports, accountKeyOf(alert), ledger, (ledger) =>
    withUpdatedClaim(ledger, claim, change, ports.clock.now()),
  )
  const stored = storedClaim(changed, claim)
  return stored ? { claim: stored, ledger: changed } : null
}

/**
 * Replaces the intents of claims, unless another run has changed them since they were read. So only one of several runs
 * continues a claim.
 * @returns the current record, and the claims that this run continues, by alert
 */
export const replaceIntents = async (
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  account: AccountKey,
  ledger: Ledger,
  changes: readonly { readonly claim: Claim; readonly intent: Claim['intent'] }[],
): Promise<{ readonly ledger: Ledger; readonly claims: ReadonlyMap<string, Claim> }> => {
  let own: typeof changes = []
  const changed = await updateLedger({ store }, account, ledger, (record) => {
    own = changes.filter(({ claim }) => {
      const stored = storedClaim(record, claim)
      return stored !== undefined && isDeepStrictEqual(stored.intent, claim.intent)
    })
    const next = own.reduce(
      (before, { claim, intent }) => withUpdatedClaim(before, claim, { intent }, clock.now()) ?? before,
      record,
    )
    return own.length > 0 ? { ...next, version: record.version + 1 } : null
  })
  const claims = own.flatMap(({ claim }) => storedClaim(changed, claim) ?? [])
  return { ledger: changed, claims: new Map(claims.map((claim) => [claim.alertId, claim])) }
}

/**
 * Replaces the intent of one claim.
 * @returns null if another run has changed the claim's intent
 */
export const replaceIntent = async (
  ports: Pick<Ports, 'store' | 'clock'>,
  { alert, claim }: ClaimedAlert,
  ledger: Ledger,
  intent: Claim['intent'],
): Promise<Claim | null> => {
  const { claims } = await replaceIntents(ports, accountKeyOf(alert), ledger, [{ claim, intent }])
  return claims.get(claim.alertId) ?? null
}
