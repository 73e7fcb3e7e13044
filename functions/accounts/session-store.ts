import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FindCaller } from '../http/caller.ts'
import { cookieNames, readCookie } from '../http/cookies.ts'
import { deriveKey } from '../aws/root-secret.ts'
import { dynamo, tableName, conditionally } from '../aws/table.ts'
import { getAdminRegistry, roleIn } from './user-store.ts'

/** Lifetimes in seconds. */
export const sessionLimits = {
  access: 15 * 60,
  refresh: 30 * 24 * 3600,
  /** From its sign-in on, however often it was refreshed since. */
  absolute: 90 * 24 * 3600,
  /** For this long a rotated refresh token still gets its successor: tabs refresh side by side. */
  grace: 10,
  reset: 30 * 60,
} as const

/** What a browser is given. Opaque: 256 bits, behind the names of the user and of the session family. */
export type Tokens = { readonly access: string; readonly refresh: string }

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
const seconds = (now: number) => Math.floor(now / 1000)

const same = (a: unknown, b: string) =>
  typeof a === 'string' && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const familyKey = (userId: string, family: string) => ({ pk: `user#${userId}`, sk: `family#${family}` })

/** Whatever has another shape was never ours, and is looked for nowhere. */
const tokenShape = /^([\w-]{1,64})\.([\w-]{12})\.[\w-]{43}$/

/** `{user}.{family}.{secret}`: the item is found by its key, and only a hash of the token lies in it. */
const parse = (token: string | undefined) => {
  const [, userId, family] = tokenShape.exec(token ?? '') ?? []
  return token && userId && family ? { token, userId, family } : null
}

const get = async (key: { pk: string; sk: string }) => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('sessions'), Key: key, ConsistentRead: true }),
  )
  return Item
}

/** Begins a session family: one sign-in, whatever number of tabs. */
export const beginSession = async (userId: string, now: number): Promise<Tokens> => {
  const family = randomBytes(9).toString('base64url')
  const refresh = `${userId}.${family}.${randomBytes(32).toString('base64url')}`
  const tokens = { refresh, access: await accessFor(refresh) }
  await dynamo().send(
    new PutCommand({
      TableName: tableName('sessions'),
      Item: {
        ...familyKey(userId, family),
        schema: 1,
        refreshHash: hashOf(tokens.refresh),
        accessHash: hashOf(tokens.access),
        accessUntil: seconds(now) + sessionLimits.access,
        beganAt: seconds(now),
        expiresAt: seconds(now) + sessionLimits.refresh,
      },
    }),
  )
  return tokens
}

/** The user behind an access token, or null. One strongly consistent read: an ended session is ended at once. */
export const callerOf = async (token: string | undefined, now: number): Promise<string | null> => {
  const parsed = parse(token)
  if (!parsed) return null
  const item = await get(familyKey(parsed.userId, parsed.family))
  if (!item || !same(item.accessHash, hashOf(parsed.token)) || (item.accessUntil as number) <= seconds(now))
    return null
  return parsed.userId
}

/** The role is read where it decides, and never kept in a session: the admin registry alone says who is admin. */
export const findCaller: FindCaller = async (event, access) => {
  const userId = await callerOf(readCookie(event, cookieNames().access), Date.now())
  if (!userId) return null
  return { userId, isAdmin: access === 'admin' && roleIn(await getAdminRegistry(), userId) === 'ADMIN' }
}

/**
 * Rotates a refresh token. The successor is derived from the token by a key of ours, so that tabs which refresh side
 * by side get the same one. A token that was used long before ends the whole family: somebody has a copy.
 */
export const rotateSession = async (
  token: string | undefined,
  now: number,
): Promise<
  { readonly tokens: Tokens } | { readonly refused: 'unknown' | 'reused'; readonly userId: string | null }
