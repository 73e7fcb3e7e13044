import { describe, expect, it } from 'vitest'
import type { NotificationEvent } from '../../../shared/notifications/notifications.schema.ts'
import { renderDiscord } from './discord.ts'
import { renderMail } from './mail.ts'
import type { Message } from './message.ts'
import { renderPush } from './push.ts'
import { renderSlack } from './slack.ts'
import { renderTelegram } from './telegram.ts'
import { renderWebhook } from './webhook.ts'

const event = (own: Partial<NotificationEvent['data']> = {}, id = 'a'): NotificationEvent => ({
  id,
  type: 'order.placed',
  userId: 'ann',
  at: Date.UTC(2026, 10, 23, 9),
  data: {
    sentence: 'Placed: Buy 0.86 UA.D.AAPL.DAILY.IP at 22900 or better',
    mode: 'DEMO',
    market: 'NASDAQ:AAPL',
    size: '0.86',
    path: '/dashboard/logs',
    ...own,
  },
})

const message = (own: Partial<Message> = {}): Message => ({
  events: [event()],
  loud: true,
  isRepeated: false,
  origin: 'https://signals.example.com',
  zone: 'Europe/London',
  pushDetails: false,
  ...own,
})

/** Renders the message for each channel that shows text. */
const texts = (shown: Message) => ({
  mail: renderMail(shown, null).text,
  telegram: renderTelegram(shown, '1').text,
  discord: renderDiscord(shown).content,
  slack: renderSlack(shown)
    .blocks.map(({ text }) => text.text)
    .join(),
})

describe('a message with one event', () => {
  it('gives times in the reader’s time zone', () => {
    const events = [event({ sentence: 'Entries are taken again from 2026-09-07T13:41:00Z' })]
    expect(renderTelegram(message({ events }), '1').text).toContain('from 7 Sept 2026, 14:41:00 BST')
    expect(renderMail(message({ events, zone: 'America/New_York' }), null).text).toContain(
      'from 7 Sept 2026, 09:41:00 GMT-4',
    )
  })

  it('has the same text on every channel, with a link', () => {
    expect(renderTelegram(message(), '1').text).toBe(
      [
        'Order placed: NASDAQ:AAPL (DEMO)',
        'Placed: Buy 0.86 UA.D.AAPL.DAILY.IP at 22900 or better',
        '',
        'https://signals.example.com/dashboard/logs',
      ].join('\n'),
    )
    for (const text of Object.values(texts(message()))) {
      expect(text.replaceAll('\\', '')).toContain('Placed: Buy 0.86 UA.D.AAPL.DAILY.IP')
      expect(text).toContain('https://signals.example.com/dashboard/logs')
    }
    expect(renderMail(message(), null).subject).toBe('Signalpost: Order placed: NASDAQ:AAPL (DEMO)')
  })

  it('shows a pause link in its email if there is such a link', () => {
    const link = 'https://signals.example.com/auth/pause#token=one'
    for (const text of [renderMail(message(), link).text, renderMail(message(), link).html]) {
      expect(text).toContain(link)
      expect(text).toContain('To stop trading immediately')
    }
    expect(renderMail(message(), null).text).not.toContain('pause')
  })

  it('makes a sound only if `loud` is true', () => {
    const quiet = message({ loud: false })
    expect(renderTelegram(quiet, '1').disable_notification).toBe(true)
    expect(renderDiscord(quiet).flags & (1 << 12)).toBeGreaterThan(0)
    expect(renderPush(quiet).silent).toBe(true)
    expect(renderTelegram(message(), '1').disable_notification).toBe(false)
    expect(renderDiscord(message()).flags & (1 << 12)).toBe(0)
    expect(renderPush(message()).silent).toBe(false)
  })

  it('says that it may be a repeat if an earlier delivery could not be confirmed', () => {
    for (const text of Object.values(texts(message({ isRepeated: true }))))
      expect(text.replaceAll('\\', '')).toContain('couldn’t confirm its delivery')
  })

  it('shows sizes and prices on a lock screen only if its user wants that', () => {
    expect(JSON.stringify(renderPush(message()))).not.toMatch(/0\.86|22900/)
    expect(renderPush(message({ pushDetails: true })).body).toContain('0.86')
  })

  it('is sent to a webhook as JSON, without the user ID', () => {
    const body = renderWebhook(event(), 'https://signals.example.com')
    expect(body).toMatchObject({
      type: 'order.placed',
      timestamp: '2026-11-23T09:00:00.000Z',
      data: { market: 'NASDAQ:AAPL', url: 'https://signals.example.com/dashboard/logs' },
    })
    expect(JSON.stringify(body)).not.toContain('ann')
  })
})

describe('a text from outside', () => {
  const hostile = message({
    events: [
      event({
        market: 'LSE:VOD',
        sentence: '<!channel> @everyone **b** [x](https://evil) <script>\u202Eevil\u0007\nSecond line & more',
      }),
    ],
  })

  it('is shown on one line, without control characters or text-direction marks', () => {
    for (const text of Object.values(texts(hostile))) {
      expect(text).not.toMatch(/[\u202e\u0007]/)
      expect(text).not.toMatch(/^\\?Second line/m)
    }
  })

  it('is shown without mark-up, and can’t notify users with an @mention', () => {
    expect(renderDiscord(hostile)).toMatchObject({ allowed_mentions: { parse: [] } })
    expect(renderDiscord(hostile).content).toContain('\\*\\*b\\*\\* \\[x\\]\\(')
    expect(renderSlack(hostile).blocks[0]?.text.type).toBe('plain_text')
    expect(renderSlack(hostile)).toMatchObject({ mrkdwn: false })
    expect(renderTelegram(hostile, '1')).not.toHaveProperty('parse_mode')
    expect(renderMail(hostile, null).html).not.toContain('<script>')
  })
})

describe('a message with many events', () => {
  const many = message({ events: Array.from({ length: 40 }, (_, index) => event({}, `e${index}`)) })

  it('shows the number of events, the first events in full, and how many others there are', () => {
    const { text } = renderTelegram(many, '1')
    expect(text.split('\n')[0]).toBe('40 notifications: 40 × Order placed')
    expect(text).toContain('Plus 30 more in your log.')
  })

  it('fits the limit of each channel, however long its sentences are', () => {
    const long = message({
      events: Array.from({ length: 40 }, (_, index) => event({ sentence: '*'.repeat(3_000) }, `e${index}`)),
    })
    expect(renderTelegram(long, '1').text.length).toBeLessThanOrEqual(4_096)
    expect(renderDiscord(long).content.length).toBeLessThanOrEqual(2_000)
    expect(renderSlack(long).blocks[0]?.text.text.length).toBeLessThanOrEqual(3_000)
    expect(JSON.stringify(renderPush({ ...long, pushDetails: true })).length).toBeLessThan(3_500)
    expect(renderDiscord(long).content).toContain('https://signals.example.com/')
  })
})
