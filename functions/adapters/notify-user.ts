import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { env } from '../../shared/env.ts'
import { requireEnv } from '../lib/env.ts'
import { describeError, log } from '../lib/log.ts'
import { getUser } from '../stores/users.ts'
import type { Notice } from '../trading/ports.ts'

let client: SESv2Client | undefined

/** Mails a user. What cannot be mailed is logged for the operator: mail never stands in the way of a trade. */
export const notifyUser = async ({ userId, subject, text }: Notice): Promise<void> => {
  try {
    const user = await getUser(userId)
    if (!user) return
    client ??= new SESv2Client({ maxAttempts: 2 })
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: requireEnv(env.mailFrom),
        Destination: { ToAddresses: [user.email] },
        Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: text } } } },
      }),
    )
  } catch (error) {
    log('error', 'a notice could not be mailed', { userId, subject, error: describeError(error) })
  }
}
