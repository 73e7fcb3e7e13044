import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { tokenLimits } from '../../shared/tokens/token-limits.ts'
import type { Proof } from '../../shared/accounts/second-factor.schema.ts'
import { hashOf, isSame } from '../aws/hashed-token.ts'
import { dynamo, isWritten, tableName } from '../aws/table.ts'

/** Lifetimes in seconds. */
export const sessionLimits = {
  access: 15 * 60,
  refresh: 30 * 24 * 3600,
  /** The maximum time from login, regardless of refreshes. */
  absolute: 90 * 24 * 3600,
  /**
   * For this long, a refresh token that was already used still returns the same new tokens, because tabs refresh in
   * parallel.
   */
  grace: 10,
  reset: 30 * 60,
} as const

/** Converts epoch milliseconds to epoch seconds. */
export const seconds = (now: number) => Math.floor(now / 1000)

const familyPrefix = 'family#'
export const familyKey = (userId: string, family: string) => ({
  pk: `user#${userId}`,
  sk: `${familyPrefix}${family}`,
})

/** A text that does not match cannot be a session token, so it is not looked up. */
const tokenShape = /^([\w-]{1,64})\.([\w-]{12})\.[\w-]{43}$/

/** Parses `{user}.{family}.{secret}`. User and family form the item's key. The item stores only a hash of the token. */
export const parseSessionToken = (token: string | undefined) => {
  const [, userId, family] = tokenShape.exec(token ?? '') ?? []
  return token && userId && family ? { token, userId, family } : null
}

/** Reads an item of the sessions table with strong consistency. */
export const getSessionItem = async (key: { pk: string; sk: string }) => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('sessions'), Key: key, ConsistentRead: true }),
  )
  return Item
}

export type LiveSession = {
  readonly userId: string
  readonly sessionId: string
  /** When the user last proved their identity, in epoch seconds. A refresh does not change it. */
  readonly provedAt: number
  readonly provedBy: Proof
}

/**
 * Finds the session of an access token; null if there is none. The read is strongly consistent, so an ended session
 * stops working at once.
 */
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

/**
 * Records that the session's user has just proved their identity again.
 * @returns false if the session has ended
 */
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

/**
 * Ends the session that one of these tokens belongs to.
 * @returns the ID of the session's user; null if no token belongs to a session
 */
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

/** Reads all items of a user with strong consistency. */
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

/**
 * When all sessions of a user were last ended, in epoch milliseconds; 0 if they were not ended within the last year.
 */
export const sessionsEndedAt = async (userId: string): Promise<number> =>
  endedAtOf(await getSessionItem(endedKey(userId)))

/** Returns the same as `sessionsEndedAt` from an item that was already read. */
export const endedAtOf = (item: Item | undefined): number => (item?.at as number | undefined) ?? 0

/**
 * Stores when all sessions of a user were ended. Links in earlier emails also become invalid, because someone else may
 * read the user's email. API tokens that were created before this time are refused, including a token that was written
 * while the items of the sessions were deleted. So the time is stored after they are deleted, and for as long as a
 * token can be valid.
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

/** Ends every session and token of a user, every login that waits for its second factor, and every emailed link. */
export const endAllSessions = async (userId: string, now: number) => {
  await deleteSessionItems(userId)
  await noteAllEnded(userId, now)
}

/** Whether this session has not ended. The read is strongly consistent. */
export const isSessionLive = async (userId: string, family: string): Promise<boolean> =>
  (await getSessionItem(familyKey(userId, family))) !== undefined

/** Deletes all items of a user in the sessions table. */
export const deleteSessionItems = async (userId: string) => {
  for (const { pk, sk } of await sessionItemsOf(userId))
    await dynamo().send(new DeleteCommand({ TableName: tableName('sessions'), Key: { pk, sk } }))
}

/** Lists the sessions that have not expired, most recently used first. */
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
        /**
         * When the session was last refreshed, in epoch seconds. A session in use is refreshed every quarter of an
         * hour.
         */
        usedAt: (item.rotatedAt as number | undefined) ?? beganAt,
        provedBy: item.provedBy as Proof,
      }
    })
    .sort((a, b) => b.usedAt - a.usedAt)

/**
 * Ends the chosen sessions.
 * @returns the number of ended sessions
 */
export const endSessions = async (userId: string, isChosen: (id: string) => boolean): Promise<number> => {
  const chosen = (await listSessions(userId, 0)).filter(({ id }) => isChosen(id))
  for (const { id } of chosen) await endFamily(userId, id)
  return chosen.length
}