> => {
  const parsed = parse(token)
  if (!parsed) return { refused: 'unknown', userId: null }
  const key = familyKey(parsed.userId, parsed.family)
  const item = await get(key)
  if (!item || (item.expiresAt as number) <= seconds(now)) return { refused: 'unknown', userId: null }
  // Sessions of before do not say when they began: they begin now.
  const beganAt = (item.beganAt as number | undefined) ?? seconds(now)
  const endsAt = beganAt + sessionLimits.absolute
  if (endsAt <= seconds(now)) return { refused: 'unknown', userId: null }
  const refresh = await successorOf(parsed.token, parsed)
  const tokens = { refresh, access: await accessFor(refresh) }
  const presented = hashOf(parsed.token)
  const inGrace = (previous: Record<string, unknown> | undefined) =>
    same(previous?.previousHash, presented) &&
    same(previous?.refreshHash, hashOf(refresh)) &&
    seconds(now) <= (previous?.rotatedAt as number) + sessionLimits.grace

  if (same(item.refreshHash, presented)) {
    const written = await conditionally(
      new UpdateCommand({
        TableName: tableName('sessions'),
        Key: key,
        UpdateExpression:
          'SET refreshHash = :refresh, previousHash = :presented, rotatedAt = :now, accessHash = :access, accessUntil = :until, beganAt = :began, expiresAt = :expires',
        ConditionExpression: 'refreshHash = :presented',
        ExpressionAttributeValues: {
          ':refresh': hashOf(tokens.refresh),
          ':presented': presented,
          ':now': seconds(now),
          ':access': hashOf(tokens.access),
          ':until': Math.min(seconds(now) + sessionLimits.access, endsAt),
          ':began': beganAt,
          ':expires': Math.min(seconds(now) + sessionLimits.refresh, endsAt),
        },
      }),
    )
    if (written) return { tokens }
    return inGrace(await get(key)) ? { tokens } : { refused: 'unknown', userId: null }
  }
  if (inGrace(item)) return { tokens }
  await endFamily(parsed.userId, parsed.family)
  return { refused: 'reused', userId: parsed.userId }
}

const derived = async (what: string, from: string) =>
  createHmac('sha256', await deriveKey('session-rotation'))
    .update(`${what} ${from}`)
    .digest('base64url')

const successorOf = async (token: string, { userId, family }: { userId: string; family: string }) =>
  `${userId}.${family}.${await derived('refresh', token)}`

const accessFor = async (refresh: string) => {
  const [userId, family] = refresh.split('.')
  return `${userId}.${family}.${await derived('access', refresh)}`
}

const endFamily = async (userId: string, family: string) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('sessions'), Key: familyKey(userId, family) }))
}

/** Ends the family that either token belongs to. @returns whose it was */
export const endSession = async (tokens: readonly (string | undefined)[]): Promise<string | null> => {
  for (const token of tokens) {
    const parsed = parse(token)
    const item = parsed && (await get(familyKey(parsed.userId, parsed.family)))
    if (!parsed || !item) continue
    const presented = hashOf(parsed.token)
    if (![item.refreshHash, item.accessHash, item.previousHash].some((hash) => same(hash, presented)))
      continue
    await endFamily(parsed.userId, parsed.family)
    return parsed.userId
  }
  return null
}

/** Ends every session of a user, and a reset link that is still open. */
export const endAllSessions = async (userId: string) => {
  let from: Record<string, unknown> | undefined
  do {
    const { Items, LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        TableName: tableName('sessions'),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `user#${userId}` },
        ConsistentRead: true,
        ProjectionExpression: 'pk, sk',
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    for (const item of Items ?? [])
      await dynamo().send(
        new DeleteCommand({ TableName: tableName('sessions'), Key: { pk: item.pk, sk: item.sk } }),
      )
    from = LastEvaluatedKey
  } while (from)
}

// --- password reset --------------------------------------------------------------------------------------------------

const resetKey = (userId: string) => ({ pk: `user#${userId}`, sk: 'reset' })

/** Whose the token would be; null, without any work, for what cannot be one. */
const namedIn = (token: string): string | null => /^([\w-]{1,64})\.[\w-]{43}$/.exec(token)?.[1] ?? null

/** A reset token, single use; the newest ends the older ones, since there is one item. */
export const makeResetToken = async (userId: string, now: number): Promise<string> => {
  const token = `${userId}.${randomBytes(32).toString('base64url')}`
  const until = seconds(now) + sessionLimits.reset
  await dynamo().send(
    new PutCommand({
      TableName: tableName('sessions'),
      Item: { ...resetKey(userId), schema: 1, tokenHash: hashOf(token), until, expiresAt: until },
    }),
  )
  return token
}

/** Whose reset token this is, while it holds. */
export const ownerOfResetToken = async (token: string, now: number): Promise<string | null> => {
  const userId = namedIn(token)
  if (userId === null) return null
  const item = await get(resetKey(userId))
  return item && same(item.tokenHash, hashOf(token)) && (item.until as number) > seconds(now) ? userId : null
}

/** Uses a reset token up: of many at once, one succeeds. @returns whose it was, or null */
export const useResetToken = async (token: string, now: number): Promise<string | null> => {
  const userId = namedIn(token)
  if (userId === null) return null
  const written = await conditionally(
    new DeleteCommand({
      TableName: tableName('sessions'),
      Key: resetKey(userId),
      ConditionExpression: 'tokenHash = :hash AND #until > :now',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':hash': hashOf(token), ':now': seconds(now) },
    }),
  )
  return written ? userId : null
}
