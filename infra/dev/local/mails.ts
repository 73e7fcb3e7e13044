import startSes from 'aws-ses-v2-local'

/** What an email looks like at GET /_local/mails. */
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

/** SES with an inbox: aws-ses-v2-local, in memory. */
export const startMails = async (port: number) => {
  // Published as CommonJS: under ESM the function is the default of the default.
  const start = (startSes as unknown as { default?: typeof startSes }).default ?? startSes
  const server = await start({ host: '127.0.0.1', port })
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
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
