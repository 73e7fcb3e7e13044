import type { NotificationEvent } from '../../../shared/notifications/notifications.schema.ts'
import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import { queueTimes } from '../../../shared/platform/queue-times.ts'
import type { StrategyPosition } from '../../../shared/alerts/position-change.ts'
import { defaultStrategyRules } from '../../../shared/strategies/strategy-rules.ts'
import { defaultTradingRules } from '../../../shared/settings/trading-settings.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { acceptAlert } from '../../../functions/trading/accept/accept.ts'
import { handleDeadLetter } from '../../../functions/trading/dead-letter.ts'
import { handleMessages } from '../../../functions/trading/handle-messages.ts'
import type { AccountKey, AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import type { AllPorts } from '../../../functions/trading/ports/ports.ts'
import type { Amending, Closing } from '../../../functions/trading/ports/ledger.ts'
import type { Store } from '../../../functions/trading/ports/store.ts'
import { confirmAlert } from '../../../functions/trading/accept/confirm-alert.ts'
import { withCancelled } from '../../../functions/trading/ledger/waiting.ts'
import { reconcileAlerts } from '../../../functions/trading/reconcile.ts'
import { tradesOf, updateWatch } from '../../../functions/trading/watch/watch-account.ts'
import { emptyLedger } from '../../../functions/trading/ledger/ledger.ts'
import type { LimitedUser } from '../../../functions/trading/watch/limit-ports.ts'
import { visitUsers } from '../../../functions/trading/visit-users.ts'
import type { Trip } from '../../../shared/limits/loss-limits.ts'
import { noBookings, startedAgain, type Watch } from '../../../shared/trading/model/watch.ts'
import { openTrip } from '../../../shared/trading/rules/limits.ts'
import { bookingsAt, type LimitStory, storyOf, worthAt } from './limit-stories.ts'
import { applyTimedRules } from '../../../functions/trading/timed-rules.ts'
import { epicOf, richCash, SimBroker, termsOf } from './broker.ts'
import { withRisk } from './risk.ts'
import { type Counter, drawAllowed, SimAllowance } from './allowance.ts'
import { type DealByHand, dealByHand, type DealToEnd, handPorts } from './hands.ts'
import { type FaultRates, type FaultyWorld, Process, Strikes } from './process.ts'
import { SimQueue } from './queue.ts'
import { Chance, Scheduler } from './scheduler.ts'
import { type Broker, BrokerError, type BrokerLogin } from '../../../functions/trading/ports/broker.ts'
import { sceneNames, type SceneName, sceneOf } from './scenes.ts'
import { StrategyTrader } from './strategy-trader.ts'
import { SimTables, type SimUser, simStore } from './store.ts'

export type SentAlert = {
  readonly at: number
  readonly body: string
  readonly userId: string
  readonly answers: { readonly status: number; readonly alertId?: string; readonly at: number }[]
}

/** A change of a user's settings. It tells the checker which settings applied at which time. */
export type Change = { readonly at: number; readonly userId: string; readonly what: string }

/** A faulty change to the protocol, which the checker must catch. */
export type Mutant = (ports: AllPorts, world: World) => AllPorts

/** Milliseconds between two reads of the same kind of data by a dashboard. */
const tabPaces = { orders: 12_000, activity: 30_000, worth: 60_000 } as const

const start = Date.UTC(2026, 8, 7, 9, 0, 0)
const alertsUntil = 8 * 60_000
const faultsUntil = 12 * 60_000
const runUntil = 90 * 60_000
/** Milliseconds after which an alert's ID is forgotten: thirty days and a minute. */
const idForgotten = 30 * 24 * 3_600_000 + 60_000
const minute = 60_000
/** Maximum duration in milliseconds of a request from a page. */
const httpTimeout = 29_000

export const noFaults: FaultRates = {
  crash: 0,
  pause: 0,
  failBefore: 0,
  loseReply: 0,
  duplicateDelivery: 0,
  orderTrouble: 0,
  orderRejected: 0,
  readTrouble: 0,
  outage: 0,
  longOutage: 0,
  listsLate: 0,
  historyLate: 0,
  transientRefusal: 0,
  partialFill: 0,
  standstill: 0,
  clockStands: 0,
  clockLies: 0,
  poison: 0,
  idReturns: 0,
}

/** The value of a number of units of a market, in GBP. */
const notionalOf = (epic: string, units: number) => {
  const { level, unitValue, gbpRate } = termsOf(epic)
  return String(Math.round(units * level * unitValue * gbpRate))
}

const instruments: InstrumentFields[] = [...'ABCDEFGHIJKLM'].map((letter, index) => ({
  marketAndSymbol: `LSE:${letter.repeat(3)}`,
  igEpic: epicOf(index),
  yahooSymbol: '',
  atrStopLossPeriod: 1,
  atrStopLossMultiplePercentage: '200',
  atrProfitTargetPeriod: 1,
  atrProfitMultiplePercentage: '300',
  maxPositionSize: notionalOf(epicOf(index), 10 + index),
  openingPriceMultiplePercentage: '100.5',
  tradingViewPriceMultiplier: '1',
  nextDividendDate: null,
}))

const loginOf = ({ userId, settings: { mode }, credentials }: SimUser): BrokerLogin => {
  const { accountId, version } = credentials[mode]
  return { userId, mode, accountId, credentialsVersion: version }
}

/** A Lambda invocation. `alertId` is the alert that the invocation handles, if it handles only one. */
type Invocation<T> = {
  readonly timeout: number
  readonly alertId?: string | null
  readonly work: (ports: AllPorts, process: Process, counter: Counter | null) => Promise<T>
  readonly done?: (result: T) => void
  readonly failed?: () => void
  readonly overran?: () => void
}

/** The deals that a claim closes or deletes, or whose stops it moves. */
const dealsOf = (intent: Closing | Amending): readonly string[] =>
  (intent.kind === 'amend' ? intent.changes : [...intent.positions, ...intent.workingOrders]).map(
    ({ dealId }) => dealId,
  )

/** A world that is drawn from a seed, with users, their alerts, the real engine and faults. */
export class World {
  readonly scheduler = new Scheduler(start)
  readonly chance: Chance
  readonly strikes = new Strikes()
  readonly tables = new SimTables(instruments)
  readonly broker: SimBroker
  readonly queue: SimQueue
  readonly sent: SentAlert[] = []
  readonly changes: Change[] = []
  readonly notifications: NotificationEvent[] = []
  /** How often the executor started to handle each alert. */
  readonly tried = new Map<string, number>()
  /** How often each alert was delivered again because it waited. */
  readonly waited = new Map<string, number>()
  /** Runs that Lambda ended although no fault had delayed them, with their alerts. */
  readonly overran: { readonly at: number; readonly alertIds: readonly string[] }[] = []
  readonly byHand: DealByHand[] = []
  /** When a dashboard last read each kind of data of each account. */
  private readonly shownAt = new Map<string, number>()
  /** The period in which none of our processes runs. */
  standstill = { from: Infinity, until: Infinity }
  /** The instrument on which the executor fails; null if there is none. */
  private poisoned: string | null = null
  /** Whether the world has no faults, so that no alert may end as failed. */
  readonly calm: boolean
  /** Whether many alerts arrive together because a bar closes. */
  readonly isBarClose: boolean
  /** Whether strategies report their positions in alerts, and users reverse, reduce and move stops. */
  readonly hasStrategies: boolean
  private readonly trader: StrategyTrader
  /**
   * The instruments that get alerts. They are few, so that several alerts use the same instrument. In a world with
   * `isBarClose` there are more.
   */
  private readonly traded: readonly InstrumentFields[]
  /** The share of alerts that have the action CLOSE. */
  private readonly closing: number
  readonly rates: FaultRates
  private readonly drawn: FaultRates
  private readonly mutant: Mutant | undefined
  /** The scene that this world plays: one user with one story, and nothing else. Null if it plays none. */
  readonly scene: SceneName | null
  readonly shut: { from: number; until: number }[] = []
  /**
   * The strategies' final positions at TradingView, as the scene expects them. `orTold` is true if the scene called
   * `expectOrTold`.
   */
  readonly expected = new Map<string, { readonly position: StrategyPosition; readonly orTold: boolean }>()
  readonly seed: number
  readonly start = start
  /** The stories of the users that have limits. */
  readonly stories = new Map<string, LimitStory>()

  constructor(seed: number, mutant?: Mutant) {
    this.seed = seed
    this.chance = new Chance(seed)
    this.mutant = mutant
    const ofScene = new Chance(seed ^ 0x3c6ef372)
    this.scene = ofScene.happens(0.15) ? ofScene.oneOf(sceneNames) : null
    this.calm = this.chance.happens(0.1) || this.scene !== null
    this.isBarClose = this.chance.happens(0.07) && !this.scene
    // A separate random generator draws the strategies, so that the other draws of a seed do not change.
    const ofStrategies = new Chance(seed ^ 0x5bd1e995)
    this.hasStrategies = !this.isBarClose && !this.scene && ofStrategies.happens(0.4)
    this.trader = new StrategyTrader(ofStrategies)
    this.traded = this.isBarClose ? instruments.slice(0, 12) : instruments.slice(0, 4)
    this.closing = this.isBarClose ? 0.03 : this.chance.happens(0.3) ? 0.4 : 0.12
    this.drawn = this.calm ? noFaults : this.drawRates()
    this.rates = this.drawn
    const shared = {
      scheduler: this.scheduler,
      chance: this.chance,
      rates: () => (this.scheduler.now < start + faultsUntil ? this.drawn : noFaults),
      strikes: this.strikes,
    }
    this.broker = new SimBroker(shared, ({ userId, mode }, name) => {
      const claims = this.tables.accounts.get(`${userId}#${mode}`)?.claims ?? []
      return claims
        .filter(({ intent, dealReference }) =>
          intent.kind === 'open' ? dealReference === name : dealsOf(intent).includes(name),
        )
        .map(({ alertId }) => alertId)
    })
    this.shared = shared
    // A separate random generator draws the delays of IG's confirmations, so that the other draws of a seed do not
    // change.
    const paces = new Chance(seed ^ 0x510e527f)
    if (paces.happens(this.scene === 'manyPositions' ? 0.5 : 0.2)) {
      this.strikes.note('slowVerdicts')
      const answer = () => paces.between(50, 3_000)
      const verdict = () => paces.between(0, 8_000)
      this.broker.slowness = { answer, verdict }
    }
    const ofAllowance = new Chance(seed ^ 0x1b873593)
    const allowed = drawAllowed(ofAllowance, this.scene !== null)
    if (allowed)
      this.broker.allowance = new SimAllowance(allowed, () => this.scheduler.now, ofAllowance.happens(0.2))
    this.queue = new SimQueue(
      shared,
      (messages) => {
        if (this.stoodStill()) return
        const [first] = messages
        if (first) this.tried.set(first.body.alertId, (this.tried.get(first.body.alertId) ?? 0) + 1)
        this.run({
          timeout: queueTimes.executor * 1_000,
          work: (ports) =>
            handleMessages(
              ports,
              messages.map(({ body, receives }) => ({ message: body, receives })),
              ports.clock.now() + (queueTimes.executor - queueTimes.leftToBegin) * 1_000,
            ),
          done: (handled) => {
            for (const message of messages) {
              const { body, done, later } = message
              const result = handled.get(body.alertId) ?? {}
              if (result === 'given up') this.strikes.note('deadLetter')
              if (typeof result === 'string') done()
              else {
                // If another delivery of the same alert has ended in the meantime, there is no wait to count.
                const isOver = this.tables.alerts.get(body.alertId)?.outcome != null
                if (result.afterSeconds !== undefined && message === first && !isOver)
                  this.waited.set(body.alertId, (this.waited.get(body.alertId) ?? 0) + 1)
                later(result.afterSeconds)
              }
            }
          },
          failed: () => messages.forEach(({ later }) => later()),
          overran: () =>
            this.overran.push({
              at: this.scheduler.now,
              alertIds: messages.map(({ body }) => body.alertId),
            }),
        })
      },
      (messages) => {
        for (const { body, done, later } of messages)
          this.run({
            timeout: queueTimes.executor * 1_000,
            alertId: body.alertId,
            work: (ports) => handleDeadLetter(ports, body),
            done: (result) => (result === 'done' ? done() : later()),
            failed: () => later(),
          })
      },
    )
  }
  private readonly shared: FaultyWorld

  async play() {
    if (this.scene) return this.playScene(sceneOf(this.scene))
    this.makeUsers()
    this.planLimits()
    this.planRisk()
    this.planAlerts()
    this.planTabs()
    this.planHands()
    if (!this.calm) this.planTrouble()
    const reconcileAt = (at: number) =>
      this.scheduler.at(start + at, () => {
        if (this.stoodStill()) return
        this.reconcile()
        if (this.stories.size > 0) this.visitUsers()
      })
    for (let at = minute; at < runUntil; at += minute) reconcileAt(at)
    await this.scheduler.runUntil(start + runUntil)
    if (this.calm || !this.chance.happens(this.drawn.idReturns)) return
    this.strikes.note('idReturns')
    const returning = this.sent.filter(({ body }) => body.includes('"id"'))
    if (returning.length === 0) return
    for (let at = idForgotten; at < idForgotten + 30 * minute; at += minute) reconcileAt(at)
    this.scheduler.at(start + idForgotten, () => this.sendReturning(this.chance.oneOf(returning)))
    await this.scheduler.runUntil(start + idForgotten + 30 * minute)
  }

  private async playScene({ play, days = [0], startsAt = () => 9 * 60, lasts }: ReturnType<typeof sceneOf>) {
    this.strikes.note('scene')
    const { chance, scheduler, broker } = this
    const user = this.sceneUser()
    const midnight = start - 9 * 3_600_000
    // The scene `idAgain` plays on all its days, every other scene on one of them.
    const played = this.scene === 'idAgain' ? days : [chance.oneOf(days)]
    for (const day of played) {
      const began = midnight + day * 86_400_000 + startsAt(day) * minute
      const now = () => (scheduler.now - began) / 1_000
      play({
        chance,
        user,
        broker,
        accountId: user.credentials.DEMO.accountId,
        at: (seconds, run) => scheduler.at(began + seconds * 1_000, run),
        send: (fields, firedAt = now()) => this.sendOfScene(user, fields, began + firedAt * 1_000),
        approve: () => this.approveAll(user),
        pause: () => {
          const at = new Date(scheduler.now).toISOString()
          user.settings = { ...user.settings, tradingPause: { by: 'USER', at, reason: 'manually' } }
          this.changes.push({ at: scheduler.now, userId: user.userId, what: 'paused' })
        },
        stopEverything: () => {
          const stoppedSince = new Date(scheduler.now).toISOString()
          user.settings = { ...user.settings, stoppedSince }
          this.changes.push({ at: scheduler.now, userId: user.userId, what: 'stopped' })
        },
        resume: () => {
          user.settings = { ...user.settings, tradingPause: null, stoppedSince: null }
          this.changes.push({ at: scheduler.now, userId: user.userId, what: 'resumed' })
        },
        map: (market, igEpic, multiplier) => this.tables.map(market, igEpic, multiplier),
        shut: (market, status) => {
          this.shut.push({ from: scheduler.now, until: Infinity })
          broker.setStatus(market, status)
        },
        reopen: (market) => {
          for (const time of this.shut) time.until = Math.min(time.until, scheduler.now)
          broker.setStatus(market, 'TRADEABLE')
        },
        cancelExits: () => this.cancelExits(user),
        rules: (change) => {
          const orb = { ...defaultStrategyRules, ...user.settings.strategies.orb, ...change }
          user.settings = { ...user.settings, strategies: { orb } }
        },
        expect: (strategy, position) => this.expected.set(strategy, { position, orTold: false }),
        expectOrTold: (strategy, position) => this.expected.set(strategy, { position, orTold: true }),
      })
      this.changes.push({ at: scheduler.now, userId: user.userId, what: `mode ${user.settings.mode}` })
      const ends = began + (lasts === undefined ? runUntil : lasts * minute)
      for (let at = began; at < ends; at += minute) {
        scheduler.at(at, () => this.reconcile())
        scheduler.at(at + 1_000, () => this.applyTimedRules(user))
      }
      await scheduler.runUntil(ends)
    }
  }

  private cancelExits({ userId, settings: { mode } }: SimUser) {
    const name = `${userId}#${mode}`
    const record = this.tables.accounts.get(name)
    if (!record) return
    const after = [...this.tables.alerts.values()].reduce(
      (before, { alertId }) => withCancelled(before, alertId) ?? before,
      record,
    )
    this.tables.accounts.set(name, { ...after, version: record.version + 1 })
  }

  private sceneUser(): SimUser {
    const user: SimUser = {
      userId: 'user0',
      secrets: { DEMO: 'canary-secret-user0-demo', LIVE: 'canary-secret-user0-live' },
      settings: {
        ...defaultTradingRules,
        mode: 'DEMO',
        liveSince: null,
        strategies: {},
        orderType: 'MARKET',
        tradingPause: null,
        stoppedSince: null,
        instrumentTradeCooldownPeriodInHours: 0,
        preventDuplicatePositionsForInstrument: false,
        maximumOpenPositions: 100,
        maximumOpenPositionsAndPendingOrders: 100,
        allowHedging: true,
        maximumAlertAgeInSeconds: 300,
        avoidDividendDates: false,
      },
      credentials: {
        DEMO: { accountId: 'user0-DEMO-SB', version: 1 },
        LIVE: { accountId: 'user0-LIVE-SB', version: 1 },
      },
      deleted: false,
    }
    this.tables.users.set(user.userId, user)
    this.changes.push({ at: start, userId: user.userId, what: 'mode DEMO' })
    return user
  }

  private sendOfScene(user: SimUser, fields: Readonly<Record<string, unknown>>, firedAt: number) {
    const found = this.tables.instruments.find(({ marketAndSymbol }) => marketAndSymbol === fields.market)
    const { level = 1, decimals = 1 } =
      found && !this.broker.unknown.has(found.igEpic) ? termsOf(found.igEpic) : {}
    const divisor = Number(found?.tradingViewPriceMultiplier ?? 1)
    const opens = !['CLOSE', 'CLOSE_ALL', 'CANCEL', 'REDUCE', 'STOP'].includes(String(fields.action))
    const body = JSON.stringify({
      secret: user.secrets.DEMO,
      ...(opens
        ? {
            price: (level / divisor).toFixed(4),
            atr: [((level * 0.05) / divisor).toFixed(decimals + Math.round(Math.log10(divisor)))],
          }
        : {}),
      time: new Date(firedAt).toISOString(),
      ...fields,
    })
    this.post(this.noted(body, user), 1)
  }

  private approveAll({ userId }: SimUser) {
    for (const { alertId, outcome } of [...this.tables.alerts.values()])
      if (outcome?.outcome === 'ASKED' || outcome?.outcome === 'HELD')
        this.run({ timeout: 10_000, work: (ports) => confirmAlert(ports, userId, alertId) })
  }

  private reconcile() {
    this.run({
      timeout: 60_000,
      work: (ports) => reconcileAlerts(ports, ports.clock.now() + 45_000, () => {}),
    })
  }

  private applyTimedRules({ userId }: SimUser) {
    this.run({
      timeout: 60_000,
      work: async (ports) => {
        for (const user of await this.timedAccounts(userId)) await applyTimedRules(ports, user)
      },
    })
  }

  /**
   * In some worlds, gives instruments a risk per trade, and in some of these leaves little cash. A separate random
   * generator is used, so that the other draws of a seed do not change.
   */
  private planRisk() {
    const chance = new Chance(this.seed ^ 0x5be0cd19)
    if (!chance.happens(this.calm ? 0.4 : 0.12)) return
    const isThin = this.stories.size === 0 && chance.happens(0.5)
    if (isThin) this.broker.thinCash = chance.oneOf([300, 1_000, 60_000, 150_000, 300_000])
    const equity = isThin || this.stories.size > 0 ? null : richCash
    this.tables.instruments = this.tables.instruments.map((row) =>
      isThin && chance.happens(0.5) ? row : withRisk(chance, row, equity),
    )
    for (const user of this.tables.users.values()) {
      const { strategies } = user.settings
      const riskAmount = chance.oneOf([null, 40, 4_000])
      const changed = Object.entries(strategies).map(([name, rules]) => [name, { ...rules, riskAmount }])
      user.settings = { ...user.settings, strategies: Object.fromEntries(changed) as typeof strategies }
    }
  }

  /**
   * In some worlds, gives users limits. A separate random generator is used, so that the other draws of a seed do not
   * change.
   */
  private planLimits() {
    const chance = new Chance(this.seed ^ 0x1f83d9ab)
    if (this.isBarClose || !chance.happens(this.calm ? 0.5 : 0.12)) return
    const { scheduler, tables, broker } = this
    for (const user of tables.users.values()) {
      const story = storyOf(chance)
      this.stories.set(user.userId, story)
      user.settings = { ...user.settings, lossLimits: story.limits }
      if (story.resumesAt !== undefined) scheduler.at(start + story.resumesAt, () => this.resume(user))
    }
    // In a world without faults, lets orders wait for a slow login and sends alerts just before a scheduled run. A trip
    // must also stop orders that are being placed.
    if (this.calm) {
      broker.signsInFor = chance.between(0, 3_000)
      for (let at = 3; at <= 8; at += 1)
        scheduler.at(start + at * minute - chance.between(0, 2_500), () => this.sendAlert(100 + at))
      for (let at = 0; at < 6; at += 1)
        scheduler.at(start + 2 * minute + 4_000 + at * 9_000, () => this.sendAlert(200 + at))
    }
    const storyFor = ({ userId }: Pick<BrokerLogin, 'userId'>) => this.stories.get(userId)
    tables.bookingsOf = (account) => {
      const story = storyFor(account)
      const { recentCloses = [] } = tables.accounts.get(`${account.userId}#${account.mode}`) ?? {}
      // The closes of this world are booked at once with a result of 0, so that only the story causes losses.
      const own = recentCloses.map(({ dealId, at, strategy }) => ({ at, result: '0', strategy, dealId }))
      const booked = story ? bookingsAt(story, start, scheduler.now) : noBookings
      return { ...booked, closes: [...booked.closes, ...own] }
    }
    broker.worthOf = (login) => {
      const story = storyFor(login)
      if (!story) return null
      const worth = worthAt(story, scheduler.now - start)
      if (!worth) throw new BrokerError('unusable', 'IG did not say what the account is worth')
      return worth
    }
  }

  private visitUsers() {
    this.run({
      timeout: 60_000,
      work: (ports) => {
        const store = {
          ...ports.store,
          getTimedAccounts: this.timedAccounts,
          listTimedUsers: this.limitedUsers,
          getVisitRound: () => Promise.resolve(null),
          saveVisitRound: () => Promise.resolve(),
          askForBookings: () => Promise.resolve(),
          trip: (account: AccountKey, trip: Trip) => Promise.resolve(this.trip(account, trip)),
          saveClosing: (account: AccountKey, trip: Trip, closing: readonly string[]) =>
            Promise.resolve(this.saveClosing(account, trip, closing)),
        }
        return visitUsers({ ...ports, store }, ports.clock.now() + 45_000, () => {})
      },
    })
  }

  private readonly limitedUsers = () => Promise.resolve([...this.stories.keys()])
  private readonly timedAccounts = (userId: string): Promise<readonly LimitedUser[]> => {
    const user = this.tables.users.get(userId)
    if (!user || user.deleted) return Promise.resolve([])
    const { strategies, lossLimits, trips, stoppedSince } = user.settings
    const { userId: _, ...captured } = loginOf(user)
    const isStopped = stoppedSince !== null
    return Promise.resolve([{ userId, captured, strategies, isTraded: true, isStopped, lossLimits, trips }])
  }

  /** Saves a trip unless one already applies. */
  private trip({ userId, mode }: AccountKey, trip: Trip): boolean {
    const user = this.tables.users.get(userId)
    const { now } = this.scheduler
    const { accountId, strategy, closes } = trip
    const standing = user && openTrip({ accountId, trips: user.settings.trips }, strategy, now)
    if (!user || (standing && (standing.closes || !closes))) return false
    user.settings = { ...user.settings, trips: [trip] }
    this.changes.push({ at: now, userId, what: `tripped ${mode}${closes ? ' closing' : ''}` })
    if (trip.until !== null)
      this.scheduler.at(Date.parse(trip.until), () =>
        this.changes.push({ at: Date.parse(trip.until ?? ''), userId, what: 'lifted' }),
      )
    return true
  }

  private saveClosing({ userId, mode }: AccountKey, { at }: Trip, closing: readonly string[]) {
    const user = this.tables.users.get(userId)
    if (user?.settings.mode !== mode) return
    const { trips = [] } = user.settings
    const changed = trips.map((trip) => (trip.at === at ? { ...trip, closing: [...closing] } : trip))
    user.settings = { ...user.settings, trips: changed }
  }

  private resume(user: SimUser) {
    const login = loginOf(user)
    const { userId, mode } = login
    const process = { call: async <T>(carryOut: () => T) => carryOut() }
    const store = simStore(this.tables, process, () => this.scheduler.now)
    const ledger = this.tables.accounts.get(`${userId}#${mode}`) ?? emptyLedger
    const again = (watch: Watch) => startedAgain(watch, null, tradesOf(ledger, watch.dayStart, ''))
    void updateWatch(store, login, again).then(() => {
      user.settings = { ...user.settings, trips: [] }
      this.changes.push({ at: this.scheduler.now, userId, what: 'lifted' })
    })
  }

  /** Plans dashboards that stay open and read the positions. They save the positions, which other readers then use. */
  private planTabs() {
    const { chance, scheduler } = this
    for (const { userId } of this.tables.users.values()) {
      if (!chance.happens(0.5)) continue
      for (let at = chance.between(0, minute); at < alertsUntil; at += chance.between(4_000, 9_000))
        scheduler.at(start + at, () => void this.readTab(userId))
    }
  }

  /**
   * Makes some users close deals themselves: in Signalpost, often soon after a part was closed, and in IG's own app.
   */
  private planHands() {
    const chance = new Chance(this.seed ^ 0x6a09e667)
    // In a world with a story about limits, only the story may change what is open.
    if (this.stories.size > 0 || !chance.happens(0.2)) return
    this.strikes.note('byHand')
    const { scheduler, broker } = this
    const isEarly = () => scheduler.now < start + faultsUntil
    for (const user of this.tables.users.values())
      for (let count = chance.whole(0, 3); count > 0; count -= 1)
        scheduler.at(start + chance.between(20_000, alertsUntil), () =>
          this.dealByHand(user, this.shownTo(user, chance)),
        )
    broker.onCut = ({ userId }, dealId) => {
      const user = this.tables.users.get(userId)
      if (user && isEarly() && chance.happens(0.6))
        scheduler.after(chance.between(200, 6_000), () =>
          this.dealByHand(user, [{ kind: 'position', dealId }]),
        )
    }
    for (const { credentials, settings } of this.tables.users.values())
      for (let count = chance.whole(0, 4); count > 0; count -= 1)
        scheduler.at(start + chance.between(20_000, alertsUntil), () =>
          broker.closeByHand(credentials[settings.mode].accountId, 0.5),
        )
  }

  /** Draws the deals that a user closes: one deal from the dashboard, or all positions with *Stop and close*. */
  private shownTo({ userId, settings: { mode } }: SimUser, chance: Chance): readonly DealToEnd[] {
    const { positions, orders } = this.tables.listsOf({ userId, mode })
    const open = (positions?.rows ?? []).map(({ dealId }) => ({ kind: 'position', dealId }) as const)
    const waiting = (orders?.rows ?? []).map(({ dealId }) => ({ kind: 'order', dealId }) as const)
    if (chance.happens(0.2)) return open
    return open.length + waiting.length === 0 ? [] : [chance.oneOf([...open, ...waiting])]
  }

  private dealByHand(user: SimUser, deals: readonly DealToEnd[]) {
    const [deal, ...others] = deals
    if (!deal || user.deleted || this.stoodStill()) return
    this.run({
      timeout: httpTimeout,
      work: (ports, process, counter) => {
        process.isByHand = true
        const lists = this.broker.listsFor(process, counter)
        return dealByHand(handPorts(ports, lists, this.tables, process), loginOf(user), deal)
      },
      done: (verdict) => {
        if (verdict) this.byHand.push({ dealId: deal.dealId, at: this.scheduler.now, verdict })
        this.dealByHand(user, others)
      },
    })
  }

  /** Makes the list of positions outdated: an order fills, and an alert comes before the list is read again. */
  private fillThenAlert(user: SimUser, login: BrokerLogin) {
    const { chance, scheduler } = this
    scheduler.after(chance.between(0, 1_000), () => this.broker.endSomeOrder(login))
    scheduler.after(chance.between(1_000, 3_000), () => this.sendAlert(this.sent.length, user))
  }

  private async readTab(userId: string) {
    const user = this.tables.users.get(userId)
    if (!user || user.deleted) return
    const login = loginOf(user)
    const { allowance } = this.broker
    const process = new Process(this.shared, 20_000, null)
    const counter = allowance?.counterFor('tab', 'dashboard', process) ?? null
    const lists = this.broker.listsFor(process, counter)
    try {
      const positions = await lists.readPositions(login)
      this.tables.saveLists(login, { positions })
      if (counter) await this.readRestOfTab(login, this.broker.portFor(process, counter), lists.readOrders)
      if (this.chance.happens(0.15)) this.fillThenAlert(user, login)
    } catch {
      // The dashboard shows an error and reads its data again later.
    }
    if (process.alive && counter) allowance?.putBack('tab', counter)
    process.end()
  }

  /**
   * Reads what a dashboard shows in addition to positions: orders, activity and the account's value, each at its own
   * interval.
   */
  private async readRestOfTab(
    login: BrokerLogin,
    broker: Broker,
    readOrders: ReturnType<SimBroker['listsFor']>['readOrders'],
  ) {
    const { now } = this.scheduler
    const isDue = (what: keyof typeof tabPaces) => {
      const name = `${login.accountId} ${what}`
      if (now - (this.shownAt.get(name) ?? 0) < tabPaces[what]) return false
      this.shownAt.set(name, now)
      return true
    }
    if (isDue('orders')) this.tables.saveLists(login, { orders: await readOrders(login) })
    if (isDue('activity')) await broker.readActivity(login, now)
    if (isDue('worth')) await broker.readEquity(login)
  }

  private stoodStill() {
    return this.scheduler.now >= this.standstill.from && this.scheduler.now < this.standstill.until
  }

  /** Sends a new alert that has the ID of an earlier one. */
  private sendReturning({ body, userId }: SentAlert) {
    const time = new Date(this.scheduler.now - 1_000).toISOString()
    const fields = { ...(JSON.parse(body) as Record<string, unknown>), time }
    this.post(this.noted(JSON.stringify(fields), { userId }), 4)
  }

  /** Adds an alert to those that were sent. */
  private noted(body: string, { userId }: Pick<SimUser, 'userId'>): SentAlert {
    const sent: SentAlert = { at: this.scheduler.now, body, userId, answers: [] }
    this.sent.push(sent)
    return sent
  }

  /** Runs the real code of a Lambda invocation with ports of this world. */
  private run<T>({ timeout, alertId = null, work, done, failed, overran }: Invocation<T>) {
    const process = new Process(this.shared, timeout, alertId, () => {
      if (!process.wasHeldUp) overran?.()
    })
    const { allowance } = this.broker
    // Each Lambda has a different timeout, which identifies it here.
    const counter = allowance?.counterFor(`${timeout}`, 'orders', process) ?? null
    const end = () => {
      if (process.alive && counter) allowance?.putBack(`${timeout}`, counter)
      process.end()
    }
    const ports: AllPorts = {
      clock: { now: () => process.now(), sleep: (milliseconds) => process.sleep(milliseconds) },
      random: { unit: () => this.chance.unit(), id: () => String(this.chance.whole(0, 1e9)) },
      store: this.withPoison(process.noting(simStore(this.tables, process, () => this.scheduler.now))),
      queue: this.queue.portFor(process),
      broker: this.broker.portFor(process, counter),
      dailyPrices: { readDailyCandles: async () => null },
      ordersAtOnce: 4,
      notify: async (events) => {
        this.notifications.push(...events)
      },
    }
    work(this.mutant ? this.mutant(ports, this) : ports, process, counter).then(
      (result) => {
        if (process.alive) done?.(result)
        end()
      },
      () => {
        if (process.alive) failed?.()
        end()
      },
    )
  }

  /**
   * Makes the executor fail on alerts of the poisoned instrument. The code that gives up an alert does not read the
   * instrument, so it does not fail.
   */
  private withPoison(store: Store): Store {
    if (this.poisoned === null) return store
    return {
      ...store,
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        const isPoisoned = (record: AlertRecord | null) =>
          record?.alert.market === this.poisoned && record.alert.price === '1'
        const fail = () => Promise.reject(new Error('simulated: poison'))
        if (isPoisoned(context.alert)) return { ...context, findInstrument: fail }
        if (!context.behind.some(isPoisoned)) return context
        const findInstrument = (name: string) =>
          name === this.poisoned && context.alert?.alert.market !== name
            ? fail()
            : context.findInstrument(name)
        return { ...context, findInstrument }
      },
    }
  }

  /** Draws the fault rates of a world, so that some worlds have many faults of one kind and others have none. */
  private drawRates(): FaultRates {
    const rate = (often: number, most: number) =>
      this.chance.happens(often) ? this.chance.between(0, most) : 0
    return {
      crash: rate(0.6, 0.03),
      pause: rate(0.5, 0.02),
      failBefore: rate(0.5, 0.05),
      loseReply: rate(0.5, 0.05),
      duplicateDelivery: rate(0.5, 0.3),
      orderTrouble: rate(0.7, 0.6),
      orderRejected: rate(0.6, 0.3),
      readTrouble: rate(0.5, 0.3),
      outage: rate(0.3, 1),
      longOutage: this.chance.happens(0.09) ? 1 : 0,
      listsLate: rate(0.15, 0.4),
      historyLate: rate(0.25, 0.6),
      transientRefusal: rate(0.5, 0.9),
      partialFill: rate(0.5, 0.9),
      standstill: this.chance.happens(0.04) ? 1 : 0,
      clockStands: rate(0.15, 0.2),
      clockLies: rate(0.2, 0.6),
      poison: this.chance.happens(0.03) ? 1 : 0,
      idReturns: this.chance.happens(0.04) ? 1 : 0,
    }
  }

  private makeUsers() {
    const { chance } = this
    const count = this.isBarClose ? 1 : chance.whole(1, 3)
    for (let index = 0; index < count; index += 1) {
      const userId = `user${index}`
      const user: SimUser = {
        userId,
        secrets: { DEMO: `canary-secret-${userId}-demo`, LIVE: `canary-secret-${userId}-live` },
        settings: {
          ...defaultTradingRules,
          mode: chance.oneOf(['DEMO', 'LIVE']),
          liveSince: null,
          strategies: {},
          orderType: chance.oneOf(['LIMIT', 'MARKET']),
          instrumentTradeCooldownPeriodInHours: this.isBarClose ? 0 : chance.oneOf([0, 0, 0, 24]),
          preventDuplicatePositionsForInstrument: !this.isBarClose && chance.happens(0.3),
          largestBurst: this.isBarClose ? chance.oneOf([20, 20, 20, 98]) : defaultTradingRules.largestBurst,
          allowHedging: this.isBarClose || chance.happens(0.5),
          maximumOpenPositions: this.isBarClose ? 100 : chance.whole(1, 4),
          maximumOpenPositionsAndPendingOrders: this.isBarClose ? 100 : chance.whole(1, 5),
          maximumAlertAgeInSeconds: this.calm || this.isBarClose ? 300 : chance.oneOf([10, 30, 60, 300]),
          avoidDividendDates: false,
          tradingPause: null,
          stoppedSince: null,
        },
        credentials: {
          DEMO: { accountId: `${userId}-DEMO-SB`, version: 1 },
          LIVE: { accountId: `${userId}-LIVE-SB`, version: 1 },
        },
        deleted: false,
      }
      if (this.hasStrategies) this.setStrategies(user)
      this.tables.users.set(userId, user)
      this.changes.push({ at: start, userId, what: `mode ${user.settings.mode}` })
    }
  }

  private setStrategies(user: SimUser) {
    const { trader } = this
    const { settings } = user
    user.settings = {
      ...settings,
      preventDuplicatePositionsForInstrument: trader.happens(0.1),
      maximumOpenPositions: 20,
      maximumOpenPositionsAndPendingOrders: 20,
      strategies: { orb: trader.rules(), ...(trader.happens(0.5) ? { trend: trader.rules() } : {}) },
    }
    this.broker.enableTrailing(user.credentials[settings.mode].accountId)
  }

  private planAlerts() {
    const { chance, scheduler } = this
    const count = this.isBarClose ? 40 : chance.whole(4, 12) * (this.hasStrategies ? 2 : 1)
    const isBurst = this.isBarClose || chance.happens(0.4)
    for (let index = 0; index < count; index += 1) {
      const at = start + (isBurst ? chance.between(1_000, 3_000) : chance.between(1_000, alertsUntil))
      scheduler.at(at, () => this.sendAlert(index))
    }
  }

  private sendAlert(index: number, from?: SimUser) {
    const { chance, scheduler } = this
    const user = from ?? chance.oneOf([...this.tables.users.values()])
    const mode: Mode = chance.happens(0.9) ? user.settings.mode : chance.oneOf(['DEMO', 'LIVE'])
    const kind = chance.happens(this.closing) ? 'CLOSE' : chance.oneOf(['BUY', 'SELL'])
    const naming = chance.whole(0, 2)
    const instrument = chance.oneOf(this.traded)
    const { level, decimals, scalingFactor } = termsOf(instrument.igEpic)
    const ofStrategy = this.hasStrategies
      ? this.trader.next(user.userId, instrument.marketAndSymbol, level, Number(scalingFactor))
      : {}
    if (!ofStrategy) return
    const isPoison = this.poisoned === instrument.marketAndSymbol && chance.happens(0.5)
    const body = JSON.stringify({
      secret: user.secrets[mode],
      market: instrument.marketAndSymbol,
      action: kind,
      // Each alert has a different price, so that no two alerts are equal by chance.
      price: isPoison ? '1' : (level * (1 + index / 10_000)).toFixed(4),
      atr: [(level * 0.05).toFixed(decimals)],
      time: new Date(scheduler.now - chance.whole(0, 5_000)).toISOString(),
      ...(naming === 1 ? { id: `order-${index}` } : {}),
      ...ofStrategy,
    })
    const sent = this.noted(body, user)
    this.post(sent, 4)
    // This strategy sends two different alerts with the same ID.
    if (naming === 1 && chance.happens(0.1)) {
      const price = (level * 0.99).toFixed(4)
      const other = { ...(JSON.parse(body) as object), price }
      const reused = this.noted(JSON.stringify(other), user)
      scheduler.after(20_000, () => this.post(reused, 4))
    }
    if (chance.happens(0.1)) this.post(sent, 1)
    if (chance.happens(0.05)) scheduler.after(6 * minute, () => this.post(sent, 1))
  }

  /**
   * Sends an alert as TradingView does. After a 5xx it sends the alert again, up to three times at intervals of 5 s,
   * but not after its own timeout.
   */
  private post(sent: SentAlert, sends: number) {
    const { scheduler } = this
    let gaveUp = false
    scheduler.after(3_000, () => (gaveUp = true))
    const answered = (status: number, alertId?: string) => {
      if (gaveUp) return
      gaveUp = true
      sent.answers.push({ status, at: scheduler.now, ...(alertId ? { alertId } : {}) })
      if (status >= 500 && sends > 1) scheduler.after(5_000, () => this.post(sent, sends - 1))
    }
    this.run({
      timeout: 10_000,
      work: (ports) => acceptAlert(ports, sent.body),
      done: (acceptance) =>
        acceptance.kind === 'queued' || acceptance.kind === 'duplicate'
          ? answered(202, acceptance.alertId)
          : answered(acceptance.kind === 'unknown-secret' ? 401 : 400),
      failed: () => answered(503),
    })
  }

  private planTrouble() {
    const { chance, scheduler } = this
    for (const user of this.tables.users.values()) {
      const count = chance.happens(0.4) ? chance.whole(1, 3) : 0
      for (let index = 0; index < count; index += 1)
        scheduler.at(start + chance.between(0, alertsUntil), () => this.changeSettings(user))
      if (chance.happens(0.3))
        scheduler.at(start + chance.between(0, alertsUntil), () =>
          this.broker.closeByHand(user.credentials[user.settings.mode].accountId),
        )
    }
    if (chance.happens(this.drawn.poison)) {
      this.strikes.note('poison')
      this.poisoned = chance.oneOf(this.traded).marketAndSymbol
    }
    if (chance.happens(this.drawn.longOutage)) {
      // The outage begins at a time when an order may just have been sent.
      scheduler.at(start + chance.between(2_000, alertsUntil), () => {
        this.strikes.note('longOutage')
        this.broker.downUntil = scheduler.now + chance.between(18 * minute, 25 * minute)
      })
    } else if (chance.happens(this.drawn.standstill)) {
      this.strikes.note('standstill')
      const from = start + chance.between(2_000, alertsUntil)
      this.standstill = { from, until: from + chance.between(16 * minute, 30 * minute) }
    } else if (chance.happens(this.drawn.outage)) {
      const from = chance.between(0, alertsUntil)
      scheduler.at(start + from, () => {
        this.broker.downUntil = Math.min(
          scheduler.now + chance.between(5_000, 5 * minute),
          start + faultsUntil,
        )
      })
    }
  }

  private changeSettings(user: SimUser) {
    const { chance, scheduler } = this
    if (user.deleted) return
    this.strikes.note('settingsChange')
    const note = (what: string) => this.changes.push({ at: scheduler.now, userId: user.userId, what })
    // A story covers only one account, so mode and account must not change.
    const kind = this.stories.has(user.userId) ? 12 : chance.whole(0, 19)
    if (kind < 9) {
      const mode: Mode = user.settings.mode === 'DEMO' ? 'LIVE' : 'DEMO'
      user.settings = { ...user.settings, mode }
      note(`mode ${mode}`)
    } else if (kind < 12) {
      const { mode } = user.settings
      const { accountId, version } = user.credentials[mode]
      user.credentials = { ...user.credentials, [mode]: { accountId: `${accountId}x`, version: version + 1 } }
      note(`account ${mode} ${accountId}x`)
    } else if (kind < 18) {
      const at = new Date(scheduler.now).toISOString()
      const tradingPause = user.settings.tradingPause
        ? null
        : ({ by: 'USER', at, reason: 'manually' } as const)
      user.settings = { ...user.settings, tradingPause }
      note(tradingPause ? 'paused' : 'resumed')
    } else {
      this.strikes.note('userDeleted')
      user.deleted = true
      note('deleted')
    }
  }
}
