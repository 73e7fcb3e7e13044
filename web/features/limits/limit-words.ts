import type { Amount, ClosingLimit, LossLimits } from '../../../shared/limits/loss-limits.ts'
import { formatMoney } from '../../../shared/platform/figures.ts'

/** An account’s current balance and equity, with its currency; null if IG doesn’t report them. */
export type AccountValue = {
  readonly balance: number
  readonly equity: number
  readonly currency: string
} | null

const inMoney = ({ amount, unit }: Amount, of: number) => (unit === 'PERCENT' ? (of * amount) / 100 : amount)

const startOf = ({ start }: Pick<LossLimits, 'start'>, { balance, equity }: NonNullable<AccountValue>) =>
  start === 'BALANCE' ? balance : start === 'HIGHER' ? Math.max(balance, equity) : equity

/**
 * Explains each limit in the account's currency: "Entries stop £300.00 below the day’s starting figure". It uses the
 * account's current value as the value at the start of the day.
 */
export const limitWords = (limits: LossLimits, value: AccountValue) => {
  if (!value) return { lossToday: '', fallToday: '', drawdown: '', profitTarget: '', openRisk: '' }
  const { balance, equity, currency } = value
  const money = (amount: number) => formatMoney(amount, currency)
  const start = startOf(limits, value)
  const below = (set: Amount | null, of: number, what: string) =>
    set === null
      ? ''
      : `Entries stop ${money(inMoney(set, of))} below ${what}. Measured from your account now, that is at ${money(of - inMoney(set, of))}`
  const { lossToday, fallToday, drawdown, profitTarget, openRisk } = limits
  return {
    lossToday: below(lossToday, start, 'the day’s starting figure'),
    fallToday:
      fallToday?.unit === 'PROFIT'
        ? `Once you are up ${money(fallToday.after)} today, entries stop when you have given back ${fallToday.amount}% of the day’s best profit`
        : fallToday === null
          ? ''
          : below({ amount: fallToday.amount, unit: fallToday.unit }, equity, 'the day’s highest equity'),
    drawdown: below(drawdown, balance, 'the highest end-of-day balance'),
    profitTarget:
      profitTarget === null
        ? ''
        : `Entries stop once you are up ${money(inMoney(profitTarget, start))} today`,
    openRisk:
      openRisk === null
        ? ''
        : `An entry is refused if your total loss with every stop hit would then exceed ${money((equity * openRisk.percent) / 100)}`,
  }
}

/** The limits that can close everything, as words within a sentence. */
export const closingWords: Readonly<Record<ClosingLimit, string>> = {
  lossToday: 'today’s loss limit',
  fallToday: 'the limit on the fall from today’s peak',
  drawdown: 'the total drawdown limit',
}
