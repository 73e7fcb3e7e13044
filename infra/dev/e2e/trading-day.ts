import { isEnded } from '../../../shared/logs/is-ended.ts'
import { setTimeout } from 'node:timers/promises'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { tradingSettings } from '../../../shared/settings/trading-settings.ts'
import { ApiClient } from '../../api-client.ts'
import { demoInstrumentsCsv, demoUser, settingsOf } from '../local/seed.ts'
import { usualMarkets } from '../paper-ig/markets.ts'
import { type CloudUnderTest, until } from '../testing/local-cloud.ts'
import { postAlert } from '../testing/webhook.ts'

/**
 * Sends an alert with the webhook secret of a mode, and waits for its outcome.
 * @returns the outcome
 */
export const sendAlert = async (
  cloud: CloudUnderTest,
  client: ApiClient,
  alert: {
    readonly market: string
    readonly epic: string
    readonly action: string
    readonly price: string
    readonly strategy?: string
  },
  mode: Mode = 'DEMO',
) => {
  const secret =
    mode === 'LIVE'
      ? (await client.call('showLiveWebhookSecret', {})).secret
      : (await client.call('getSettings', {})).demoWebhookSecret
  const { epic, ...fields } = alert
  // The market is set to the alert's price in IG's points. The spread is less than two points for a cheap share,
  // because two points would reach the share's stop.
  const points = Number(alert.price) * (epic.startsWith('U') ? 100 : 1)
  const half = Math.min(1, Math.round(points * 0.05) / 100)
  await cloud.control(
    `${mode === 'LIVE' ? cloud.paperLiveOrigin : cloud.paperOrigin}/_paper/market/${epic}`,
    {
      bid: points - half,
      offer: points + half,
      marketStatus: 'TRADEABLE',
    },
  )
  const { alertId } = await postAlert(
    cloud.origin,
    JSON.stringify({
      secret,
      time: new Date().toISOString(),
      atr: Array<string>(14).fill(String(Number(alert.price) / 100)),
      ...fields,
    }),
  )
  return until(async () => {
    const { results } = await client.call('listLogs', { offset: 0, limit: 100, type: 'ALL' })
    const entry = results.filter(isEnded).find(({ extra }) => extra.alertId === alertId)
    return entry?.extra.outcome
  })
}

export const apple = { market: 'NASDAQ:AAPL', epic: 'UA.D.AAPL.DAILY.IP', price: '229.00' } as const
export const shell = { market: 'LSE:SHEL', epic: 'KB.D.SHEL.DAILY.IP', price: '2788' } as const
const bp = { market: 'LSE:BP.', epic: 'KA.D.BP.DAILY.IP', price: '431.5' } as const

/** A user who trades in LIVE, with an account at paper IG. */
export const liveTrader = { email: 'live@example.test', password: 'Right-Pass-1' } as const

/**
 * Sends a few alerts of the demo user. They result in a position of a strategy, working orders, and a refused alert
 * with its trace. Then it adds more users, one of whom trades in LIVE.
 */
export const haveTraded = async (cloud: CloudUnderTest) => {
  const client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)
  await trade(cloud, client, 'DEMO')
  for (const [firstName, lastName] of [
    ['Grace', 'Hopper'],
    ['Maximiliana', 'von Habsburg-Lothringen'],
  ] as const)
    await new ApiClient(cloud.origin).call('register', {
      firstName,
      lastName,
      email: `${firstName.toLowerCase()}@example.test`,
      password: 'Right-Pass-1',
    })
  await tradeLive(cloud)
}

const trade = async (cloud: CloudUnderTest, client: ApiClient, mode: Mode) => {
  const own = {
    ...(await settingsOf(client)),
    mode,
    instrumentTradeCooldownPeriodInHours: 0,
    // Orders must not expire while tests run or pictures are taken.
    maximumOrderAgeInMinutes: tradingSettings.maximumOrderAgeInMinutes.max,
  }
  await client.call('updateSettings', { ...own, orderType: 'MARKET' })
  await sendAlert(cloud, client, { ...shell, action: 'SELL', strategy: 'Golden Cross' }, mode)
  await client.call('updateSettings', { ...own, orderType: 'LIMIT' })
  await sendAlert(cloud, client, { ...apple, action: 'BUY' }, mode)
  await sendAlert(cloud, client, { ...bp, action: 'BUY' }, mode)
  await sendAlert(cloud, client, { ...apple, action: 'BUY' }, mode)
  // The dashboard may show older data of the broker for a while, so this waits until it shows the new deals.
  const all = { offset: 0, limit: 20 }
  await until(async () => (await client.call('listPositions', all)).count === 1)
  await until(async () => (await client.call('listOrders', all)).count === 2)
}

/**
 * Opens positions until the demo user has twelve, most of them in instruments with long names. They are for pictures of
 * a busy account.
 */
export const haveManyPositions = async (cloud: CloudUnderTest) => {
  const client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)
  await client.call('updateSettings', {
    ...(await settingsOf(client)),
    orderType: 'MARKET',
    largestBurst: 50,
    instrumentTradeCooldownPeriodInHours: 0,
    maximumOpenPositions: 13,
    maximumOpenPositionsAndPendingOrders: 20,
  })
  const shares = usualMarkets.filter(
    ({ type, accountType, epic, multiplier }) =>
      type === 'SHARES' && accountType === 'SPREADBET' && (multiplier === 1 || epic.startsWith('U')),
  )
  // Positions are small, so that the balance is enough for all.
  await client.call('uploadInstruments', { file: demoInstrumentsCsv().replaceAll(',10000,', ',1300,') })
  const held = new Set<string>([apple.market, shell.market, bp.market])
  const others = shares.filter(({ tradingView }) => !held.has(tradingView)).slice(0, 16)
  for (const [place, { tradingView, epic, price, multiplier }] of others.entries())
    await sendAlert(cloud, client, {
      market: tradingView,
      epic,
      action: place % 3 === 0 ? 'SELL' : 'BUY',
      price: (price / multiplier).toFixed(2),
    })
  // The alerts have used up IG's allowance for this minute.
  await setTimeout(60_000)
}

const tradeLive = async (cloud: CloudUnderTest) => {
  const client = new ApiClient(cloud.origin)
  await client.call('register', { firstName: 'Lin', lastName: 'Vega', ...liveTrader })
  await client.call('login', liveTrader)
  await client.call('updateSettings', {
    ...(await settingsOf(client)),
    mode: 'LIVE',
    liveUsername: 'paper-live',
    livePassword: 'paper',
    liveApiKey: 'paper-key-live',
    liveAccountId: 'PAPER-LIVE-SB',
  })
  await client.call('uploadInstruments', { file: demoInstrumentsCsv() })
  await trade(cloud, client, 'LIVE')
}
