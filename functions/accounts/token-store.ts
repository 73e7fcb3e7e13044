import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createHash, randomBytes } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { ApiToken, NewToken } from '../../shared/tokens/api-token.schema.ts'
import { tokenLimits, type TokenScope } from '../../shared/tokens/token-limits.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { hashOf, isSame } from '../aws/hashed-token.ts'
import { takeLease } from '../aws/lease.ts'
import { endedAtOf, endedKey, sessionItemsOf, sessionsEndedAt } from './session-store.ts'
import { batchGet, conditionally, dynamo, tableName } from '../aws/table.ts'

/**
 * The form of a token: `sp_{user}.{id}.{secret}{checksum}`. User and ID form the item's key. The item stores only a
 * hash of the token.
 */
const tokenShape = /^(sp_([\w-]{1,64})\.([\w-]{12})\.[\w-]{43})([\w-]{6})$/

/**
 * The checksum shows that a token is truncated or mistyped rather than expired. It also lets secret scanners recognise
 * a token.
 */
const checksumOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 6)

const parse = (token: string) => {
  const [, text = '', userId = '', id = '', checksum = ''] = tokenShape.exec(token) ?? []
  return text && checksumOf(text) === checksum ? { userId, id } : null
}

/**
 * The prefix of a token's sort key. Tokens are stored beside their user's sessions, so ending every session also ends
 * every token. Token usage is counted in another table, so a Lambda that serves calls needs no write access to
 * sessions.
 */
const prefix = 'token#'
const keyOf = (userId: string, id: string) => ({ pk: `user#${userId}`, sk: `${prefix}${id}` })
const seconds = (now: number) => Math.floor(now / 1000)

/** A token that is neither revoked nor expired. Times in epoch seconds. */
export type LiveToken = {
  readonly userId: string
  readonly id: string
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly addresses: readonly string[]
  readonly since: number
  readonly until: number
}

const tokenFrom = (userId: string, item: Record<string, unknown>): LiveToken => ({
  userId,
  id: String(item.sk).slice(prefix.length),
  name: item.name as string,
  scopes: item.scopes as readonly TokenScope[],
  addresses: item.addresses as readonly string[],
  since: item.since as number,
  until: item.until as number,
})

type Item = Readonly<Record<string, unknown>>

const isToken = ({ sk }: Item) => String(sk).startsWith(prefix)

/**
 * Whether this token was created after all sessions were last ended. The token stores the last such end before its
 * creation, so no clocks of two machines are compared.
 */
const isMadeSince = (item: Item, endedAt: number): boolean => (item.endedBefore as number) >= endedAt

const liveTokensOf = async (userId: string, now: number): Promise<readonly LiveToken[]> => {
  const items = await sessionItemsOf(userId)
  const endedAt = endedAtOf(items.find(({ sk }) => sk === endedKey(userId).sk))
  return items
    .filter((item) => isToken(item) && isMadeSince(item, endedAt))
    .map((item) => tokenFrom(userId, item))
    .filter(({ until }) => until > seconds(now))
}

type MadeToken = { readonly id: string; readonly token: string; readonly until: number }

const makingKey = (userId: string) => ({ pk: `api-token-making#${userId}` })
/** How long the lock lasts, in milliseconds: longer than any Lambda of the API runs. */
const longestMakingMs = 35_000

/**
 * Creates a token under a lock per user, so simultaneous calls cannot exceed the maximum number of tokens.
 * @returns the token, which is shown only once, and its expiry (epoch seconds); null if the user has the maximum number
 * @throws VisibleError TRY_AGAIN while another call creates a token
 */
export const makeToken = async (userId: string, fields: NewToken, now: number): Promise<MadeToken | null> => {
  const holder = randomBytes(9).toString('base64url')
  const key = makingKey(userId)
  const milliseconds = longestMakingMs
  const expiresAt = seconds(now) + 3_600
  if (!(await takeLease({ table: 'throttles', key, holder, now, milliseconds, expiresAt })))
    throw new VisibleError('TRY_AGAIN', 'Another token is being created. Try again')
  try {
    const isFull = (await liveTokensOf(userId, now)).length >= tokenLimits.perUser
    return isFull ? null : await writeToken(userId, fields, now)
  } finally {
    await dynamo().send(new DeleteCommand({ TableName: tableName('throttles'), Key: key }))
  }
}

const writeToken = async (
  userId: string,
  { name, scopes, days, addresses = [] }: NewToken,
  now: number,
): Promise<MadeToken> => {
  const endedBefore = await sessionsEndedAt(userId)
  const id = randomBytes(9).toString('base64url')
  const text = `sp_${userId}.${id}.${randomBytes(32).toString('base64url')}`
  const token = `${text}${checksumOf(text)}`
  const until = seconds(now) + days * 86_400
  await dynamo().send(
    new PutCommand({
      TableName: tableName('sessions'),
      Item: {
        ...keyOf(userId, id),
        schema: 1,
        tokenHash: hashOf(token),
        name,
        scopes: [...new Set(scopes)],
        addresses,
        since: seconds(now),
        endedBefore,
        until,
        expiresAt: until,
      },
    }),
  )
  return { id, token, until }
}

