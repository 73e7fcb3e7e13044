import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { acceptPorts } from '../../../functions/alerts/accept-ports.ts'
import { executorStore } from '../../../functions/alerts/executor-store.ts'
import { reconcilerStore } from '../../../functions/alerts/reconciler-ports.ts'
import { listLogs } from '../../../functions/logs/log-store.ts'
import { listDecisions } from '../../../functions/journal/what-if/decision-store.ts'
import { type KeptDecision, withTheirSettings } from '../../../shared/journal/what-if/kept-decision.ts'
import { deleteSettings, saveSettings } from '../../../functions/settings/settings-store.ts'
import { putWebhookSecret } from '../../../functions/settings/webhook-secret-store.ts'
import { emptyLedger, withDecisions } from '../../../functions/trading/ledger/ledger.ts'
import type { AlertOutcome, AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import type { BrokerLogin } from '../../../functions/trading/ports/broker.ts'
import type { Claim } from '../../../functions/trading/ports/ledger.ts'
import type { Store } from '../../../functions/trading/ports/store.ts'
import type { TraceStep } from '../../../shared/trading/rules/trace.ts'
import type { AccountState, Snapshot } from '../../../shared/trading/model/snapshot.ts'
import { newWatch, noBookings } from '../../../shared/trading/model/watch.ts'
import { defaultTradingRules } from '../../../shared/settings/trading-settings.ts'
import { replaceInstruments } from '../testing/replace-instruments.ts'
import {
  aMarket,
  anAccount,
  anAlert,
  anInstrument,
  aPosition,
  aSnapshot,
  aWorkingOrder,
  now,
} from '../testing/trading-values.ts'
import { useEmbeddedDynamoDb } from '../testing/use-embedded-dynamodb.ts'
import { SimTables, simStore } from './store.ts'

vi.mock(
  '../../../functions/aws/root-secret.ts',
  async () => (await import('../testing/zero-root-key.ts')).zeroRootKey,
)

// Stops the clock, because the log does not show entries that are too old.
beforeAll(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))

/**
 * The tests in this file check what the engine expects of its store. They run against the simulation's store and the
 * store over DynamoDB, so that results of the simulation also apply to the real store.
 */

type World = {
  readonly store: Store
  /** Adds a user with the mode DEMO and one instrument, NASDAQ:AAPL. */
  addUser(userId: string, secret: string): Promise<void>
  removeSettings(userId: string): Promise<void>
  logOf(userId: string): Promise<string[]>
  /** The stored data of the user's decisions in the mode DEMO, oldest first. */
  decisionsOf(userId: string): Promise<KeptDecision[]>
}

const captured = { mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 3 } as const

const simulated = (): World => {
  const tables = new SimTables([anInstrument()])
  return {
    store: simStore(tables, { call: async (carryOut) => carryOut() }, () => now),
    addUser: async (userId, secret) => {
      tables.users.set(userId, {
        userId,
        secrets: { DEMO: secret, LIVE: `${secret}-live` },
        settings: {
          ...defaultTradingRules,
          mode: 'DEMO',
          tradingPause: null,
          stoppedSince: null,
          liveSince: null,
          strategies: {},
        },
        credentials: { DEMO: { accountId: 'ZZ1AB', version: 3 }, LIVE: { accountId: 'ZZ1AC', version: 1 } },
        deleted: false,
      })
    },
    removeSettings: async (userId) => {
      const user = tables.users.get(userId)
      if (user) user.deleted = true
    },
    logOf: async (userId) =>
      [...tables.logs.values()].flatMap((entry) => (entry.userId === userId ? [entry.message] : [])),
    decisionsOf: () => Promise.resolve([...tables.decisions.values()]),
  }
}

const stored = (): World => ({
  store: {
    ...acceptPorts.store,
    ...executorStore,
    ...reconcilerStore,
    getAlertContext: executorStore.getAlertContext,
  },
  addUser: async (userId, secret) => {
    await saveSettings({
      userId,
      version: 1,
      mode: 'DEMO',
      rules: defaultTradingRules,
      credentials: {
        DEMO: { accountId: 'ZZ1AB', version: 3, missing: [] },
        LIVE: { accountId: 'ZZ1AC', version: 1, missing: [] },
      },
      tradingPause: null,
    })
    await putWebhookSecret(secret, { userId, captured }, `${secret}-live`)
    await replaceInstruments(userId, [anInstrument()])
  },
  removeSettings: deleteSettings,
  logOf: async (userId) => {
    const { results } = await listLogs(userId, { type: 'ALL' }, 0, 100)
    return results.map(({ message }) => message).reverse()
  },
  decisionsOf: async (userId) => {
    const span = { from: 0, to: now + 86_400_000, limit: 100 }
    return withTheirSettings(await listDecisions({ userId, mode: 'DEMO' }, span))
  },
})

