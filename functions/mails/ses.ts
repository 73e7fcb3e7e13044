import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { env } from '../../shared/platform/env.ts'
import { requireEnv } from '../aws/env.ts'
import type { Email } from './letter.ts'
import { awsTimeouts } from '../aws/timeouts.ts'
import { withinCall } from '../aws/within-call.ts'

let client: SESv2Client | undefined

const content = (Data: string) => ({ Data, Charset: 'UTF-8' })

/** @param letter the email; `html` may be missing if plain text is enough */
export const sendMail = async (to: string, { subject, text, html }: Omit<Email, 'html'> & Partial<Email>) => {
  client ??= withinCall(new SESv2Client({ maxAttempts: 2, requestHandler: awsTimeouts(5_000) }))
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: requireEnv(env.mailFrom),
      ConfigurationSetName: requireEnv(env.mailConfigurationSet),
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: content(subject),
          Body: { Text: content(text), ...(html ? { Html: content(html) } : {}) },
        },
      },
    }),
  )
}
