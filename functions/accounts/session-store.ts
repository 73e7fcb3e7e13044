import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { tokenLimits } from '../../shared/tokens/token-limits.ts'
import type { Proof } from '../../shared/accounts/second-factor.schema.ts'
import { hashOf, isSame } from '../aws/hashed-token.ts'
import { dynamo, isWritten, tableName } from '../aws/table.ts'

/** Lifetimes in seconds. */
export const sessionLimits = {
  access: 15 * 60,
  refresh: 30 * 24 * 3600,
  /** From its login on, however often it was refreshed since. */
  absolute: 90 * 24 * 3600,
  /** For this long a rotated refresh token still gets its successor: tabs refresh in parallel. */
  grace: 10,
  reset: 30 * 60,
} as const

/** Epoch seconds of epoch milliseconds. */
export const seconds = (now: number) => Math.floor(now / 1000)

const familyPrefix = 'family#'
export const familyKey = (userId: string, family: string) => ({
  pk: `user#${userId}`,
  sk: `${familyPrefix}${family}`,
})

/** Whatever has another shape was never ours, and is looked for nowhere. */
const tokenShape = /^([\w-]{1,64})\.([\w-]{12})\.[\w-]{43}$/

/** `{user}.{family}.{secret}`: the item is found by its key, and only a hash of the token lies in it. */
export const parseSessionToken = (token: string | undefined) => {
  const [, userId, family] = tokenShape.exec(token ?? '') ?? []
  return token && userId && family ? { token, userId, family } : null
}

/** An item of this table. Strongly consistent. */
export const getSessionItem = async (key: { pk: string; sk: string }) => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('sessions'), Key: key, ConsistentRead: true }),
  )
  return Item
}

export type LiveSession = {
  readonly userId: string
  readonly sessionId: string
  /** When and how its user last proved who they are; a refresh changes neither. Epoch seconds. */
  readonly provedAt: number
  readonly provedBy: Proof
}

/** The session behind an access token, or null. One strongly consistent read: an ended session is ended at once. */
export const sessionOf = async (token: string | undefined, now: number): Promise<LiveSession | null> => {
  const parsed = parseSessionToken(token)
  if (!parsed) return null
  const item = await getSessionItem(familyKey(parsed.userId, parsed.family))
  if (!item || !isSame(item.accessHash, hashOf(parsed.token)) || (item.accessUntil as number) <= seconds(now))
    return null
  return {
    userId: parsed.userId,
    sessionId: parsed.family,
    provedAt: item.provedAt as number,
    provedBy: item.provedBy as Proof,
  }
}

/** The session's user has just proved again who they are. @returns false if it has ended */
export const noteProof = (
  { userId, sessionId }: Pick<LiveSession, 'userId' | 'sessionId'>,
  provedBy: Proof,
  now: number,
): Promise<boolean> =>
  isWritten(
    new UpdateCommand({
      TableName: tableName('sessions'),
      Key: familyKey(userId, sessionId),
      UpdateExpression: 'SET provedAt = :now, provedBy = :by, #schema = :schema',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#schema': 'schema' },
      ExpressionAttributeValues: { ':now': seconds(now), ':by': provedBy, ':schema': 1 },
    }),
  )

export const endFamily = async (userId: string, family: string) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('sessions'), Key: familyKey(userId, family) }))
}

/** Ends the family that either token belongs to. @returns whose it was */
export const endSession = async (tokens: readonly (string | undefined)[]): Promise<string | null> => {
  for (const token of tokens) {
    const parsed = parseSessionToken(token)
    const item = parsed && (await getSessionItem(familyKey(parsed.userId, parsed.family)))
    if (!parsed || !item) continue
    const presented = hashOf(parsed.token)
    if (![item.refreshHash, item.accessHash, item.previousHash].some((hash) => isSame(hash, presented)))
      continue
    await endFamily(parsed.userId, parsed.family)
    return parsed.userId
  }
  return null
}

type Item = Readonly<Record<string, unknown>>

/** All items of a user. Strongly consistent. */
export const sessionItemsOf = async (userId: string): Promise<readonly Item[]> => {
  const items: Item[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        TableName: tableName('sessions'),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `user#${userId}` },
        ConsistentRead: true,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    items.push(...Items)
    from = LastEvaluatedKey
  } while (from)
  return items
}

export const endedKey = (userId: string) => ({ pk: `user#${userId}`, sk: 'ended' })

/** Time of a user’s last *log out everywhere* in epoch milliseconds; 0 if there was none within a year. */
export const sessionsEndedAt = async (userId: string): Promise<number> =>
  endedAtOf(await getSessionItem(endedKey(userId)))

/** The same of the item that was read with other items. */
export const endedAtOf = (item: Item | undefined): number => (item?.at as number | undefined) ?? 0

/**
 * It also ends the links in emails so far, since someone else may read the user’s mail, and each API token: a token that is
 * written while the others are deleted is refused by this note. So it comes after the deletion, and is kept as long as a token.
 */
export const noteAllEnded = async (userId: string, now: number) => {
  await dynamo().send(
    new PutCommand({
      TableName: tableName('sessions'),
      Item: {
        ...endedKey(userId),
        schema: 1,
        at: now,
        expiresAt: seconds(now) + tokenLimits.longestLife * 86_400,
      },
    }),
  )
}

/** Ends every session and token of a user, a login that waits for its second factor, and every link that was emailed to them. */
export const endAllSessions = async (userId: string, now: number) => {
  await deleteSessionItems(userId)
  await noteAllEnded(userId, now)
}

/** Whether this session has not ended. Strongly consistent. */
export const isSessionLive = async (userId: string, family: string): Promise<boolean> =>
  (await getSessionItem(familyKey(userId, family))) !== undefined

/** Leaves nothing of a user in this table. */
export const deleteSessionItems = async (userId: string) => {
  for (const { pk, sk } of await sessionItemsOf(userId))
    await dynamo().send(new DeleteCommand({ TableName: tableName('sessions'), Key: { pk, sk } }))
}

/** Those that have not ended by themselves, the one used last first. */
export const listSessions = async (userId: string, now: number) =>
  (await sessionItemsOf(userId))
    .filter(({ sk, expiresAt }) => String(sk).startsWith(familyPrefix) && Number(expiresAt) > seconds(now))
    .map((item) => {
      const beganAt = item.beganAt as number
      return {
        id: String(item.sk).slice(familyPrefix.length),
        userAgent: (item.userAgent as string | undefined) ?? '',
        network: (item.network as string | undefined) ?? null,
        beganAt,
        /** Its last refresh, epoch seconds: one comes each quarter of an hour in which it is used. */
        usedAt: (item.rotatedAt as number | undefined) ?? beganAt,
        provedBy: item.provedBy as Proof,
      }
    })
    .sort((a, b) => b.usedAt - a.usedAt)

/** Ends the sessions that are chosen. @returns how many there were */
export const endSessions = async (userId: string, isChosen: (id: string) => boolean): Promise<number> => {
  const chosen = (await listSessions(userId, 0)).filter(({ id }) => isChosen(id))
  for (const { id } of chosen) await endFamily(userId, id)
  return chosen.length
}
