import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createHmac, randomBytes } from 'node:crypto'
import type { Proof } from '../../shared/accounts/second-factor.schema.ts'
import { hashOf, isSame } from '../aws/hashed-token.ts'
import { deriveKeys } from '../aws/root-secret.ts'
import { conditionally, dynamo, tableName } from '../aws/table.ts'
import {
  endFamily,
  familyKey,
  getSessionItem,
  parseSessionToken,
  seconds,
  sessionLimits,
} from './session-store.ts'

/** The tokens of a browser session. Each contains the user ID, the session family and 256 secret bits. */
export type Tokens = { readonly access: string; readonly refresh: string }

export type SessionStart = {
  readonly provedBy: Proof
  /** When the user proved their identity, in epoch seconds. Default: now. */
  readonly provedAt?: number | undefined
  readonly userAgent?: string | undefined
  /** The network of the client's address, e.g. 203.0.113.0/24. The full address is not stored. */
  readonly network?: string | undefined
}

/** Maximum characters of a stored User-Agent. */
const longestUserAgent = 300

/** Starts a session family: one login with any number of tabs. */
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

/**
 * Rotates a refresh token. The new tokens are derived from the old token with a key of ours, so tabs that refresh at
 * the same time get the same tokens. If a token is used again after the grace time, the whole family ends, because
 * someone has a copy.
 */
export const rotateSession = async (
  token: string | undefined,
  now: number,
): Promise<
  { readonly tokens: Tokens } | { readonly refused: 'unknown' | 'reused'; readonly userId: string | null }
> => {
  const parsed = parseSessionToken(token)
  if (!parsed) return { refused: 'unknown', userId: null }
  const key = familyKey(parsed.userId, parsed.family)
  const item = await getSessionItem(key)
  if (!item || (item.expiresAt as number) <= seconds(now)) return { refused: 'unknown', userId: null }
  const endsAt = (item.beganAt as number) + sessionLimits.absolute
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
          'SET refreshHash = :refresh, previousHash = :presented, rotatedAt = :now, accessHash = :access, accessUntil = :until, expiresAt = :expires',
        ConditionExpression: 'refreshHash = :presented',
        ExpressionAttributeValues: {
          ':refresh': hashOf(tokens.refresh),
          ':presented': presented,
          ':now': seconds(now),
          ':access': hashOf(tokens.access),
          ':until': Math.min(seconds(now) + sessionLimits.access, endsAt),
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
  { token, userId, family }: NonNullable<ReturnType<typeof parseSessionToken>>,
  key: Buffer,
): Tokens => {
  const refresh = `${userId}.${family}.${derived('refresh', token, key)}`
  return { refresh, access: accessFor(refresh, key) }
}

const accessFor = (refresh: string, key: Buffer) => {
  const [userId, family] = refresh.split('.')
  return `${userId}.${family}.${derived('access', refresh, key)}`
}
