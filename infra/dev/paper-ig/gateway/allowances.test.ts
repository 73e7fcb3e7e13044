import { describe, expect, it } from 'vitest'
import { usualSettings } from '../book/settings.ts'
import { handClock } from '../testing/hand-clock.ts'
import { Allowances } from './allowances.ts'

const within = (limits: Partial<typeof usualSettings.allowances>, breachPauseMs = 0) => {
  const clock = handClock()
  const settings = {
    ...usualSettings,
    allowances: { key: 6, account: 4, trading: 3, history: 100, ...limits },
    breachPauseMs,
  }
  const allowances = new Allowances(() => settings, clock.now)
  /** Returns the error code of a refusal; null if the work succeeds. */
  const attempt = (work: () => unknown) => {
    try {
      work()
      return null
    } catch (error) {
      return (error as Error).message.replace('error.public-api.exceeded-', '')
    }
  }
  return {
    clock,
    allowances,
    read: (account = 'A', key = 'K') => attempt(() => allowances.spend('other', key, account)),
    trade: (account = 'A', key = 'K') => attempt(() => allowances.spend('trading', key, account)),
    fetch: (candles: number, account = 'A') => attempt(() => allowances.spendHistory('K', account, candles)),
  }
}

describe('an allowance', () => {
  it('counts the requests of the last sixty seconds, not of a clock minute', () => {
    const { read, clock } = within({})
    expect([read(), read()]).toEqual([null, null])
    clock.pass(30_000)
    expect([read(), read(), read()]).toEqual([null, null, 'account-allowance'])
    clock.pass(29_999)
    expect(read()).toBe('account-allowance')
    clock.pass(1)
    expect([read(), read(), read()]).toEqual([null, null, 'account-allowance'])
  })

  it('is shared by all accounts of an API key', () => {
    const { read } = within({})
    for (const account of ['A', 'A', 'A', 'B', 'B', 'B']) expect(read(account)).toBeNull()
    expect(read('B')).toBe('api-key-allowance')
    expect(read('B', 'other')).toBeNull()
  })

  it('counts deals separately for each account', () => {
    const { read, trade } = within({})
    expect([trade(), trade(), trade(), trade()]).toEqual([null, null, null, 'account-trading-allowance'])
    expect(trade('A', 'other')).toBe('account-trading-allowance')
    expect([trade('B'), read()]).toEqual([null, null])
  })

  it('is not used up by requests that another allowance refuses', () => {
    const { read } = within({ key: 1 })
    expect([read('A'), read('B'), read('B'), read('B'), read('B'), read('B')]).toEqual([
      null,
      ...Array.from({ length: 5 }, () => 'api-key-allowance'),
    ])
  })

  it('can refuse all requests for a while after it was exceeded, like that of a demo key', () => {
    const { read, clock } = within({ account: 1 }, 90_000)
    expect([read(), read()]).toEqual([null, 'account-allowance'])
    clock.pass(60_000)
    expect(read()).toBe('account-allowance')
    clock.pass(30_000)
    expect(read()).toBeNull()
  })

  it('is fully available again after a refill', () => {
    const { read, allowances } = within({ account: 1 })
    read()
    allowances.refill()
    expect(read()).toBeNull()
  })
})

describe('the allowance for candles', () => {
  it('applies to the week that begins with the first request for candles', () => {
    const { fetch, clock, allowances } = within({})
    expect(fetch(60)).toBeNull()
    clock.pass(86_400_000)
    expect(fetch(41)).toBe('account-historical-data-allowance')
    expect(allowances.spendHistory('K', 'A', 40)).toEqual({
      remainingAllowance: 0,
      totalAllowance: 100,
      allowanceExpiry: 6 * 86_400,
    })
    expect(fetch(1)).toBe('account-historical-data-allowance')
    expect(fetch(1, 'B')).toBeNull()
    clock.pass(6 * 86_400_000)
    expect(fetch(100)).toBeNull()
  })
})