/**
 * Deletes a token.
 * @returns the token's name; null if the user has no token with this ID
 */
export const endToken = async (userId: string, id: string): Promise<string | null> => {
  const { Attributes } = await dynamo().send(
    new DeleteCommand({ TableName: tableName('sessions'), Key: keyOf(userId, id), ReturnValues: 'ALL_OLD' }),
  )
  return (Attributes?.name as string | undefined) ?? null
}

/**
 * Deletes all tokens of a user.
 * @returns the number of deleted tokens that were still usable
 */
export const endTokens = async (userId: string, now: number): Promise<number> => {
  const live = await liveTokensOf(userId, now)
  for (const { id } of live) await endToken(userId, id)
  return live.length
}

/**
 * Finds the presented token. The result is null if the token is unknown, revoked or expired, or if all sessions were
 * ended since it was created. The read is strongly consistent, so a revoked token stops working at once.
 */
export const findToken = async (presented: string, now: number): Promise<LiveToken | null> => {
  const parsed = parse(presented)
  if (!parsed) return null
  const keys = [keyOf(parsed.userId, parsed.id), endedKey(parsed.userId)]
  const items = (await batchGet({ sessions: keys })).get('sessions') ?? []
  const item = items.find(isToken)
  if (!item || !isSame(item.tokenHash, hashOf(presented))) return null
  if (!isMadeSince(item, endedAtOf(items.find((each) => each !== item)))) return null
  const token = tokenFrom(parsed.userId, item)
  return token.until > seconds(now) ? token : null
}

/**
 * Whether a token may be used from `address`.
 * @param addresses the addresses and networks from which the token may be used; empty means any address
 */
export const mayComeFrom = (addresses: readonly string[], address: string): boolean => {
  if (addresses.length === 0) return true
  const allowed = new BlockList()
  for (const each of addresses) {
    const [net = '', bits] = each.split('/')
    const family = isIPv6(net) ? 'ipv6' : 'ipv4'
    if (bits === undefined) allowed.addAddress(net, family)
    else allowed.addSubnet(net, Number(bits), family)
  }
  return allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

// --- token usage -----------------------------------------------------------------------------------------------------

const usageKey = (id: string) => ({ pk: `api-token#${id}` })

/**
 * Counts a call for the current minute and in total.
 * @returns the number of this token's calls so far; null if the calls of this minute are used up, in which case this
 * call is not counted
 */
export const countCall = async ({ id, until }: LiveToken, now: number): Promise<number | null> => {
  const minute = Math.floor(now / 60_000)
  const count = (isFirst: boolean) =>
    conditionally(
      new UpdateCommand({
        TableName: tableName('throttles'),
        Key: usageKey(id),
        UpdateExpression: isFirst
          ? 'SET #schema = :schema, lastAt = :now, expiresAt = :expires, #minute = :minute, inMinute = :one ADD calls :one'
          : 'SET #schema = :schema, lastAt = :now, expiresAt = :expires ADD calls :one, inMinute :one',
        ConditionExpression: isFirst
          ? 'attribute_not_exists(#minute) OR #minute < :minute'
          : '#minute >= :minute AND inMinute < :most',
        ExpressionAttributeNames: { '#schema': 'schema', '#minute': 'minute' },
        ExpressionAttributeValues: {
          ':schema': 1,
          ':now': seconds(now),
          ':expires': until,
          ':minute': minute,
          ':one': 1,
          ...(isFirst ? {} : { ':most': tokenLimits.callsPerMinute }),
        },
        ReturnValues: 'ALL_NEW',
      }),
    )
  // After the first write, another call may have started the count of this minute.
  const written = (await count(false)) ?? (await count(true)) ?? (await count(false))
  return written ? (written.Attributes?.calls as number) : null
}

const instant = (at: number) => new Date(at * 1000).toISOString()

/** Lists unexpired tokens, newest first, with their usage. */
export const listTokens = async (userId: string, now: number): Promise<ApiToken[]> => {
  const tokens = await liveTokensOf(userId, now)
  const usages = await batchGet({ throttles: tokens.map(({ id }) => usageKey(id)) })
  const used = new Map(usages.get('throttles')?.map((item) => [item.pk as string, item]))
  return [...tokens]
    .sort((one, other) => other.since - one.since)
    .map(({ id, name, scopes, addresses, since, until }) => {
      const usage = used.get(usageKey(id).pk)
      return {
        id,
        name,
        scopes: [...scopes],
        addresses: [...addresses],
        since: instant(since),
        until: instant(until),
        lastUsedAt: usage ? instant(usage.lastAt as number) : null,
        calls: (usage?.calls as number | undefined) ?? 0,
      }
    })
}
