import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { type LossLimits, noLimits } from '../../../shared/limits/loss-limits.ts'
import type { EndedEntry } from '../../../shared/logs/is-ended.ts'
import type { SettingsUpdate, TradingPauseChange } from '../../../shared/settings/settings.schema.ts'
import { defaultStrategyRules, type StrategyRules } from '../../../shared/strategies/strategy-rules.ts'
import type { StepInWords } from '../../../shared/trading/model/outcome.schema.ts'
import { settingsOf } from '../local/seed.ts'
import { until } from '../testing/local-cloud.ts'
import { openingOf } from '../paper-ig/testing/bodies.ts'
import { type Action, type PastCloud, type PlayedMarket, playedMarkets } from './past-cloud.ts'

const minute = 60_000

type PaperAccounts = Readonly<
  Record<
    string,
    {
      readonly cash: number
      readonly positions: readonly { epic: string; direction: string; size: number }[]
      readonly orders: readonly { epic: string }[]
    }
  >
>

type Ended = {
  readonly outcome: unknown
  readonly message: string
  /** The step of the decision that refused the alert; null if it was not refused. */
  readonly refusedBy: Pick<StepInWords, 'rule' | 'actual'> | null
  readonly trace: readonly StepInWords[]
}

/** Runs a scenario in a local cloud, and records each request and response with the simulated time. */
export class LimitPlay {
  private readonly lines: string[] = []
  private readonly past: PastCloud
  private readonly began: number
  private played = 0

  private constructor(past: PastCloud, title: string, began: number) {
    this.past = past
    this.began = began
    this.lines.push(title, '')
  }

  /**
   * Starts a scenario.
   * @param began the start, in whole minutes; no position may be open at this time
   */
  static async begin(past: PastCloud, title: string, began: number): Promise<LimitPlay> {
    const play = new LimitPlay(past, title, began)
    await past.goTo(began)
    for (const mode of ['DEMO', 'LIVE'] as const) {
      for (const market of playedMarkets) await past.hold(market, 1, mode)
      await past.client.call('saveLossLimits', { mode, ...noLimits })
    }
    for (const strategy of ['Golden Cross', 'Mean reversion'])
      await past.client.call('saveStrategy', { strategy, ...defaultStrategyRules })
    await play.change({ instrumentTradeCooldownPeriodInHours: 0, mode: 'DEMO', orderType: 'MARKET' })
    return play
  }

  get transcript() {
    return `${this.lines.join('\n')}\n`
  }

  private note(request: string, answer: string) {
    const at = new Date(this.began + this.played).toISOString().slice(5, 16).replace('T', ' ')
    this.lines.push(`${at}  ${request}\n             → ${answer.replaceAll(instants, '…')}`)
  }

  async change(settings: Partial<SettingsUpdate>) {
    const { client } = this.past
    await client.call('updateSettings', { ...(await settingsOf(client)), ...settings })
  }

  async setLimits(limits: Partial<LossLimits>, words: string, mode: Mode = 'DEMO') {
    await this.past.client.call('saveLossLimits', { mode, ...noLimits, ...limits })
    this.note(`limits of ${mode}`, words)
  }

  async setStrategy(strategy: string, rules: Partial<StrategyRules>, words: string) {
    await this.past.client.call('saveStrategy', { strategy, ...defaultStrategyRules, ...rules })
    this.note(`rules of ${strategy}`, words)
  }

  async alert(market: PlayedMarket, action: Action, mode: Mode = 'DEMO'): Promise<Ended> {
    const [entry] = await this.past.outcomesOf([[market, action]], mode)
    if (!entry) throw new Error(`${action} ${market.market} has no outcome`)
    const ended = endOf(entry)
    const whose = market.strategy === '' ? '' : ` of ${market.strategy}`
    const which = mode === 'LIVE' ? 'LIVE alert' : 'alert'
    this.note(`${which} ${action} ${market.market}${whose}`, `${String(ended.outcome)}: ${ended.message}`)
    return ended
  }

  /** Moves the clock without running the scheduled jobs. */
  async wait(milliseconds: number) {
    this.played += milliseconds
    await this.past.goTo(this.past.now() + milliseconds)
  }

  /** Lets minutes pass, and runs the scheduled jobs of each minute. */
  async minutes(count: number) {
    for (let passed = 0; passed < count; passed += 1) {
      this.played += minute
      await this.past.passMinute()
    }
    await this.past.cloud.comesToRest()
  }

  async price(market: PlayedMarket, share: number, mode: Mode = 'DEMO') {
    await this.past.hold(market, share, mode)
    this.note(`IG ${mode}: ${market.market}`, `trades at ${percent(share)} of its usual price`)
  }

  async shut(market: PlayedMarket) {
    await this.past.control(`/_paper/market/${market.epic}`, { marketStatus: 'CLOSED' })
    this.note(`IG DEMO: ${market.market}`, 'the market is shut')
  }

