import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Proving } from '../../shared/accounts/second-factor.schema.ts'
import { dynamo, isWritten, isWrittenOnce, tableName } from '../aws/table.ts'

/**
 * The second factors of a user, in one item: the sealed key of the authenticator app, passkeys, and hashes of recovery
 * codes. Each change is one conditional write of this item, so a code that is presented several times at once is
 * accepted once.
 */
export type Factors = {
  readonly totp: StoredTotp | null
  readonly pending: PendingTotp | null
  readonly passkeys: readonly StoredPasskey[]
  /** Hashes of the unused recovery codes. */
  readonly recovery: readonly string[]
}

type StoredTotp = {
  /** The encrypted key; see totp.ts. */
  readonly key: string
  /** Epoch milliseconds. */
  readonly since: number
  /** The last time step (30 s) whose code was accepted. Codes of this step and of earlier steps are refused. */
  readonly lastStep: number
}

type PendingTotp = { readonly key: string; /** Epoch seconds. */ readonly until: number }

export type StoredPasskey = {
  /** The credential ID, base64url. */
  readonly id: string
  readonly name: string
  /** COSE key, base64url. */
  readonly publicKey: string
  /** Signature counter; synced passkeys always report 0. */
  readonly counter: number
  /** Epoch milliseconds. */
  readonly since: number
  readonly lastUsedAt: number | null
}

const none: Factors = { totp: null, pending: null, passkeys: [], recovery: [] }

const passkeyPrefix = 'passkey:'
const attributeOfPasskey = (id: string) => `${passkeyPrefix}${id}`
/** @param id `totp`, or a passkey's ID, which has at least 16 bytes */
const attributeOf = (id: string) => (id === 'totp' ? 'totp' : attributeOfPasskey(id))

const table = () => tableName('factors')
const keyOf = (userId: string) => ({ pk: userId })

/** Reads a user's factors with strong consistency. */
export const readFactors = async (userId: string): Promise<Factors> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: table(), Key: keyOf(userId), ConsistentRead: true }),
  )
  if (!Item) return none
  const passkeys = Object.entries(Item).flatMap(([name, value]) =>
    name.startsWith(passkeyPrefix)
      ? [{ ...(value as Omit<StoredPasskey, 'id'>), id: name.slice(passkeyPrefix.length) }]
      : [],
  )
  return {
    totp: (Item.totp as StoredTotp | undefined) ?? null,
    pending: (Item.pending as PendingTotp | undefined) ?? null,
    passkeys: passkeys.sort((a, b) => a.since - b.since),
    recovery: [...((Item.recovery as Set<string> | undefined) ?? [])],
  }
}

/** Whether the user has a second factor. Recovery codes alone are not one, because they only replace a lost factor. */
export const hasFactor = ({ totp, passkeys }: Factors) => totp !== null || passkeys.length > 0

export const provingBy = (factors: Factors): Proving => ({
  password: !hasFactor(factors),
  totp: factors.totp !== null || (hasFactor(factors) && factors.recovery.length > 0),
  passkey: factors.passkeys.length > 0,
})

type Change = {
  readonly set?: Readonly<Record<string, unknown>>
  readonly remove?: readonly string[]
  readonly condition?: string
  readonly names?: Readonly<Record<string, string>>
  readonly values?: Readonly<Record<string, unknown>>
}

/**
 * Changes a user's factors if the condition is met.
 * @returns whether the condition was met
 */
const change = (userId: string, { set = {}, remove = [], condition, names = {}, values = {} }: Change) => {
  const fields = Object.keys(set)
  const removed = remove.map((_, index) => `#r${index}`)
  return isWritten(
    new UpdateCommand({
      TableName: table(),
      Key: keyOf(userId),
      UpdateExpression: `SET #schema = :schema${fields.map((_, index) => `, #f${index} = :f${index}`).join('')}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
      ...(condition ? { ConditionExpression: condition } : {}),
      ExpressionAttributeNames: {
        '#schema': 'schema',
        ...Object.fromEntries(fields.map((field, index) => [`#f${index}`, field])),
        ...Object.fromEntries(remove.map((field, index) => [`#r${index}`, field])),
        ...names,
      },
      ExpressionAttributeValues: {
        ':schema': 1,
        ...Object.fromEntries(Object.values(set).map((value, index) => [`:f${index}`, value])),
        ...values,
      },
    }),
  )
}

// --- authenticator app -----------------------------------------------------------------------------------------------

/** Stores the key of a new setup. It replaces the key of an unconfirmed setup. */
export const putPendingTotp = (userId: string, pending: PendingTotp) => change(userId, { set: { pending } })

/**
 * Confirms the setup of an authenticator app. The confirming code cannot be used again.
 * @returns false if the setup was confirmed or replaced meanwhile
 */
