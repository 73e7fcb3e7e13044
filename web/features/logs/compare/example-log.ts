export const ownSecret = 'Kq8_zrV4nT-7wLmXc2Bd'

/** Returns an alert’s message with one field per line, as Help shows it. */
export const messageText = (own: Readonly<Record<string, string>>) =>
  JSON.stringify(
    {
      secret: ownSecret,
      market: 'LSE:VOD',
      action: 'buy',
      price: '72.4',
      time: '2026-01-05T15:00:00Z',
      ...own,
    },
    null,
    2,
  )

export type ExampleRow = {
  readonly at: string
  readonly message: string
  readonly id?: string
  readonly ticker?: string
  readonly name?: string
  readonly status?: string
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Returns an export of TradingView’s alert log.
 * @param isOlder whether to leave out the webhook status, as older exports do
 */
export const logFile = (rows: readonly ExampleRow[], { isOlder = false } = {}) =>
  [
    ['Alert ID', 'Ticker', 'Name', 'Description', 'Time', ...(isOlder ? [] : ['Webhook status'])],
    ...rows.map(
      ({ at, message, id = '1001', ticker = 'LSE:VOD, 1m', name = 'VOD', status = 'delivered' }) => [
        ...[id, ticker, name, message, at],
        ...(isOlder ? [] : [status]),
      ],
    ),
  ]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('')
