import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../stack/lambdas.ts'
import { rowOf, scenarios } from './main.ts'
import { assumed, play } from './model.ts'

const stage = { webhookExecutions: 20, executors: 50, openShards: 1 }

describe('the model of a bar’s close', () => {
  it('gives every alert one end', () => {
    for (const [burst, with_] of scenarios) {
      const { sent, taken, lost, decided, tooLate } = play(with_, burst)
      expect(sent).toBe(burst.users * burst.alertsPerUser)
      expect(taken + lost).toBe(sent)
      expect(decided + tooLate).toBe(taken)
    }
  })

  it('executes ten of one user’s alerts at once, and as fast as IG’s allowance has room', () => {
    const few = play(stage, { users: 1, alertsPerUser: 5, seconds: 1 })
    // The first alone, and those together that came meanwhile.
    expect(few.last).toBeCloseTo(2 * assumed.executorSeconds, 0)
    // Nine runs from a full allowance of 28 calls a minute; one each six seconds after that.
    const many = play(stage, { users: 1, alertsPerUser: 200, seconds: 1 })
    expect(many.last).toBeGreaterThan(60)
    expect(many.last).toBeLessThan(100)
    expect(many.tooLate).toBe(0)
  })

  it('loses to the route at once, and to the webhook only what came four times in vain', () => {
    const flood = play(stage, { users: 10_000, alertsPerUser: 2, seconds: 1 })
    // 5,000 at once and 2,500 more in that second.
    expect(flood.refusals.route).toBeGreaterThan(12_000)
    expect(flood.refusals.route).toBeLessThan(13_000)
    expect(flood.lost).toBeGreaterThan(flood.refusals.route)
    const none = play({ ...stage, webhookExecutions: 200 }, { users: 400, alertsPerUser: 1, seconds: 1 })
    expect(none).toMatchObject({ lost: 0, tooLate: 0, refusals: { route: 0, webhook: 0, index: 0 } })
  })

  it('has room for more with shards of the index', () => {
    const burst = { users: 4_000, alertsPerUser: 1, seconds: 1 }
    const large = { ...stage, webhookExecutions: 500 }
    expect(play(large, burst).refusals.index).toBeGreaterThan(0)
    expect(play({ ...large, openShards: 16 }, burst).refusals.index).toBe(0)
  })
})

it('docs/scale.md has the table that `npm run scale` prints', () => {
  const page = readFileSync(join(root, 'docs/scale.md'), 'utf8').replaceAll(/ +/g, ' ')
  for (const scenario of scenarios) expect(page).toContain(`| ${rowOf(scenario).join(' | ')} |`)
})
