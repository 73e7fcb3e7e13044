import { randomBytes } from 'node:crypto'
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo, isWritten, tableName } from '../aws/table.ts'
import { readSignedToken, signedLink, type SignedToken } from './signed-link.ts'

/**
 * Creates a link that pauses trading without a login. It works only once and does nothing else. Only its use is stored,
 * not the link itself.
 */
export const pauseLink = (userId: string, now: number): Promise<string> =>
  signedLink('pause-link', userId, randomBytes(12).toString('base64url'), now)

/** @returns null if the link is not ours or has expired */
export const readPauseToken = (token: string, now: number): Promise<SignedToken | null> =>
  readSignedToken('pause-link', token, now)

const keyOf = ({ what }: SignedToken) => ({ pk: `pause-link#${what}`, sk: 'used' })

/** @returns false if the link was already used */
export const usePauseLink = (token: SignedToken): Promise<boolean> =>
  isWritten(
    new PutCommand({
      TableName: tableName('sessions'),
      Item: { ...keyOf(token), schema: 1, expiresAt: Math.ceil(token.until / 1_000) },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  )

/** Makes a link usable again if its pause failed. */
export const giveBackPauseLink = async (token: SignedToken) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('sessions'), Key: keyOf(token) }))
}

/** The paragraphs of an email that explain the pause link. */
export const pauseParagraphs = (link: string) => [
  'To stop trading immediately:',
  { link, label: 'Pause my trading' },
  'The link only pauses your trading. It works once and expires after 7 days.',
]
