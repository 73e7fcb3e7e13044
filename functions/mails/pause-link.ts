import { createHmac, randomBytes } from 'node:crypto'
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { env } from '../../shared/platform/env.ts'
import { isSame } from '../aws/hashed-token.ts'
import { requireEnv } from '../aws/env.ts'
import { deriveKey } from '../aws/root-secret.ts'
import { dynamo, isWritten, tableName } from '../aws/table.ts'

/** Seconds for which a link holds. */
const life = 7 * 86_400

/**
 * The link in an email that pauses trading, for someone who reads their mail and is not logged in: it pauses, once, and does
 * nothing else. Signed instead of kept: an email writes nothing, only a link that was used is noted.
 */
export const pauseLink = async (userId: string, now: number): Promise<string> => {
  const claim = [userId, randomBytes(12).toString('base64url'), Math.floor(now / 1000) + life].join('.')
  // Behind `#`: it is in no access log, and what checks links in emails calls nothing.
  return `${requireEnv(env.siteOrigin)}/auth/pause#token=${claim}.${await signatureOf(claim)}`
}

const signatureOf = async (claim: string) =>
  createHmac('sha256', await deriveKey('pause-link'))
    .update(claim)
    .digest('base64url')

/** Times in epoch seconds. */
export type PauseToken = {
  readonly userId: string
  readonly id: string
  readonly until: number
  readonly emailedAt: number
}

/** @returns null if it is none of ours or has expired */
export const readPauseToken = async (token: string, now: number): Promise<PauseToken | null> => {
  const [, claim, userId, id, until, signature] =
    /^(([\w-]{1,64})\.([\w-]{16})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? []
  if (!claim || !userId || !id || !isSame(signature, await signatureOf(claim))) return null
  const emailedAt = Number(until) - life
  return Number(until) > now / 1000 ? { userId, id, until: Number(until), emailedAt } : null
}

const keyOf = ({ id }: PauseToken) => ({ pk: `pause-link#${id}`, sk: 'used' })

/** @returns false if it was used before */
export const usePauseLink = (token: PauseToken): Promise<boolean> =>
  isWritten(
    new PutCommand({
      TableName: tableName('sessions'),
      Item: { ...keyOf(token), schema: 1, expiresAt: token.until },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  )

/** It could not do its work, and may be used again. */
export const giveBackPauseLink = async (token: PauseToken) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('sessions'), Key: keyOf(token) }))
}

/** What an email says with the link. */
export const pauseParagraphs = (link: string) => [
  'To stop trading immediately:',
  { link, label: 'Pause my trading' },
  'The link only pauses your trading. It works once and expires after 7 days.',
]
