import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type {
  NotificationChannel,
  NotificationSettings,
} from '../../shared/notifications/notifications.schema.ts'
import { someNotifications } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, refuse, requestsTo } from '../testing/server.ts'

const channel = (id: string, own: Partial<NotificationChannel> = {}): NotificationChannel => ({
  id,
  kind: id as NotificationChannel['kind'],
  address: 'ann@example.com',
  offReason: null,
  lastDeliveredAt: '2026-11-23T09:00:00.000Z',
  lastError: null,
  waiting: { summary: 0, quietHours: 0, retry: 0 },
  repeated: 0,
  dropped: 0,
  ...own,
})

const shown = (own: Partial<NotificationSettings> = {}) => {
  signIn()
  answer('getNotices', someNotifications(own))
  return open('/dashboard/notifications')
}

describe('the notification channels', () => {
  it('show their state, their last error and the number of waiting messages', async () => {
    shown({
      channels: [
        channel('mail'),
        channel('slack', {
          address: 'hooks.slack.com ••••',
          offReason: 'the server returned 404',
          lastError: { at: '2026-11-23T09:01:00.000Z', text: 'the server returned 404' },
          waiting: { summary: 83, quietHours: 0, retry: 2 },
          repeated: 1,
          dropped: 3,
        }),
      ],
    })
    const row = within((await screen.findByText('hooks.slack.com ••••')).closest('li') as HTMLElement)
    for (const words of [
      'Off',
      'Turned off: the server returned 404',
      /^Last error, .*: the server returned 404$/,
      '83 waiting for the daily summary',
      '2 waiting for the next attempt',
      /^1 sent again/,
      '3 not delivered',
    ])
      expect(row.getByText(words)).toBeVisible()
    expect(row.queryByText(/quiet hours/)).toBeNull()
    expect(screen.queryByRole('button', { name: /Disconnect Mail/ })).toBeNull()
  })

  it('can be tested and disconnected', async () => {
    const { user } = shown({ channels: [channel('mail'), channel('discord', { address: 'discord.com' })] })
    answer('testChannel', { message: 'Test notification on its way' })
    answer('removeChannel', { message: 'Discord disconnected' })
    await user.click(await screen.findByRole('button', { name: 'Send a test to Discord (discord.com)' }))
    expect(await screen.findByText('Test notification on its way')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Disconnect Discord (discord.com)' }))
    expect(await screen.findByText('Discord disconnected')).toBeVisible()
    expect(requestsTo('removeChannel')).toHaveLength(1)
  })

  it('show the signing secret of a new webhook', async () => {
    const { user } = shown({
      channels: [channel('mail'), channel('webhook', { address: 'example.com ••••' })],
    })
    answer('connectChannel', { id: 'webhook', secret: 'whsec_abc' })
    await user.type(await screen.findByLabelText('Your own webhook'), 'https://hooks.example.com/in')
    await user.click(screen.getByRole('button', { name: 'Replace Your own webhook' }))
    expect(await screen.findByLabelText('Signing secret')).toHaveValue('whsec_abc')
    expect(screen.getByLabelText('Your own webhook')).toHaveValue('')
  })

  it('show the reason if a channel can’t be connected', async () => {
    const { user } = shown()
    refuse('connectChannel', 'INVALID_REQUEST', 'It must begin with https://')
    await user.type(await screen.findByLabelText('Slack webhook'), 'http://127.0.0.1/')
    await user.click(screen.getByRole('button', { name: 'Connect Slack webhook' }))
    expect(await screen.findByText(/It must begin with https:\/\//)).toBeVisible()
  })

  it('show an error if the browser doesn’t support push notifications', async () => {
    const { user } = shown()
    await user.click(await screen.findByRole('button', { name: 'Turn on push for this device' }))
    expect(
      await screen.findByText('Push notifications aren’t available in this browser or window'),
    ).toBeVisible()
  })
})

describe('Telegram', () => {
  it('is connected with a code', async () => {
    const { user } = shown()
    answer('linkTelegram', {
      code: 'Code-1',
      bot: 'a_bot',
      url: 'https://t.me/a_bot?start=Code-1',
      until: '2026-11-23T09:10:00.000Z',
    })
    await user.click(await screen.findByRole('button', { name: 'Connect Telegram' }))
    expect(await screen.findByDisplayValue('Code-1')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open Telegram' })).toHaveAttribute(
      'href',
      'https://t.me/a_bot?start=Code-1',
    )
  })

  it('is connected only after the user has confirmed that the chat is theirs', async () => {
    const { user } = shown({ telegramPending: { chat: '@dana' } })
    answer('confirmTelegram', { message: 'Notifications will be sent to @dana' })
    await user.click(await screen.findByRole('button', { name: 'Connect @dana' }))
    expect(await screen.findByText('Notifications will be sent to @dana')).toBeVisible()
  })

  it('is hidden if Signalpost has no Telegram bot', async () => {
    shown({ offersTelegram: false })
    expect(await screen.findByText('What we send')).toBeVisible()
    expect(screen.queryByText('Telegram')).toBeNull()
  })
})

describe('the notification settings', () => {
  it('set the level for each event and channel, the quiet hours and the time of the summary', async () => {
    const { user } = shown({ channels: [channel('mail'), channel('slack', { address: 'hooks.slack.com' })] })
    answer('saveNotices', { message: 'Notification settings saved' })
    const refused = 'Alert refused by your rules: Slack'
    await user.click(await screen.findByRole('radio', { name: 'Slack' }))
    await user.click(screen.getByText('Choose one by one'))
    expect(await screen.findByLabelText(refused)).toHaveValue('summary')
    await user.selectOptions(screen.getByLabelText(refused), 'off')
    await user.click(screen.getByRole('switch', { name: 'Quiet hours' }))
    await user.click(screen.getByRole('button', { name: 'Save notification settings' }))
    expect(await screen.findByText('Notification settings saved')).toBeVisible()
    await waitFor(() =>
      expect(requestsTo('saveNotices')[0]).toMatchObject({
        levels: { 'alert.refused': { slack: 'off' } },
        quietHours: { from: '22:00', to: '07:00' },
        summaryAt: '21:30',
      }),
    )
  })

  it.each([
    ['Quiet', { 'order.placed': { mail: 'summary' } }],
    ['Everything', { 'alert.refused': { mail: 'quiet' } }],
  ])('set all levels with the preset “%s”', async (preset, levels) => {
    const { user } = shown({ channels: [channel('mail')] })
    answer('saveNotices', { message: 'Notification settings saved' })
    expect(await screen.findByRole('radio', { name: 'Normal' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: preset }))
    await user.click(screen.getByRole('button', { name: 'Save notification settings' }))
    await waitFor(() => expect(requestsTo('saveNotices')[0]).toMatchObject({ levels }))
    expect(requestsTo('saveNotices')[0]?.levels['order.review']).toEqual({})
    await user.click(screen.getByRole('radio', { name: 'Normal' }))
    await user.click(screen.getByText('Choose one by one'))
    await user.selectOptions(screen.getByLabelText('Order placed: Email'), 'off')
    expect(screen.getByRole('radio', { name: 'Own choice' })).toBeChecked()
  })

  it('always include account notifications by email', async () => {
    const { user } = shown()
    await user.click(await screen.findByText('Choose one by one'))
    expect(await screen.findByText('Always')).toBeVisible()
  })
})