const trace: TraceStep[] = [
  { rule: 'position change', passed: true, fact: { kind: 'open', from: 'flat', to: 'long' } },
]
const outcome = (change: Partial<AlertOutcome> = {}): AlertOutcome => ({
  outcome: 'REFUSED',
  ending: { kind: 'told', sentence: 'Refused: a test reports it' },
  trace,
  decidedAt: now,
  ...change,
})

let turn = 0

describe.each([
  ['the simulation’s store', simulated],
  ['the store over DynamoDB', stored],
])('%s', (_name, makeWorld) => {
  useEmbeddedDynamoDb()
  let world: World
  let store: Store
  let userId: string
  let secret: string
  let login: BrokerLogin
  beforeEach(async () => {
    turn += 1
    userId = `user-${turn}`
    secret = `an-unguessable-secret-${turn}`
    login = { userId, mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 3 }
    world = makeWorld()
    store = world.store
    await world.addUser(userId, secret)
  })
  const account = () => ({ userId, mode: 'DEMO' as const })
  const aRecord = (change: Partial<AlertRecord> = {}): AlertRecord => ({
    alertId: `alert-${turn}-abcdefghijklmnopqrstuvwxyz`.slice(0, 26),
    userId,
    acceptedAt: now,
    captured,
    alert: anAlert(),
    outcome: null,
    waits: 0,
    ofMinute: 1,
    ...change,
  })
  const put = async (change: Partial<AlertRecord> = {}) => {
    const record = aRecord(change)
    await store.putAlert(record)
    return record
  }
  const contextOf = ({ alertId }: AlertRecord) => store.getAlertContext({ alertId, ...account() })
  const openIds = async (before: number, limit = 1_000) =>
    (await store.listOpenLanes(before, limit))
      .flat()
      .flatMap((open) => (open.userId === userId ? [open.alertId] : []))

  describe('the check of a webhook secret', () => {
    it('refuses an unknown secret', async () => {
      expect(await store.admit('not-anybody’s-secret', now)).toBeNull()
      expect(await store.findSecret(['not-anybody’s-secret'], now)).toBeNull()
    })

    it('does not count an alert if only the owner of the secret is looked up', async () => {
      expect(await store.findSecret(['not-anybody’s', secret], now)).toEqual({ secret, userId, mode: 'DEMO' })
      expect((await store.admit(secret, now))?.alertsThisMinute).toBe(1)
    })

    it('returns the user and the settings for a known secret, and counts alerts per minute', async () => {
      expect(await store.admit(secret, now)).toEqual({ userId, captured, alertsThisMinute: 1 })
      expect((await store.admit(secret, now + 1_000))?.alertsThisMinute).toBe(2)
      expect((await store.admit(secret, now + 60_000))?.alertsThisMinute).toBe(1)
    })
  })

  describe('the minute in which equal alerts are duplicates', () => {
    it('starts with the first of these alerts, and starts again with the first alert after its end', async () => {
      const open = (alertId: string, at: number) => store.openWindow(`${userId} says`, alertId, at, 60_000)
      expect(await open('first', now)).toBe('first')
      expect(await open('second', now + 59_000)).toBe('first')
      expect(await open('third', now + 61_000)).toBe('third')
    })
  })

  describe('an alert', () => {
    it('is stored once and read unchanged', async () => {
      const record = aRecord()
      expect(await store.putAlert(record)).toBe(true)
      expect(await store.putAlert({ ...record, acceptedAt: now + 1 })).toBe(false)
      expect(await store.getAlert(record.alertId)).toEqual({ ...record, state: 'open' })
      expect(await store.getAlert('another')).toBeNull()
    })

    it('can be stored again after thirty days if it is no longer open', async () => {
      const { alertId } = await put()
      const later = aRecord({ acceptedAt: now + 31 * 24 * 3_600_000 })
      expect(await store.putAlert(later)).toBe(false)
      await store.markComplete(alertId)
      expect(await store.putAlert(later)).toBe(true)
      expect(await store.getAlert(alertId)).toEqual({ ...later, state: 'open' })
    })

    it('keeps the outcome that was saved first', async () => {
      const record = await put()
      const first = outcome({ dealIds: ['DIAAAAABCD00001'], mayShowLater: true })
      expect(await store.saveOutcome(record, first)).toEqual(first)
      expect(await store.saveOutcome(record, outcome({ outcome: 'PLACED' }))).toEqual(first)
      expect((await store.getAlert(record.alertId))?.outcome).toEqual(first)
    })

    it('causes no error if it is missing when its outcome or state is saved', async () => {
      expect(await store.saveOutcome(aRecord({ alertId: 'gone' }), outcome())).toEqual(outcome())
      await expect(store.markComplete('gone')).resolves.toBeUndefined()
      await expect(store.saveState(aRecord({ alertId: 'gone' }), 'waits')).resolves.toBeUndefined()
      await expect(store.noteWait('gone')).resolves.toBeUndefined()
      expect(await store.getAlert('gone')).toBeNull()
    })

    it('is open until it is complete, even if it already has an outcome', async () => {
      const record = await put()
      expect(await openIds(now + 1)).toEqual([record.alertId])
      expect(await openIds(now)).toEqual([])
      await store.saveOutcome(record, outcome())
      expect(await openIds(now + 1)).toEqual([record.alertId])
      await store.markComplete(record.alertId)
      expect(await openIds(now + 1)).toEqual([])
    })

    it.each([
      ['PLACED', 'ended'],
      ['NEEDS_REVIEW', 'review'],
      ['ASKED', 'asks'],
      ['HELD', 'held'],
    ] as const)('has the outcome %s and the state %s until it is saved as ended', async (name, state) => {
      const record = await put()
      const ended = outcome({ outcome: name, answerBy: now + 60_000 })
      await store.saveOutcome(record, ended)
      const stored = await store.getAlert(record.alertId)
      expect(stored?.state).toBe(state)
      if (stored) await store.saveState(stored, 'ended')
      expect(await store.getAlert(record.alertId)).toMatchObject({ state: 'ended', outcome: ended })
    })

    it('cannot be saved as waiting after it has an outcome', async () => {
      const record = await put()
      await store.saveState(record, 'waits')
      expect((await store.getAlert(record.alertId))?.state).toBe('waits')
      await store.saveOutcome(record, outcome())
      await store.saveState(record, 'waits')
      expect((await store.getAlert(record.alertId))?.state).toBe('ended')
    })

    it('is stored with the number of times that it has waited', async () => {
      const { alertId } = await put()
      await store.noteWait(alertId)
      await store.noteWait(alertId)
      expect((await store.getAlert(alertId))?.waits).toBe(2)
    })
  })

  describe('the list of open alerts', () => {
    it('contains the newest alerts, oldest first', async () => {
      const far = now + 365 * 24 * 3_600_000
      for (const [index, name] of ['b', 'c', 'a'].entries())
        await put({ alertId: `${name}-${userId}`, acceptedAt: far + index })
      expect(await openIds(far + 10, 2)).toEqual([`c-${userId}`, `a-${userId}`])
      for (const name of ['a', 'b', 'c']) await store.markComplete(`${name}-${userId}`)
    })
  })

  describe('the data of a decision', () => {
    it('is stored with the settings that the decision used, and replaces the data of an earlier decision on the same alert', async () => {
      const of = (id: string, change: Partial<Snapshot> = {}): KeptDecision => ({
        alertId: `${userId}-${id}`,
        ended: 'decided',
        snapshot: aSnapshot({ account: anAccount(), market: aMarket(), ...change }),
      })
      const changed = { ...aSnapshot().settings, maximumOpenPositions: 2 }
      await store.keepDecisions(account(), [of('one', { isConfirmed: true }), of('two')])
      await store.keepDecisions(account(), [of('one', { settings: changed })])
      expect(await world.decisionsOf(userId)).toEqual(
        JSON.parse(JSON.stringify([of('one', { settings: changed }), of('two')])),
      )
    })
  })

  describe('the state of a user’s limits', () => {
    it('is saved only if it has not changed since it was read', async () => {
      expect(await store.getWatch(account())).toEqual({ watch: null, bookings: noBookings })
      const first = { ...newWatch('ZZ1AB'), version: 1 }
      expect(await store.saveWatch(account(), first)).toBe(true)
      expect(await store.saveWatch(account(), { ...first, dayStart: 5 })).toBe(false)
      const second = { ...first, version: 2, notified: { 'lossToday orb': 7 } }
      expect(await store.saveWatch(account(), second)).toBe(true)
      expect((await store.getWatch(account())).watch).toEqual(second)
      expect((await store.getWatch({ ...account(), mode: 'LIVE' })).watch).toBeNull()
    })
  })

  describe('the context of an alert', () => {
    it('contains only settings if nothing else is stored', async () => {
      const context = await contextOf(aRecord())
      expect(context).toMatchObject({ alert: null, ledger: emptyLedger, accountState: null })
      expect(context.settings).toEqual({
        ...defaultTradingRules,
        mode: 'DEMO',
        accountId: 'ZZ1AB',
        credentialsVersion: 3,
        missingCredentials: [],
        tradingPause: null,
        stoppedSince: null,
        liveSince: null,
        strategies: {},
      })
    })

    it('finds an instrument regardless of letter case', async () => {
      const { findInstrument } = await contextOf(aRecord())
      expect(await findInstrument('nasdaq:aapl')).toMatchObject({ marketAndSymbol: 'NASDAQ:AAPL' })
      expect(await findInstrument('NASDAQ:AAP')).toBeNull()
    })

    it('lists the names of all instruments', async () => {
      const { listInstrumentNames } = await contextOf(aRecord())
      expect(await listInstrumentNames()).toEqual(['NASDAQ:AAPL'])
    })

    it('contains no settings if the user is deleted', async () => {
      await world.removeSettings(userId)
      expect((await contextOf(aRecord())).settings).toBeNull()
      expect(await store.getSettings(userId, 'DEMO')).toBeNull()
    })
  })

  describe('the safety brake', () => {
    it('pauses trading in the settings of both modes', async () => {
      await store.applyBrake(userId, 'Too many orders.', now)
      const tradingPause = { by: 'BRAKE', at: new Date(now).toISOString(), reason: 'Too many orders.' }
      expect(await store.getSettings(userId, 'DEMO')).toMatchObject({ tradingPause })
      expect(await store.getSettings(userId, 'LIVE')).toMatchObject({ tradingPause, accountId: 'ZZ1AC' })
    })
  })

  describe('the ledger', () => {
    const claim = (change: Partial<Claim> = {}): Claim => {
      const { alertId } = aRecord()
      return {
        alertId,
        dealReference: `SP-${alertId.slice(0, 20)}abc123`,
        claimedAt: now,
        epic: 'UA.D.AAPL.DAILY.IP',
        instrument: 'NASDAQ:AAPL',
        trace,
        captured,
        intent: {
          kind: 'close',
          positions: [aPosition()],
          workingOrders: [aWorkingOrder()],
          inFlight: 1,
          done: ['DIAAAAABCD00001'],
          retry: ['position DIAAAAABCD00002'],
        },
        ...change,
      }
    }

    it('is saved only if no other run has saved it since it was read, and is read as it was saved', async () => {
      const one = withDecisions(emptyLedger, [claim()], [], claim().claimedAt)
      expect(await store.saveLedger(account(), one)).toBe(true)
      expect(await store.saveLedger(account(), one)).toBe(false)
      expect(await store.getLedger(account())).toEqual(one)
      const { alertId, dealReference } = claim()
      const two = {
        ...one,
        version: 2,
        claims: [],
        decided: [{ alertId, at: now, orderAt: now - 5 }],
        placed: [
          {
            alertId,
            dealReference,
            dealId: 'DIAAAAABCD00003',
            epic: 'UA.D.AAPL.DAILY.IP',
            order: { type: 'LIMIT', direction: 'SELL' } as const,
            at: now,
            knownAt: now + 5,
          },
        ],
        closed: [{ dealId: 'DIAAAAABCD00004', at: now }],
        lastOrderAt: { 'NASDAQ:AAPL': now },
      }
      expect(await store.saveLedger(account(), two)).toBe(true)
      expect((await contextOf(aRecord())).ledger).toEqual(two)
    })

    it('is separate for each mode', async () => {
      await store.saveLedger(account(), withDecisions(emptyLedger, [claim()], [], claim().claimedAt))
      expect(await store.getLedger({ userId, mode: 'LIVE' })).toEqual(emptyLedger)
    })
  })

  describe('the account state', () => {
    const positions = [aPosition()]
    const workingOrders = [aWorkingOrder()]
    const state = (change: Partial<AccountState>): AccountState =>
      anAccount({ accountId: 'ZZ1AB', positions, workingOrders, ...change })
    const kept = async () => (await contextOf(aRecord())).accountState

    it('is stored with the time of its reading', async () => {
      await store.saveAccountState(account(), state({ readAt: now }))
      expect(await kept()).toEqual(state({ readAt: now }))
    })

    it('is not replaced by an older reading', async () => {
      await store.saveAccountState(account(), state({ readAt: now }))
      await store.saveAccountState(account(), state({ readAt: now - 1, positions: [] }))
      await store.saveAccountState(account(), state({ readAt: now, positions: [] }))
      expect((await kept())?.positions).toEqual(positions)
      await store.saveAccountState(account(), state({ readAt: now + 1, positions: [] }))
      expect((await kept())?.positions).toEqual([])
    })

    it('keeps its positions if only its orders were read again', async () => {
      await store.saveAccountState(account(), state({ readAt: now, positionsReadAt: now + 20_000 }))
      const compared = {
        readAt: now,
        positionsReadAt: now + 20_000,
        ordersReadAt: now + 25_000,
        workingOrders: [],
      }
      await store.saveAccountState(account(), state({ ...compared, positions: [] }))
      expect(await kept()).toEqual(state({ ...compared, positions }))
    })
  })

  describe('a market', () => {
    it('is cached for the account that read it while its quote is recent', async () => {
      const epic = `UA.D.${turn}.DAILY.IP`
      const market = aMarket({ epic, quotedAt: now })
      await store.saveMarket(login, market)
      expect(await store.getMarket(login, epic, now - 1)).toEqual(market)
      expect(await store.getMarket(login, epic, now)).toBeNull()
      expect(await store.getMarket({ ...login, accountId: 'ZZ9ZZ' }, epic, now - 1)).toBeNull()
      expect(await store.getMarket({ ...login, mode: 'LIVE' }, epic, now - 1)).toBeNull()
    })
  })

  describe('the daily ATR of an instrument', () => {
    it('is cached for a day, for every account of the mode', async () => {
      const of = { ...anInstrument(), igEpic: `UA.D.${turn}.DAILY.IP` }
      await store.saveDailyAtr(login, of, '2026-09-07', { 14: '4.2', 20: null })
      const read = (by: Partial<BrokerLogin>, day = '2026-09-07', source = of) =>
        store.getDailyAtr({ ...login, ...by }, source, day)
      expect(await read({ userId: 'another', accountId: 'ZZ9ZZ' })).toEqual({ 14: '4.2', 20: null })
      expect(await read({}, '2026-09-08')).toBeNull()
      expect(await read({ mode: 'LIVE' })).toBeNull()
      expect(await read({}, '2026-09-07', { ...of, tradingViewPriceMultiplier: '1' })).toBeNull()
    })
  })

  describe('refused alerts', () => {
    it('are counted per minute, and the count of a past minute is listed until it is dropped', async () => {
      const minute = Math.floor(now / 60_000) + turn * 10
      await store.countRefused(account(), minute)
      await store.countRefused(account(), minute)
      const refused = async (before: number) =>
        (await store.listRefused(before)).filter((each) => each.userId === userId)
      expect(await refused(minute)).toEqual([])
      const [first, ...others] = await refused(minute + 1)
      expect([first, others]).toEqual([{ ...account(), minute, count: 2 }, []])
      if (first) await store.dropRefused(first)
      expect(await refused(minute + 1)).toEqual([])
    })
  })

  describe('the log', () => {
    it('stores only the first entry with a key', async () => {
      const entry = { ...account(), type: 'ALERT' as const, since: now, at: now }
      await store.log([{ ...entry, key: 'one', message: 'First' }])
      await store.log([
        { ...entry, key: 'one', message: 'First again' },
        { ...entry, key: 'two', message: 'Second' },
      ])
      expect(await world.logOf(userId)).toEqual(['First', 'Second'])
    })
  })
})
