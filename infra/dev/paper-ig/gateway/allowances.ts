import type { Settings } from '../book/settings.ts'
import { WireError } from './wire.ts'

const minute = 60_000
const week = 7 * 24 * 60 * minute

export type Purpose = 'trading' | 'other'

const codes = {
  key: 'error.public-api.exceeded-api-key-allowance',
  account: 'error.public-api.exceeded-account-allowance',
  trading: 'error.public-api.exceeded-account-trading-allowance',
  history: 'error.public-api.exceeded-account-historical-data-allowance',
} as const
type Budget = keyof typeof codes

/** IG's allowances: requests in the last sixty seconds, and candles per week. A refused request does not count. */
export class Allowances {
  private readonly settings: () => Settings
  private readonly now: () => number
  private readonly spent = new Map<string, number[]>()
  private readonly pausedUntil = new Map<string, number>()
  private readonly weeks = new Map<string, { spent: number; readonly endsAt: number }>()

  constructor(settings: () => Settings, now: () => number) {
    this.settings = settings
    this.now = now
  }

  /**
   * Counts a request: a deal by account, any other request by account and API key.
   * @throws WireError 403 if an allowance is used up
   */
  spend(purpose: Purpose, apiKey: string, accountId: string) {
    const budgets: [Budget, string][] =
      purpose === 'trading'
        ? [['trading', accountId]]
        : [
            ['account', accountId],
            ['key', apiKey],
          ]
    const recent = budgets.map(([budget, owner]) => this.room(budget, owner))
    for (const times of recent) times.push(this.now())
  }

  /**
   * The times of the requests in the last sixty seconds.
   * @throws WireError 403 if no further request is allowed
   */
  private room(budget: Budget, owner: string): number[] {
    const now = this.now()
    const name = `${budget} ${owner}`
    const times = (this.spent.get(name) ?? []).filter((at) => now - at < minute)
    this.spent.set(name, times)
    const { allowances, breachPauseMs } = this.settings()
    if (times.length >= allowances[budget]) this.pausedUntil.set(name, now + breachPauseMs)
    if (times.length >= allowances[budget] || now < (this.pausedUntil.get(name) ?? 0))
      throw new WireError(403, codes[budget])
    return times
  }

  /**
   * Counts candles against the weekly allowance. The week begins with the first candles.
   * @throws WireError 403 if the allowance is too small
   */
  spendHistory(apiKey: string, accountId: string, candles: number) {
    const now = this.now()
    const name = `${apiKey} ${accountId}`
    const known = this.weeks.get(name)
    const current = known && now < known.endsAt ? known : { spent: 0, endsAt: now + week }
    const total = this.settings().allowances.history
    if (current.spent + candles > total) throw new WireError(403, codes.history)
    current.spent += candles
    this.weeks.set(name, current)
    return {
      remainingAllowance: total - current.spent,
      totalAllowance: total,
      allowanceExpiry: Math.round((current.endsAt - now) / 1_000),
    }
  }

  refill() {
    this.spent.clear()
    this.pausedUntil.clear()
    this.weeks.clear()
  }
}
