import * as z from 'zod/mini'
import {
  ChannelConnected,
  ChannelNamed,
  NotificationPreferences,
  NotificationSettings,
} from '../notifications/notifications.schema.ts'
import { type Endpoint, Nothing, Done } from './endpoint.ts'

export const notifications = {
  getNotices: {
    method: 'GET',
    path: '/notices',
    access: 'user',
    summary: 'Returns notification settings and the state of each channel',
    request: Nothing,
    response: NotificationSettings,
  },

  saveNotices: {
    method: 'PUT',
    path: '/notices',
    access: 'user',
    summary: 'Sets notification levels, quiet hours and the daily summary',
    request: NotificationPreferences,
    response: Done,
  },

  connectChannel: {
    method: 'POST',
    path: '/notices/channels',
    access: 'user',
    stepUp: 'always',
    summary: 'Connects Discord, Slack, your own webhook, or this browser’s push',
    request: ChannelConnected,
    // `secret` signs a new webhook’s calls, and is shown once.
    response: z.object({ id: z.string(), secret: z.nullable(z.string()) }),
    refusals: ['NOT_FOUND', 'TRY_AGAIN'],
  },

  removeChannel: {
    method: 'DELETE',
    path: '/notices/channels/{id}',
    access: 'user',
    stepUp: 'always',
    summary: 'Disconnects a channel; what waits for it is dropped',
    request: ChannelNamed,
    response: Done,
    refusals: ['NOT_FOUND', 'TRY_AGAIN'],
  },

  testChannel: {
    method: 'POST',
    path: '/notices/channels/{id}/test',
    access: 'user',
    summary: 'Sends a test on a channel, and switches it on again',
    request: ChannelNamed,
    response: Done,
    refusals: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  },

  rotateSigningSecret: {
    method: 'POST',
    path: '/notices/rotate-secret',
    access: 'user',
    stepUp: 'always',
    summary: 'Rotates the webhook’s signing secret. The old one also signs for a day',
    request: Nothing,
    response: z.object({ secret: z.string() }),
    refusals: ['NOT_FOUND', 'TRY_AGAIN'],
  },

  linkTelegram: {
    method: 'POST',
    path: '/notices/telegram',
    access: 'user',
    summary: 'Creates a code that links a Telegram chat. Valid for ten minutes',
    request: Nothing,
    response: z.object({ code: z.string(), bot: z.string(), url: z.string(), until: z.iso.datetime() }),
    refusals: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS', 'TRY_AGAIN'],
  },

  confirmTelegram: {
    method: 'POST',
    path: '/notices/telegram/confirm',
    access: 'user',
    stepUp: 'always',
    summary: 'Connects the chat that sent the code',
    request: Nothing,
    response: Done,
    refusals: ['NOT_FOUND', 'TRY_AGAIN'],
  },

  receiveTelegram: {
    method: 'POST',
    path: '/telegram-webhook',
    access: 'webhook',
    takes: 'raw',
    summary: 'Receives messages sent to the Telegram bot',
    request: Nothing,
    response: Done,
  },
} as const satisfies Record<string, Endpoint>