  /** Opens a position directly at IG, as a user would in IG's app. */
  async openManually({ market, epic }: PlayedMarket) {
    const base = `${this.past.cloud.paperOrigin}/gateway/deal`
    const post = async (path: string, headers: Record<string, string>, body: object) => {
      const init = { method: 'POST', headers: { 'x-ig-api-key': 'app', version: '2', ...headers } }
      const answer = await fetch(`${base}${path}`, { ...init, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`IG answered ${answer.status}: ${await answer.text()}`)
      return answer.headers
    }
    const session = await post('/session', {}, { identifier: 'paper-demo', password: 'paper' })
    const token = (name: string) => session.get(name) ?? ''
    const tokens = { cst: token('cst'), 'x-security-token': token('x-security-token') }
    await post('/positions/otc', tokens, openingOf({ epic, size: 1 }))
    this.note('IG DEMO: manually', `BUY ${market}`)
  }

  async waiting() {
    const { results } = await this.past.client.call('listAlerts', { state: 'asking', limit: 100 })
    const waits: string[] = []
    for (const { alertId } of results.filter(({ state }) => state === 'waits')) {
      const { waitsFor } = await this.past.client.call('getAlert', { alertId })
      waits.push(waitsFor ?? '')
    }
    this.note('GET alerts: exits that wait', waits.length === 0 ? 'none' : waits.join(' | '))
    return waits
  }

  async deleteOrder() {
    const order = await until(async () => {
      const { results } = await this.past.client.call('listOrders', { offset: 0, limit: 20 })
      return results[0]
    })
    const { dealId } = order
    await this.past.client.call('deleteOrder', { dealId })
    this.note(`DELETE order ${order.marketAndSymbol ?? order.igEpic}`, 'deleted')
  }

  /**
   * Reads the newest log entry about a limit that stopped entries.
   * @returns its text, or `nothing`
   */
  async stopInLog() {
    const { results } = await this.past.client.call('listLogs', { offset: 0, limit: 100, type: 'ALERT' })
    const entry = results.find(({ message }) => message.startsWith('New entries'))
    const words = entry ? [entry.message, entry.description].join('. ') : 'nothing'
    this.note('GET log: limit reached', words)
    return words
  }

  /**
   * Reads what the journal has booked on the scenario's day.
   * @returns rows such as `Shell PLC -45.94`
   */
  async booked() {
    const statement = await this.past.client.call('exportJournal', { form: 'statement', zone: 'UTC' })
    const today = new Date(this.began).toISOString().slice(0, 10)
    const rows = String(statement)
      .split('\r\n')
      .map((row) => row.split(','))
      .filter(([date]) => date === today)
      .map((cells) => `${cells[2]} ${Number(cells[11]).toFixed(2)}`)
      .toSorted()
    this.note('GET journal: booked today', rows.length === 0 ? 'nothing' : rows.join(', '))
    return rows
  }

  async moveMoney(amount: number, rowAfterMs: number) {
    await this.past.control('/_paper/money/PAPER-DEMO-SB', { amount, rowAfterMs })
    const row = `its row in the history comes ${rowAfterMs / 1_000} seconds later`
    this.note('IG DEMO: money moved', `${amount.toFixed(2)} GBP at once; ${row}`)
  }

  /**
   * Reads open positions and orders at IG.
   * @returns texts such as `BUY LSE:SHEL`
   */
  async open(mode: Mode = 'DEMO'): Promise<readonly string[]> {
    const accounts = (await this.past.control('/_paper/accounts', undefined, mode)) as PaperAccounts
    const positions = Object.values(accounts)
      .flatMap((account) => account.positions)
      .map(({ direction, epic }) => `${direction} ${nameOf(epic)}`)
      .toSorted()
    const orders = Object.values(accounts)
      .flatMap((account) => account.orders)
      .map(({ epic }) => `order ${nameOf(epic)}`)
    const open = [...positions, ...orders]
    this.note(`IG ${mode}: open`, open.length === 0 ? 'nothing' : open.join(', '))
    return open
  }

  /** Reads which limits stop entries in the user's current mode. */
  async trips() {
    const { trips = [] } = await this.past.client.call('getSettings', {})
    const words = trips.map(({ sentence, closes, closing, unexplained }) =>
      [
        sentence,
        ...(closes ? [`closes everything, ${closing?.length ?? 'not listed yet'} to close`] : []),
        ...(unexplained ? [`${unexplained.amount} ${unexplained.currency} unexplained`] : []),
      ].join('; '),
    )
    this.note('GET settings: stopped by', words.length === 0 ? 'nothing' : words.join(' | '))
    return trips
  }

  /** Reads how much of each limit is used in the user's current mode. */
  async limits() {
    const { limits } = await this.past.client.call('getBrokerAccount', {})
    const uses = limits?.limits ?? []
    this.note('GET account: limits', uses.map(({ sentence }) => sentence).join('. '))
    return uses.map(({ used, sentence }) => ({ used, sentence }))
  }

  /**
   * Allows entries again after a login, which confirms the user's identity.
   * @param strategy null for the account’s own limits
   */
  async resume(strategy: string | null = null) {
    await this.lift({ strategy }, 'button *Resume entries*')
  }

  async confirmWithdrawal() {
    await this.lift({ strategy: null, wasWithdrawal: true }, 'button *It was a withdrawal*')
  }

  private async lift(liftTrip: NonNullable<TradingPauseChange['liftTrip']>, button: string) {
    await this.past.goTo(this.past.now())
    const { trips } = await this.past.client.call('setTradingPause', { liftTrip })
    this.note(button, trips.length === 0 ? 'entries are taken again' : 'a limit still stops entries')
  }

  async goToMode(mode: Mode) {
    await this.past.goTo(this.past.now())
    await this.change({ mode })
    this.note('mode', mode)
  }
}

/** Matches the times in sentences. They are not recorded, because they depend on how long the run takes. */
const instants = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`

const nameOf = (epic: string) => playedMarkets.find((market) => market.epic === epic)?.market ?? epic

const endOf = ({ message, extra: { outcome, trace } }: EndedEntry): Ended => {
  const failed = trace.find(({ passed }) => !passed)
  return {
    outcome,
    message,
    refusedBy: failed ? { rule: failed.rule, actual: failed.actual } : null,
    trace,
  }
}
