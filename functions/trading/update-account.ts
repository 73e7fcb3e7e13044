import { claimOf, withChangedClaim } from './account.ts'
import type { AccountKey, AccountRecord, AlertRecord, Claim, Ports } from './ports.ts'

export const accountKeyOf = ({ userId, captured }: Pick<AlertRecord, 'userId' | 'captured'>): AccountKey => ({
  userId,
  mode: captured.mode,
})

/**
 * Changes an account's record, over whatever others have written meanwhile.
 * @param change gives null where there is nothing to change
 * @returns the record as it then stands
 */
export const changeAccount = async (
  { store }: Pick<Ports, 'store'>,
  account: AccountKey,
  lastKnown: AccountRecord,
  change: (record: AccountRecord) => AccountRecord | null,
): Promise<AccountRecord> => {
  for (let record = lastKnown; ; record = await store.getAccount(account)) {
    const next = change(record)
    if (!next) return record
    if (await store.saveAccount(account, next)) return next
  }
}

/** Writes something more down on a claim. @returns the claim and the account as they then stand; null: it is gone */
export const changeClaim = async (
  ports: Pick<Ports, 'store' | 'clock'>,
  alert: AlertRecord,
  account: AccountRecord,
  change: Partial<Claim>,
): Promise<{ readonly claim: Claim; readonly account: AccountRecord } | null> => {
  const { alertId } = alert
  const changed = await changeAccount(ports, accountKeyOf(alert), account, (record) =>
    withChangedClaim(record, alertId, change, ports.clock.now()),
  )
  const claim = claimOf(changed, alertId)
  return claim ? { claim, account: changed } : null
}
