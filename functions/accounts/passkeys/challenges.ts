import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { proofLimits } from '../../../shared/accounts/second-factor.schema.ts'
import { hashOf } from '../../aws/hashed-token.ts'
import { dynamo, isWritten, tableName } from '../../aws/table.ts'

/** The ID of the user who adds a passkey; null if the challenge is for a login with any passkey. */
type Purpose = string | null

const forAnyPasskey = 'any'

const keyOf = (challenge: string) => ({ pk: `challenge#${hashOf(challenge)}`, sk: 'challenge' })

/** @param challenge base64url, as the browser returns it */
export const keepChallenge = async (challenge: string, forNew: Purpose, now: number) => {
  const until = Math.floor(now / 1000) + proofLimits.challenge
  await dynamo().send(
    new PutCommand({
      TableName: tableName('sessions'),
      Item: { ...keyOf(challenge), schema: 1, forNew: forNew ?? forAnyPasskey, until, expiresAt: until },
    }),
  )
}

/** Uses up a challenge before the response to it is processed. Of several simultaneous calls, only one succeeds. */
export const useChallenge = (challenge: string, forNew: Purpose, now: number): Promise<boolean> =>
  isWritten(
    new DeleteCommand({
      TableName: tableName('sessions'),
      Key: keyOf(challenge),
      ConditionExpression: 'forNew = :purpose AND #until > :now',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':purpose': forNew ?? forAnyPasskey, ':now': Math.floor(now / 1000) },
    }),
  )
