import { setTimeout as wait } from 'node:timers/promises'
import { instrumentHeaders } from '../../../shared/instruments/instrument.schema.ts'
import { defaultTradingRules } from '../../../shared/settings/trading-settings.ts'
import { usualMarkets } from '../paper-ig/markets.ts'
import { ApiCallError, ApiClient } from '../../api-client.ts'

export const demoUser = { email: 'demo@signalpost.test', password: 'Demo-Pass-1' } as const

/**
 * Trading rules that accept a first alert, refuse a second one as a duplicate, and allow many alerts in a short time.
 */
export const demoRules = {
  ...defaultTradingRules,
  instrumentTradeCooldownPeriodInHours: 0,
  maximumOpenPositions: 50,
  maximumOpenPositionsAndPendingOrders: 100,
  largestBurst: 50,
  maximumOrderAgeInMinutes: 60,
} as const

/** The demo user's instruments as CSV: all daily funded bets of paper IG. */
export const demoInstrumentsCsv = () =>
  [
    Object.values(instrumentHeaders),
    ...usualMarkets
      .filter(({ accountType }) => accountType === 'SPREADBET')
      .map(({ tradingView, epic, yahooSymbol, multiplier }) => [
        tradingView,
        epic,
        yahooSymbol,
        14,
        200,
        14,
        400,
        10_000,
        100.2,
        multiplier,
        '',
      ]),
  ]
    .map((row) => row.join(','))
    .join('\n')

type Mail = { readonly to: readonly string[]; readonly text: string }

/** Confirms the user's email address with the link from the registration email. */
export const confirmEmail = async (client: ApiClient, email: string) => {
  for (let tries = 0; tries < 400; tries += 1) {
    const mails = (await (await fetch(`${client.origin}/_local/mails`)).json()) as Mail[]
    const mail = mails.find(({ to, text }) => to.includes(email) && text.includes('/auth/verify-email#'))
    const [, token] = /verify-email#token=(\S+)/.exec(mail?.text ?? '') ?? []
    if (token !== undefined) return client.call('verifyEmail', { token })
    await wait(50)
  }
  throw new Error(`no link to confirm ${email} was emailed`)
}

/** The settings that a user can save, without the fields that the API only returns. */
export const settingsOf = async (client: ApiClient) => {
  const {
    tradingPause: _,
    fullStop: __,
    isPaper: ___,
    warnings: ____,
    lossLimits: _____,
    trips: ______,
    ...own
  } = await client.call('getSettings', {})
  return own
}

/**
 * Creates the demo user through the product's API if there is no user yet.
 * @returns whether the user was created
 */
export const seedDemoUser = async (origin: string): Promise<boolean> => {
  const client = new ApiClient(origin)
  try {
    await client.call('register', { firstName: 'Demo', lastName: 'Trader', ...demoUser })
  } catch (error) {
    if (error instanceof ApiCallError && error.status === 409) return false
    throw error
  }
  await confirmEmail(client, demoUser.email)
  await client.call('login', demoUser)
  await client.call('updateSettings', {
    ...(await settingsOf(client)),
    ...demoRules,
    mode: 'DEMO',
    demoUsername: 'paper-demo',
    demoPassword: 'paper',
    demoApiKey: 'paper-key-demo',
    demoAccountId: 'PAPER-DEMO-SB',
    liveUsername: 'paper-live',
    livePassword: 'paper',
    liveApiKey: 'paper-key-live',
    liveAccountId: 'PAPER-LIVE-SB',
  })
  await client.call('uploadInstruments', { file: demoInstrumentsCsv() })
  return true
}
