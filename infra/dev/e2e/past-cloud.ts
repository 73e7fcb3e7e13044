import { type EndedEntry, isEnded } from '../../../shared/logs/is-ended.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { ApiClient } from '../../api-client.ts'
import { demoInstrumentsCsv, demoUser, settingsOf } from '../local/seed.ts'
import { CloudUnderTest, until } from '../testing/local-cloud.ts'
import { PastClock } from '../testing/past-clock.ts'
import { postAlert } from '../testing/webhook.ts'

/** A market of paper IG, and the strategy that trades it. The strategy is '' if the alerts have no tag. */
export type PlayedMarket = {
  readonly strategy: string
  readonly market: string
  readonly epic: string
  /** The usual price at IG in points. */
  readonly points: number
}

export const playedMarkets = [
  { strategy: 'Golden Cross', market: 'NASDAQ:AAPL', epic: 'UA.D.AAPL.DAILY.IP', points: 22_790 },
  { strategy: 'Golden Cross', market: 'LSE:SHEL', epic: 'KB.D.SHEL.DAILY.IP', points: 2_788 },
  { strategy: 'Mean reversion', market: 'LSE:VOD', epic: 'KA.D.VOD.DAILY.IP', points: 71.5 },
  { strategy: 'Mean reversion', market: 'LSE:BP.', epic: 'KA.D.BP.DAILY.IP', points: 402.1 },
  { strategy: '', market: 'LSE:TSCO', epic: 'KA.D.TSCO.DAILY.IP', points: 448 },
  { strategy: '', market: 'LSE:BARC', epic: 'KA.D.BARC.DAILY.IP', points: 402 },
] as const satisfies readonly PlayedMarket[]

export type Action = 'BUY' | 'SELL' | 'CLOSE'

/** A local cloud whose clock starts in the past. The test moves the clock, so that a month passes in minutes. */
export class PastCloud {
  /** A client that calls the API as the demo user. */
  readonly client: ApiClient
  readonly cloud: CloudUnderTest
  /** The alert texts that were sent, each with the cloud's time. */
  readonly sent: { readonly at: number; readonly text: string }[] = []
  private readonly clock: PastClock

  private constructor(cloud: CloudUnderTest, clock: PastClock) {
    this.cloud = cloud
    this.clock = clock
    this.client = new ApiClient(cloud.origin)
  }

  /** Starts a cloud with market orders, a maximum size of 3,000 per position, and markets that are always open. */
  static async start(at: number): Promise<PastCloud> {
    const clock = new PastClock(at)
    const past = new PastCloud(await CloudUnderTest.start(clock.environment), clock)
    await past.goTo(at)
    const { client } = past
    await client.call('updateSettings', {
      ...(await settingsOf(client)),
      orderType: 'MARKET',
      avoidDividendDates: false,
      maximumOpenPositions: 10,
      // Alerts of the same bar may have to wait until IG's request limit has room in the next minute.
      maximumAlertAgeInSeconds: 300,
    })
    // With a limit of 3,000, six positions can be open at once with a balance of 10,000.
    await client.call('uploadInstruments', { file: demoInstrumentsCsv().replaceAll('10000', '3000') })
    await past.control('/_paper/settings', { weekendClose: false })
    return past
  }

  now() {
    return this.clock.now()
  }

  /** Moves the clock and logs in again, because the session may have expired. */
  async goTo(at: number) {
    await this.clock.goTo(at)
    await this.client.call('login', demoUser)
  }

  /** Moves the clock and refreshes the session. This takes less processor time than a login. */
  async goOn(at: number) {
    await this.clock.goTo(at)
    await this.refresh()
  }

  async passMinute() {
    await this.clock.passMinute(this.cloud)
    await this.refresh()
  }

  private async refresh() {
    await this.client.call('refreshSession', {})
  }

  control(path: string, body?: object, mode: Mode = 'DEMO') {
    const { paperOrigin, paperLiveOrigin } = this.cloud
    return this.cloud.control(`${mode === 'LIVE' ? paperLiveOrigin : paperOrigin}${path}`, body)
  }

  /**
   * Sets a market to a constant price.
   * @param share the price divided by the usual price
   */
  hold({ epic, points }: PlayedMarket, share: number, mode: Mode = 'DEMO') {
    const quote = {
      bid: Number((points * share * 0.9998).toFixed(2)),
      offer: Number((points * share * 1.0002).toFixed(2)),
      marketStatus: 'TRADEABLE',
    }
    return this.control(`/_paper/market/${epic}`, quote, mode)
  }

  private async send({ strategy, market, epic, points }: PlayedMarket, action: Action, mode: Mode) {
    const secret =
      mode === 'LIVE'
        ? (await this.client.call('showLiveWebhookSecret', {})).secret
        : (await this.client.call('getSettings', {})).demoWebhookSecret
    const price = points / (epic.startsWith('U') ? 100 : 1)
    const { alertId = '' } = await this.sendText(
      JSON.stringify({
        secret,
        market,
        action,
        price: String(price),
        time: new Date(this.now()).toISOString(),
        atr: Array<string>(14).fill(String(price / 100)),
        ...(strategy === '' ? {} : { strategy }),
      }),
    )
    return alertId
  }

  sendText(text: string) {
    this.sent.push({ at: this.now(), text })
    return postAlert(this.cloud.origin, text)
  }

  /**
   * Sends alerts at the same time, as at the end of a bar.
   * @returns their outcomes
   */
  async outcomesOf(
    alerts: readonly (readonly [PlayedMarket, Action])[],
    mode: Mode = 'DEMO',
  ): Promise<readonly EndedEntry[]> {
    const ids = new Set(await Promise.all(alerts.map(([market, action]) => this.send(market, action, mode))))
    return until(async () => {
      const { results } = await this.client.call('listLogs', { offset: 0, limit: 100, type: 'ALL' })
      const found = results.filter(isEnded).filter(({ extra }) => ids.has(extra.alertId))
      return found.length >= ids.size && found
    })
  }

  /**
   * Waits until paper IG has this number of open positions. It does not ask Signalpost, because that would use up IG’s
   * request limit.
   */
  areOpen(count: number) {
    return until(async () => {
      const accounts = (await this.control('/_paper/accounts')) as Record<
        string,
        { readonly positions: readonly unknown[] }
      >
      const open = Object.values(accounts).reduce((sum, { positions }) => sum + positions.length, 0)
      return open === count
    })
  }

  async stop() {
    await this.cloud.stop()
    this.clock.remove()
  }
}