export const confirmPendingTotp = (userId: string, key: string, step: number, now: number) =>
  change(userId, {
    set: { totp: { key, since: now, lastStep: step } satisfies StoredTotp },
    remove: ['pending'],
    condition: 'pending.#key = :key',
    names: { '#key': 'key' },
    values: { ':key': key },
  })

/** Accepts the code of a time step once, even if it is presented several times at once. */
export const takeStep = (userId: string, { key }: StoredTotp, step: number) =>
  isWritten(
    new UpdateCommand({
      TableName: table(),
      Key: keyOf(userId),
      UpdateExpression: 'SET totp.lastStep = :step, #schema = :schema',
      ConditionExpression: 'totp.#key = :key AND totp.lastStep < :step',
      ExpressionAttributeNames: { '#schema': 'schema', '#key': 'key' },
      ExpressionAttributeValues: { ':schema': 1, ':key': key, ':step': step },
    }),
  )

/** Replaces the sealed key of the authenticator app if it is still `old`. */
export const putTotpKey = (userId: string, old: string, key: string) =>
  isWritten(
    new UpdateCommand({
      TableName: table(),
      Key: keyOf(userId),
      UpdateExpression: 'SET totp.#key = :key, #schema = :schema',
      ConditionExpression: 'totp.#key = :old',
      ExpressionAttributeNames: { '#schema': 'schema', '#key': 'key' },
      ExpressionAttributeValues: { ':schema': 1, ':key': key, ':old': old },
    }),
  )

// --- recovery codes --------------------------------------------------------------------------------------------------

export const putRecoveryHashes = (userId: string, hashes: readonly string[]) =>
  change(userId, { set: { recovery: new Set(hashes) } })

/**
 * Stores a user's first recovery codes.
 * @returns false if the user already has recovery codes
 */
export const putFirstRecoveryHashes = (userId: string, hashes: readonly string[]) =>
  change(userId, { set: { recovery: new Set(hashes) }, condition: 'attribute_not_exists(recovery)' })

/** Accepts a recovery code once, even if it is presented several times at once. */
export const takeRecoveryHash = (userId: string, hash: string) =>
  isWrittenOnce(
    'factors',
    keyOf(userId),
    (by) =>
      new UpdateCommand({
        TableName: table(),
        Key: keyOf(userId),
        UpdateExpression: 'SET #schema = :schema, #by = :by DELETE recovery :taken',
        ConditionExpression: 'contains(recovery, :hash)',
        ExpressionAttributeNames: { '#schema': 'schema', '#by': 'by' },
        ExpressionAttributeValues: { ':schema': 1, ':by': by, ':taken': new Set([hash]), ':hash': hash },
      }),
  )

// --- passkeys --------------------------------------------------------------------------------------------------------

export const putPasskey = (userId: string, { id, ...passkey }: StoredPasskey) =>
  change(userId, {
    set: { [attributeOfPasskey(id)]: passkey },
    condition: 'attribute_not_exists(#passkey)',
    names: { '#passkey': attributeOfPasskey(id) },
  })

/**
 * Stores the new counter of a passkey that was used.
 * @returns false if the passkey was removed or its counter was changed meanwhile
 */
export const noteUse = (
  userId: string,
  { id, counter: before }: StoredPasskey,
  counter: number,
  now: number,
) =>
  isWritten(
    new UpdateCommand({
      TableName: table(),
      Key: keyOf(userId),
      UpdateExpression: 'SET #passkey.#counter = :counter, #passkey.lastUsedAt = :now, #schema = :schema',
      ConditionExpression: '#passkey.#counter = :before',
      ExpressionAttributeNames: {
        '#schema': 'schema',
        '#passkey': attributeOfPasskey(id),
        '#counter': 'counter',
      },
      ExpressionAttributeValues: { ':schema': 1, ':counter': counter, ':before': before, ':now': now },
    }),
  )

// --- removing --------------------------------------------------------------------------------------------------------

/**
 * Removes a factor.
 * @param id `totp`, or a passkey's ID
 * @param remaining another factor that must still exist; null if this is the last factor, and then the recovery codes
 * are also removed
 * @returns false if a factor was removed meanwhile
 */
export const removeFactor = (userId: string, id: string, remaining: string | null) =>
  change(userId, {
    remove: remaining === null ? [attributeOf(id), 'recovery'] : [attributeOf(id)],
    condition: `attribute_exists(#gone)${remaining === null ? '' : ' AND attribute_exists(#remaining)'}`,
    names: {
      '#gone': attributeOf(id),
      ...(remaining === null ? {} : { '#remaining': attributeOf(remaining) }),
    },
  })

export const deleteFactors = async (userId: string) => {
  await dynamo().send(new DeleteCommand({ TableName: table(), Key: keyOf(userId) }))
}
