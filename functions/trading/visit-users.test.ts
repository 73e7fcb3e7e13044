import { describe, expect, it } from 'vitest'
import { aPosition, epic } from '../../infra/dev/testing/trading-values.ts'
import { Scheduler } from '../../infra/dev/simulation/scheduler.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { noLimits } from '../../shared/limits/loss-limits.ts'
import { noBookings, type Watch } from '../../shared/trading/model/watch.ts'
import { defaultStrategyRules } from '../../shared/strategies/strategy-rules.ts'
import { emptyLedger } from './ledger/ledger.ts'
import type { LimitPorts, VisitRound } from './watch/limit-ports.ts'
import { type Visited, visitPromise, visitUsers } from './visit-users.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 23, 16)

/** Creates users with timed rules and limits. Each user has an open position. */
const crowd = (count: number, brokerTakes: number, accounts: readonly Mode[] = ['DEMO']) => {
  const scheduler = new Scheduler(start)
  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => scheduler.after(milliseconds, resolve))
  const userIds = Array.from({ length: count }, (_, index) => `user-${String(index).padStart(4, '0')}`)
  const equityReadAt = new Map<string, number[]>()
  const positionsReadAt = new Map<string, number[]>()
  const watches = new Map<string, Watch>()
  const failing = new Set<string>()
  const modesRead = new Set<Mode>()
  let round: VisitRound | null = null
  const note = (times: Map<string, number[]>, userId: string) =>
    times.set(userId, [...(times.get(userId) ?? []), scheduler.now])
  const databaseTakes = 20
  const ports: LimitPorts = {
    clock: { now: () => scheduler.now, sleep },
    queue: { send: async () => {} },
    notify: async () => {},
    broker: {
      readPositions: async ({ userId, mode }) => {
        note(positionsReadAt, userId)
        modesRead.add(mode)
        await sleep(brokerTakes)
        if (failing.has(userId)) throw new Error('no such login')
        return { rows: [aPosition({ epic, dealId: 'D1', level: '100', stopLevel: '90' })] }
      },
      readEquity: async ({ userId }) => {
        note(equityReadAt, userId)
        await sleep(brokerTakes)
        return { at: scheduler.now, balance: '10000', profitLoss: '1', margin: '100', currency: 'GBP' }
      },
      readAccount: () => Promise.reject(new Error('not asked')),
      readActivity: async () => [],
    },
    store: {
      listTimedUsers: async () => userIds.toReversed(),
      getVisitRound: async () => round,
      saveVisitRound: async (next) => {
        round = next
      },
      getTimedAccounts: async (userId) => {
        await sleep(databaseTakes)
        return accounts.map((mode) => ({
          userId,
          captured: { mode, accountId: `ZZ-${mode}`, credentialsVersion: 1 },
          strategies: { orb: { ...defaultStrategyRules, breakEvenAfter: 1 } },
          isTraded: mode === 'DEMO',
          isStopped: false,
          lossLimits: { ...noLimits, lossToday: { amount: 300, unit: 'MONEY' } },
        }))
      },
      getLedger: async () => {
        await sleep(databaseTakes)
        const { dealId, epic, createdAt: at } = aPosition({ dealId: 'D1' })
        const deal = {
          dealId,
          epic,
          dealReference: 'R1',
          accountId: 'ZZ1AB',
          strategy: 'orb',
          market: 'LSE:VOD',
          at,
        }
        return { ...emptyLedger, owned: [deal] }
      },
      saveLedger: async () => true,
      getWatch: async ({ userId, mode }) => {
        await sleep(databaseTakes)
        return { watch: watches.get(userId + mode) ?? null, bookings: noBookings }
      },
      saveWatch: async ({ userId, mode }, next) => {
        await sleep(databaseTakes)
        watches.set(userId + mode, next)
        return true
      },
      putAlert: async () => true,
      getAlert: async () => null,
      log: async () => {},
      trip: async () => true,
      saveClosing: async () => {},
      askForBookings: async () => {},
    },
  }
  const errors: string[] = []
  const runs: Visited[] = []
  /** Lets minutes pass. A run starts each minute, and starts no visit after 45 seconds. */
  const pass = async (minutes: number) => {
    for (let index = 0; index < minutes; index += 1) {
      const began = scheduler.now
      scheduler.after(0, () => {
        void visitUsers(ports, began + 45_000, (userId) => errors.push(userId)).then((visited) =>
          runs.push(visited),
        )
      })
      await scheduler.runUntil(began + minute)
    }
  }
  const longestWait = (times: ReadonlyMap<string, readonly number[]>) =>
    Math.max(
      ...userIds.map(
        (userId) =>
          [start, ...(times.get(userId) ?? []), scheduler.now].reduce(
            ([longest, before], at) => [Math.max(longest, at - before), at] as const,
            [0, start] as readonly [number, number],
          )[0],
      ),
    )
  return {
    modesRead,
    pass,
    runs,
    errors,
    failing,
    equityReadAt,
    positionsReadAt,
    longestWait,
    roundOf: () => round,
  }
}

describe('the round over users', () => {
  it('reaches each of 4,000 users within two minutes if each request to the broker takes 0.3 s', async () => {
    const { pass, runs, positionsReadAt, equityReadAt, longestWait } = crowd(4_000, 300)
    await pass(6)
    expect(positionsReadAt.size).toBe(4_000)
    expect(longestWait(positionsReadAt)).toBeLessThanOrEqual(visitPromise)
    expect(longestWait(equityReadAt)).toBeLessThanOrEqual(visitPromise)
    expect(runs.map(({ late }) => late)).toEqual(Array.from({ length: 6 }, () => null))
  })

  it('is reported as late if it takes too long, and still reaches each user', async () => {
    const { pass, runs, positionsReadAt } = crowd(4_000, 1_500)
    await pass(6)
    expect(positionsReadAt.size).toBe(4_000)
    expect(runs.slice(2).every(({ late }) => late !== null && late > visitPromise)).toBe(true)
  })

  it('stores no starting point for the next run if one run reaches all users', async () => {
    const { pass, runs, roundOf } = crowd(60, 300)
    await pass(2)
    expect([runs, roundOf()]).toEqual([
      [
        { users: 60, reached: 60, late: null },
        { users: 60, reached: 60, late: null },
      ],
      null,
    ])
  })

  it('checks the limits of a user whose timed rules fail, and continues with the other users', async () => {
    const { pass, failing, errors, equityReadAt } = crowd(3, 300)
    failing.add('user-0001')
    await pass(1)
    expect(errors).toEqual(['user-0001'])
    expect(equityReadAt.size).toBe(3)
  })

  it('checks both modes, even the mode in which alerts do not trade, and continues if one mode fails', async () => {
    const { pass, failing, modesRead, equityReadAt } = crowd(1, 300, ['DEMO', 'LIVE'])
    failing.add('user-0000')
    await pass(1)
    expect([...modesRead]).toEqual(['DEMO', 'LIVE'])
    expect(equityReadAt.get('user-0000')).toHaveLength(2)
  })
})
