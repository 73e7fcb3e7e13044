import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { emptyLedger } from '../trading/ledger/ledger.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { AccountKey } from '../trading/ports/alert-record.ts'
import type { Amending, Claim, Closing, Ledger, Opening, PlacedDeal } from '../trading/ports/ledger.ts'
import { referenceNameEnd } from '../trading/ports/deal-reference.ts'
import { pack, unpack } from '../aws/packed.ts'
import { dynamo, saveVersion, tableName } from '../aws/table.ts'

export const ledgerKey = ({ userId, mode }: AccountKey) => ({ pk: `${userId}#${mode}` })

export const ledgerFrom = (item: Record<string, unknown> | undefined): Ledger =>
  item ? fromStored(unpack(item.record as Uint8Array) as StoredLedger) : emptyLedger

/**
 * The record as stored. Each alert writes the whole record. To save bytes, references omit the alert's ID, an order's
 * type and direction are stored as two letters, and an empty list of closed deals is omitted.
 */
type StoredLedger = Omit<Ledger, 'claims' | 'placed' | 'closed'> & {
  readonly claims: readonly StoredClaim[]
  readonly placed: readonly (Omit<PlacedDeal, 'dealReference' | 'order'> & {
    readonly since: string
    readonly was: OrderWord
  })[]
  readonly closed?: Ledger['closed'] | undefined
}

type StoredClaim = Omit<Claim, 'dealReference' | 'intent'> & {
  readonly since: string
  readonly intent: Opening | Amending | StoredClosing
}

type StoredClosing = Omit<Closing, 'inFlight' | 'retry'> & {
  readonly onTheirWay?: number | undefined
  readonly again?: readonly string[] | undefined
}

const storedIntent = (intent: Claim['intent']): StoredClaim['intent'] => {
  if (intent.kind !== 'close') return intent
  const { inFlight, retry, ...rest } = intent
  return { ...rest, onTheirWay: inFlight, again: retry }
}

const intentFrom = (intent: StoredClaim['intent']): Claim['intent'] => {
  if (intent.kind !== 'close') return intent
  const { onTheirWay, again, ...rest } = intent
  return {
    ...rest,
    ...(onTheirWay === undefined ? {} : { inFlight: onTheirWay }),
    ...(again === undefined ? {} : { retry: again }),
  }
}

const orderWords = {
  LB: { type: 'LIMIT', direction: 'BUY' },
  LS: { type: 'LIMIT', direction: 'SELL' },
  MB: { type: 'MARKET', direction: 'BUY' },
  MS: { type: 'MARKET', direction: 'SELL' },
} as const
type OrderWord = keyof typeof orderWords

const wordOf = ({ type, direction }: PlacedDeal['order']) => `${type[0]}${direction[0]}` as OrderWord

/** Returns the end of a deal reference, which follows the first characters of the alert's ID. */
const sinceOf = ({ dealReference }: { readonly dealReference: string }) =>
  dealReference.slice(referenceNameEnd)
const referenceOf = ({ alertId, since }: { readonly alertId: string; readonly since: string }) =>
  `SP-${alertId.slice(0, referenceNameEnd - 3)}${since}`

const fromStored = ({ claims, placed, closed = [], ...rest }: StoredLedger): Ledger => ({
  ...rest,
  placed: placed.map(({ since, was, ...deal }) => ({
    ...deal,
    dealReference: referenceOf({ ...deal, since }),
    order: orderWords[was],
  })),
  closed,
  claims: claims.map(claimFrom),
})

const claimFrom = ({ since, ...claim }: StoredClaim): Claim => ({
  ...claim,
  dealReference: referenceOf({ ...claim, since }),
  intent: intentFrom(claim.intent),
})

const stored = ({ claims, placed, closed, ...rest }: Ledger): StoredLedger => ({
  ...rest,
  placed: placed.map(({ dealReference, order, ...deal }) => ({
    ...deal,
    since: sinceOf({ dealReference }),
    was: wordOf(order),
  })),
  closed: closed.length > 0 ? closed : undefined,
  claims: claims.map(storedClaim),
})

const storedClaim = ({ dealReference, intent, ...claim }: Claim): StoredClaim => ({
  ...claim,
  since: sinceOf({ dealReference }),
  intent: storedIntent(intent),
})

export const getLedger = async (account: AccountKey): Promise<Ledger> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('accounts'), Key: ledgerKey(account), ConsistentRead: true }),
  )
  return ledgerFrom(Item)
}

/** When one of our orders last opened, changed or closed a deal that is still in the record; 0 if there is none. */
export const lastDealAt = async (account: AccountKey): Promise<Instant> => {
  const { placed, closed, changed = [] } = await getLedger(account)
  return Math.max(0, ...placed.map(({ knownAt }) => knownAt), ...[...closed, ...changed].map(({ at }) => at))
}

/**
 * Replaces the record if its version has not changed.
 * @returns false if the version differs
 */
export const saveLedger = (account: AccountKey, next: Ledger): Promise<boolean> =>
  saveVersion('accounts', ledgerKey(account), {
    schema: 6,
    version: next.version,
    record: pack(stored(next)),
  })
