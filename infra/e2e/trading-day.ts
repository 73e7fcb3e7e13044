import { ApiClient } from '../local/api-client.ts'
import { demoUser } from '../local/seed.ts'
import { type CloudUnderTest, until } from '../testing/local-cloud.ts'

/** Sends one alert and waits for its end. @returns what became of it */
export const sendAlert = async (
  cloud: CloudUnderTest,
  client: ApiClient,
  alert: { readonly market: string; readonly epic: string; readonly action: string; readonly price: string },
) => {
  const { demoWebhookSecret: secret } = await client.call('getSettings', {})
  const { epic, ...told } = alert
  // The market stands at the alert's price, in points of 0.01.
  const points = Number(alert.price) * (epic.startsWith('U') ? 100 : 1)
  await cloud.control(`${cloud.paperOrigin}/_paper/market/${epic}`, {
    bid: points - 1,
    offer: points + 1,
    marketStatus: 'TRADEABLE',
  })
  const answer = await fetch(`${cloud.origin}/api/v1/trading-view-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: JSON.stringify({
      secret,
      time: new Date().toISOString(),
      atr: Array<string>(14).fill(String(Number(alert.price) / 100)),
      ...told,
    }),
  })
  const { alertId } = (await answer.json()) as { alertId?: string }
  return until(async () => {
    const { results } = await client.call('listLogs', { offset: 0, limit: 100, type: 'ALL' })
    const entry = results.find(({ extra }) => extra?.alertId === alertId && extra?.outcome !== undefined)
    return entry?.extra?.outcome as string | undefined
  }, 100)
}

export const apple = { market: 'NASDAQ:AAPL', epic: 'UA.D.AAPL.DAILY.IP', price: '229.00' } as const
export const shell = { market: 'LSE:SHEL', epic: 'KB.D.SHEL.DAILY.IP', price: '2788' } as const
export const bp = { market: 'LSE:BP.', epic: 'KA.D.BP.DAILY.IP', price: '431.5' } as const

/** The demo user's account after a few alerts: a position, working orders, a refusal with its trace, two more users. */
export const haveTraded = async (cloud: CloudUnderTest) => {
  const client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)
  const { tradingPause: _, warnings: __, ...settings } = await client.call('getSettings', {})
  await client.call('updateSettings', { ...settings, orderType: 'MARKET' })
  await sendAlert(cloud, client, { ...shell, action: 'SELL' })
  await client.call('updateSettings', { ...settings, orderType: 'LIMIT' })
  await sendAlert(cloud, client, { ...apple, action: 'BUY' })
  await sendAlert(cloud, client, { ...bp, action: 'BUY' })
  await sendAlert(cloud, client, { ...apple, action: 'BUY' })
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
}
