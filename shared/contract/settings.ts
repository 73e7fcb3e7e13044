import * as z from 'zod/mini'
import { ConnectionFindings, ConnectionTest } from '../settings/connection.schema.ts'
import { SavedLossLimits } from '../limits/limits.schema.ts'
import {
  PauseState,
  SettingsUpdate,
  TradingPauseChange,
  TradingStatus,
  UserSettings,
} from '../settings/settings.schema.ts'
import { type Endpoint, Nothing, Done, ResetToken, safetyThrottle } from './endpoint.ts'

export const settings = {
  getSettings: {
    method: 'GET',
    path: '/users/me/settings',
    access: 'user',
    summary: 'Returns your settings',
    request: Nothing,
    response: UserSettings,
    refusals: ['NOT_FOUND'],
    polled: true,
  },

  updateSettings: {
    method: 'PATCH',
    path: '/users/me/settings',
    access: 'user',
    stepUp: 'where-it-loosens',
    summary: 'Changes your settings. A field that is left out keeps its value',
    request: z.partial(SettingsUpdate),
    response: UserSettings,
    refusals: ['SECOND_FACTOR_REQUIRED', 'NOT_FOUND', 'CHANGED_MEANWHILE', 'TOO_MANY_ATTEMPTS', 'TRY_AGAIN'],
  },

  newWebhookSecret: {
    method: 'GET',
    path: '/users/me/settings/new-webhook-secret',
    access: 'user',
    summary: 'Creates a webhook secret. It takes effect once saved',
    request: Nothing,
    response: z.object({ secret: z.string() }),
  },

  showLiveWebhookSecret: {
    method: 'POST',
    path: '/users/me/settings/live-webhook-secret',
    access: 'user',
    stepUp: 'always',
    summary: 'Returns your LIVE webhook secret, which your settings show masked',
    request: Nothing,
    response: z.object({ secret: z.string() }),
    refusals: ['NOT_FOUND'],
  },

  testConnection: {
    method: 'POST',
    path: '/users/me/settings/test-connection',
    access: 'user',
    summary: 'Tests IG credentials and reports IG’s response. Nothing is saved',
    request: ConnectionTest,
    response: ConnectionFindings,
    refusals: ['TOO_MANY_ATTEMPTS'],
  },

  saveLossLimits: {
    method: 'PUT',
    path: '/users/me/loss-limits',
    access: 'user',
    stepUp: 'where-it-loosens',
    summary: 'Sets the loss limits and the limit on open risk of one account',
    request: SavedLossLimits,
    response: UserSettings,
    refusals: ['NOT_FOUND'],
  },

  setTradingPause: {
    method: 'PUT',
    path: '/users/me/trading-pause',
    access: 'user',
    stepUp: 'where-it-loosens',
    summary: 'Pauses or resumes one’s trading',
    request: TradingPauseChange,
    response: PauseState,
    refusals: ['NOT_FOUND', 'FORBIDDEN'],
    throttle: safetyThrottle,
  },

  pauseTrading: {
    method: 'POST',
    path: '/users/me/trading-pause',
    access: 'user',
    scope: 'safe',
    summary: 'Pauses trading: no alert opens anything until its user resumes trading on the dashboard',
    request: Nothing,
    response: Done,
    refusals: ['NOT_FOUND'],
    throttle: safetyThrottle,
  },

  getStatus: {
    method: 'GET',
    path: '/status',
    access: 'user',
    scope: 'read',
    summary: 'Returns the mode that alerts trade in, and whether trading is paused or stopped by a limit',
    request: Nothing,
    response: TradingStatus,
    refusals: ['NOT_FOUND'],
  },

  pauseByLink: {
    method: 'POST',
    path: '/trading-pause',
    access: 'public',
    summary: 'Pauses trading with the single-use link of an email',
    request: ResetToken,
    response: Done,
    refusals: ['INVALID_LINK', 'TOO_MANY_ATTEMPTS'],
    throttle: safetyThrottle,
  },
} as const satisfies Record<string, Endpoint>
