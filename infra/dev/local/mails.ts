import startSes from 'aws-ses-v2-local'
import { close } from '../servers.ts'
import { type Outages, putBefore, refuse } from './outages.ts'

export type Mail = {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly at: string
}

type StoredMail = {
  readonly destination: { readonly to: readonly string[] }
  readonly subject: string
  readonly body: { readonly text?: string; readonly html?: string }
  readonly at: number
}

/** Starts an SES emulator (aws-ses-v2-local) with an inbox in memory. */
export const startMails = async (port: number, outages: Outages = new Set()) => {
  // The package is CommonJS, so under ESM the function is the default of the default export.
  const start = (startSes as unknown as { default?: typeof startSes }).default ?? startSes
  const server = await start({ host: '127.0.0.1', port })
  putBefore(server, (handle) => (request, response) => {
    if (outages.has('mails') && request.method === 'POST')
      refuse(response, 'SendingPausedException', 'Email sending is disabled for this account')
    else handle(request, response)
  })
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    list: async (): Promise<Mail[]> => {
      const { emails } = (await (await fetch(`${endpoint}/store`)).json()) as { emails: StoredMail[] }
      return emails.map(({ destination, subject, body, at }) => ({
        to: destination.to,
        subject,
        text: body.text ?? '',
        html: body.html ?? '',
        at: new Date(at * 1000).toISOString(),
      }))
    },
    stop: () => close(server),
  }
}
