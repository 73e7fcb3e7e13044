import { describe, expect, it } from 'vitest'
import { NotAlertLog, readAlertLog } from './alert-log.ts'
import { logFile, messageText, ownSecret as secret } from './example-log.ts'

const problemOf = (text: string) =>
  readAlertLog(text, secret).then(
    () => 'read',
    (error: unknown) => (error instanceof NotAlertLog ? error.message : String(error)),
  )

const vod = messageText({ action: 'buy', market: 'LSE:VOD', strategy: 'Mean reversion' })

describe('readAlertLog', () => {
  it('reads the current export and an older export without the webhook status', async () => {
    const rows = [
      { at: '2026-01-05T15:00:00Z', status: 'Webhook successfully delivered' },
      { at: '2026-01-05T15:01:00Z', status: 'Webhook delivery failed' },
      { at: '2026-01-05T15:02:00Z', status: 'Request timed out' },
      { at: '2026-01-05T15:03:00.5Z', status: '' },
      { at: '2026-01-05 15:04:00', status: 'Pending' },
    ].map((row) => ({ ...row, message: vod, ticker: 'LSE:VOD, 15m', name: 'VOD long' }))
    const newer = await readAlertLog(logFile(rows), secret)
    expect(newer.broken).toEqual([])
    expect(newer.demoSecret).toBe(1)
    expect(newer.messages[0]).toEqual({
      line: 2,
      at: Date.parse('2026-01-05T15:00:00Z'),
      source: 1,
      name: 'VOD long',
      ticker: 'LSE:VOD',
      delivery: 'delivered',
      secret: 1,
      alert: expect.objectContaining({ action: 'BUY', market: 'LSE:VOD', strategy: 'Mean reversion' }),
      problems: {},
    })
    expect(newer.messages.map(({ delivery }) => delivery)).toEqual([
      ...['delivered', 'failed', 'timed out', 'no webhook', 'not said'],
    ])
    const older = await readAlertLog(logFile(rows, { isOlder: true }), secret)
    expect(older.messages).toEqual(newer.messages.map((message) => ({ ...message, delivery: 'not said' })))
    expect(older.messages.map(({ at }) => new Date(at).toISOString().slice(14, 21))).toEqual([
      ...['00:00.0', '01:00.0', '02:00.0', '03:00.5', '04:00.0'],
    ])
  })

  it('names the line of an invalid row and reads the other rows', async () => {
    const text = logFile([
      { at: '2026-01-05T15:00:00Z', message: '{\n"a": 1\n}' },
      { at: 'yesterday', message: vod },
      { at: '2026-01-05T15:00:00Z', message: '' },
      { at: '2026-01-05T15:00:00Z', message: vod },
    ])
    const { messages, broken } = await readAlertLog(`${text}1,LSE:VOD,a\r\n`, secret)
    expect(messages).toHaveLength(2)
    const height = vod.split('\n').length
    expect(broken).toEqual([
      { line: 5, problem: 'its time can’t be read. TradingView writes 2026-01-05T15:00:00Z' },
      { line: 5 + height, problem: 'it has no message' },
      { line: 6 + 2 * height, problem: 'it has 3 cells, but the first row has 6' },
    ])
  })

  it('names the line of a row with unmatched quotation marks', async () => {
    const text = logFile([{ at: '2026-01-05T15:00:00Z', message: '{\n}' }])
    expect(await problemOf(`${text}1,LSE:VOD,a,say "hi",2026-01-05T15:00:00Z,\r\n`)).toBe(
      'The row that begins in line 4 can’t be read: its quotation marks don’t match. Export the log again, or correct this line',
    )
  })

  it.each([
    ['PK\u0003\u0004', 'This is an Excel workbook. Save it as CSV UTF-8 and upload that file'],
    ['<!doctype html><p>', 'This is a web page, not a CSV file. Download the file itself'],
    ['{"alerts": []}', 'This is JSON, not a CSV file'],
    [
      'Trade #,Type,Signal,Date/Time,Price,Contracts,Profit,Cum. Profit,Run-up,Drawdown\n1,Exit,x,,1,1,1,1,1,1\n',
      'This is TradingView’s list of trades',
    ],
    ['Market and Symbol,IG EPIC\nLSE:VOD,KA.D.VOD.DAILY.IP\n', 'This is an instrument list'],
    ['a,b\n1,2\n', 'This is not TradingView’s alert log'],
    ['', 'This is not TradingView’s alert log'],
    [
      'Alert ID,Ticker,Name,Description,Webhook status\n1,2,3,4,5\n',
      'The alert log lacks the column Time. Export TradingView’s alert log as CSV again',
    ],
    ['Alert ID,Ticker,Name,Description,Time\n', 'The alert log has no rows'],
  ])('rejects a file that is not a complete alert log: %j', async (text, words) => {
    expect(await problemOf(text)).toContain(words)
  })

  it.each([
    ['a readable message', messageText({})],
    ['a line', `2026-01-05T15:00:00Z ${secret} LSE:VOD SELL 88.42`],
    ['JSON with a wrong action', messageText({ action: 'UP' })],
    ['smart quotes', messageText({}).replaceAll('"', '“')],
    ['JSON encoded twice', JSON.stringify(messageText({}))],
    ['a form', `secret=${secret}&market=LSE:VOD`],
    ['a market that is the secret', messageText({ market: `LSE:${secret}` })],
    ['a strategy that is the secret', messageText({ strategy: secret })],
    ['a comment that contains the secret', messageText({ comment: `x${secret}y` })],
    ['a nested alert', JSON.stringify({ [secret]: { secret, market: secret } })],
    ['a text', `My secret is ${secret}!`],
  ])('keeps neither the secret nor the text of %s', async (_name, message) => {
    const read = await readAlertLog(
      logFile([
        {
          at: '2026-01-05T15:00:00Z',
          message,
          id: secret,
          ticker: secret,
          name: `Alert:${secret}, of ${secret}`,
        },
      ]),
      'another-secret-of-the-user',
    )
    expect(read.messages).toHaveLength(1)
    expect(read.messages[0]?.name).toMatch(/^••••,? of ••••$|^Alert:••••, of ••••$/)
    const kept = JSON.stringify(read)
    for (let place = 0; place + 8 <= secret.length; place += 1)
      expect(kept).not.toContain(secret.slice(place, place + 8))
  })

  it('reads 50,000 rows without blocking other work', async () => {
    const text = logFile(
      Array.from({ length: 50_000 }, (_, place) => ({
        at: new Date(Date.UTC(2026, 0, 5) + place * 20_000).toISOString(),
        message: messageText({ id: `n${place}` }),
      })),
    )
    let turns = 0
    const timer = setInterval(() => (turns += 1))
    const { messages } = await readAlertLog(text, secret)
    clearInterval(timer)
    expect(messages).toHaveLength(50_000)
    expect(messages.at(-1)?.line).toBe(2 + 49_999 * messageText({ id: 'n' }).split('\n').length)
    expect(turns).toBeGreaterThan(5)
  })
})
