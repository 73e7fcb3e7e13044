import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createHmac, randomBytes } from 'node:crypto'
import { emailedLinkDays } from '../../shared/accounts/emailed-link-days.ts'
import { type Proof, proofLimits } from '../../shared/accounts/second-factor.schema.ts'
import { deriveKeys } from '../aws/root-secret.ts'
import { hashOf, isSame } from '../aws/hashed-token.ts'
import { dynamo, tableName, conditionally, isWritten, isWrittenOnce } from '../aws/table.ts'

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

/** What a browser is given. Opaque: 256 bits, behind the names of the user and of the session family. */
export type Tokens = { readonly access: string; readonly refresh: string }

const seconds = (now: number) => Math.floor(now / 1000)

const familyPrefix = 'family#'
const familyKey = (userId: string, family: string) => ({
  pk: `user#${userId}`,
  sk: `${familyPrefix}${family}`,
})

/** Whatever has another shape was never ours, and is looked for nowhere. */
const tokenShape = /^([\w-]{1,64})\.([\w-]{12})\.[\w-]{43}$/

/** `{user}.{family}.{secret}`: the item is found by its key, and only a hash of the token lies in it. */
const parse = (token: string | undefined) => {
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

/** How a session begins. */
export type SessionStart = {
  readonly provedBy: Proof
  /** Epoch seconds, if that was not just now. */
  readonly provedAt?: number | undefined
  /** What the browser calls itself. */
  readonly userAgent?: string | undefined
  /** Where it comes from, as far as it is kept: 203.0.113.0/24. */
  readonly network?: string | undefined
}

/** Characters that are kept of what a browser calls itself. */
const longestUserAgent = 300

/** Begins a session family: one login, whatever number of tabs. */
export const beginSession = async (
  userId: string,
  now: number,
  { provedBy, provedAt = seconds(now), userAgent, network }: SessionStart,
): Promise<Tokens> => {
  const family = randomBytes(9).toString('base64url')
  const refresh = `${userId}.${family}.${randomBytes(32).toString('base64url')}`
  const tokens = { refresh, access: accessFor(refresh, (await rotationKeys()).inUse) }
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
        provedAt,
        provedBy,
        userAgent: userAgent?.slice(0, longestUserAgent),
        network,
        expiresAt: seconds(now) + sessionLimits.refresh,
      },
    }),
  )
  return tokens
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
  const parsed = parse(token)
  if (!parsed) return null
  const item = await getSessionItem(familyKey(parsed.userId, parsed.family))
  if (!item || !isSame(item.accessHash, hashOf(parsed.token)) || (item.accessUntil as number) <= seconds(now))
    return null
  return {
    userId: parsed.userId,
    sessionId: parsed.family,
    // Sessions of earlier releases do not record it: they were proved long ago, by a password.
    provedAt: (item.provedAt as number | undefined) ?? 0,
    provedBy: (item.provedBy as Proof | undefined) ?? 'password',
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

/**
 * Rotates a refresh token. The successor is derived from the token by a key of ours, so that tabs which refresh side
 * by side get the same one. A token that was used long before ends the whole family: someone has a copy.
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
  const item = await getSessionItem(key)
  if (!item || (item.expiresAt as number) <= seconds(now)) return { refused: 'unknown', userId: null }
  // Sessions of earlier releases do not record when they began: they begin now.
  const beganAt = (item.beganAt as number | undefined) ?? seconds(now)
  const endsAt = beganAt + sessionLimits.absolute
  if (endsAt <= seconds(now)) return { refused: 'unknown', userId: null }
  const { inUse, accepted } = await rotationKeys()
  const tokens = successorOf(parsed, inUse)
  const presented = hashOf(parsed.token)
  const inGrace = (previous: Record<string, unknown> | undefined) =>
    isSame(previous?.previousHash, presented) &&
    seconds(now) <= (previous?.rotatedAt as number) + sessionLimits.grace
      ? accepted
          .map((key) => successorOf(parsed, key))
          .find(({ refresh }) => isSame(previous?.refreshHash, hashOf(refresh)))
      : undefined

  if (isSame(item.refreshHash, presented)) {
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
    const others = inGrace(await getSessionItem(key))
    return others ? { tokens: others } : { refused: 'unknown', userId: null }
  }
  const others = inGrace(item)
  if (others) return { tokens: others }
  await endFamily(parsed.userId, parsed.family)
  return { refused: 'reused', userId: parsed.userId }
}

const rotationKeys = () => deriveKeys('session-rotation')

const derived = (what: string, from: string, key: Buffer) =>
  createHmac('sha256', key).update(`${what} ${from}`).digest('base64url')

const successorOf = (
  { token, userId, family }: NonNullable<ReturnType<typeof parse>>,
  key: Buffer,
): Tokens => {
  const refresh = `${userId}.${family}.${derived('refresh', token, key)}`
  return { refresh, access: accessFor(refresh, key) }
}

const accessFor = (refresh: string, key: Buffer) => {
  const [userId, family] = refresh.split('.')
  return `${userId}.${family}.${derived('access', refresh, key)}`
}

const endFamily = async (userId: string, family: string) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('sessions'), Key: familyKey(userId, family) }))
}

/** Ends the family that either token belongs to. @returns whose it was */
export const endSession = async (tokens: readonly (string | undefined)[]): Promise<string | null> => {
  for (const token of tokens) {
    const parsed = parse(token)
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

const endedKey = (userId: string) => ({ pk: `user#${userId}`, sk: 'ended' })

/** When all sessions of a user were last ended, in epoch seconds; 0: not within a week. */
export const sessionsEndedAt = async (userId: string): Promise<number> =>
  ((await getSessionItem(endedKey(userId)))?.at as number | undefined) ?? 0

/** It also ends the links in emails so far: someone else may read the user’s mail. */
export const noteAllEnded = async (userId: string, now: number) => {
  const at = seconds(now)
  await dynamo().send(
    new PutCommand({
      TableName: tableName('sessions'),
      Item: { ...endedKey(userId), schema: 1, at, expiresAt: at + emailedLinkDays * 86_400 },
    }),
  )
}

/** Ends every session of a user, a login that waits for its second factor, and every link that was emailed to them. */
export const endAllSessions = async (userId: string, now: number) => {
  await deleteSessionItems(userId)
  await noteAllEnded(userId, now)
}

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
      const beganAt = (item.beganAt as number | undefined) ?? 0
      return {
        id: String(item.sk).slice(familyPrefix.length),
        userAgent: (item.userAgent as string | undefined) ?? '',
        network: (item.network as string | undefined) ?? null,
        beganAt,
        /** Its last refresh, epoch seconds: one comes each quarter of an hour in which it is used. */
        usedAt: (item.rotatedAt as number | undefined) ?? beganAt,
        provedBy: (item.provedBy as Proof | undefined) ?? 'password',
      }
    })
    .sort((a, b) => b.usedAt - a.usedAt)

/** Ends the sessions that are chosen. @returns how many there were */
export const endSessions = async (userId: string, isChosen: (id: string) => boolean): Promise<number> => {
  const chosen = (await listSessions(userId, 0)).filter(({ id }) => isChosen(id))
  for (const { id } of chosen) await endFamily(userId, id)
  return chosen.length
}

// --- between password and second factor -------------------------------------------------------------------------------

const ticketKey = (userId: string, token: string) => ({ pk: `user#${userId}`, sk: `ticket#${hashOf(token)}` })

/** Says that the password was right; a second factor turns it into a session. */
export const issueTicket = async (userId: string, now: number): Promise<string> => {
  const token = `${userId}.${randomBytes(32).toString('base64url')}`
  const until = seconds(now) + proofLimits.ticket
  await dynamo().send(
    new PutCommand({
      TableName: tableName('sessions'),
      Item: { ...ticketKey(userId, token), schema: 1, until, expiresAt: until },
    }),
  )
  return token
}

/**
 * Uses up what works once, and keeps it until it expires.
 * @param condition what else must be true of the item
 * @returns false if another call has used it
 */
const useOnce = (
  key: { readonly pk: string; readonly sk: string },
  condition: string,
  names: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
) =>
  isWrittenOnce(
    'sessions',
    key,
    (by) =>
      new UpdateCommand({
        TableName: tableName('sessions'),
        Key: key,
        UpdateExpression: 'SET #by = :by, #schema = :schema',
        ConditionExpression: `${condition} AND attribute_not_exists(#by)`,
        ExpressionAttributeNames: { '#by': 'by', '#schema': 'schema', ...names },
        ExpressionAttributeValues: { ':by': by, ':schema': 1, ...values },
      }),
  )

/** Whose ticket this is, while it applies. */
export const ownerOfTicket = async (token: string | undefined, now: number): Promise<string | null> => {
  const userId = token === undefined ? null : namedIn(token)
  if (userId === null || token === undefined) return null
  const item = await getSessionItem(ticketKey(userId, token))
  return item && !item.by && (item.until as number) > seconds(now) ? userId : null
}

/** Uses a ticket up. @returns false if another call has */
export const useTicket = (userId: string, token: string): Promise<boolean> =>
  useOnce(ticketKey(userId, token), 'attribute_exists(pk)', {}, {})

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

/** Whose reset token this is, while it applies. */
export const ownerOfResetToken = async (token: string, now: number): Promise<string | null> => {
  const userId = namedIn(token)
  if (userId === null) return null
  const item = await getSessionItem(resetKey(userId))
  return item && !item.by && isSame(item.tokenHash, hashOf(token)) && (item.until as number) > seconds(now)
    ? userId
    : null
}

/** Uses a reset token up: of many at once, one succeeds. @returns whose it was, or null */
export const useResetToken = async (token: string, now: number): Promise<string | null> => {
  const userId = namedIn(token)
  if (userId === null) return null
  const isUsed = await useOnce(
    resetKey(userId),
    'tokenHash = :hash AND #until > :now',
    { '#until': 'until' },
    { ':hash': hashOf(token), ':now': seconds(now) },
  )
  return isUsed ? userId : null
}
