import { type LossLimits, noLimits } from '../../../shared/limits/loss-limits.ts'
import { type Bookings, noBookings } from '../../../shared/trading/model/watch.ts'
import type { Chance } from './scheduler.ts'

/**
 * A scripted sequence of an account's values. It says when entries must be refused and when no limit may refuse them, so
 * the checker does not need the product's arithmetic.
 */
export type LimitStory = {
  readonly name: string
  readonly limits: LossLimits
  /** The account's values, each with the time from which it applies (milliseconds from the world's start). */
  readonly worth: readonly {
    readonly at: number
    readonly balance: number
    readonly profitLoss: number
  }[]
  /** The period in which IG does not report the account's value. */
  readonly unreadable?: { readonly from: number; readonly until: number }
  /** What the journal has booked, and the time from which it is known. */
  readonly booked: readonly ({ readonly knownFrom: number } & Partial<
    Pick<Bookings, 'transfers' | 'closes' | 'trades'>
  >)[]
  /** The product can tell the losses of two days apart only if it reads the account within this period. */
  readonly looksBetween?: Span
  readonly resumesAt?: number
  /** The periods in which no entry may be sent. */
  readonly mustRefuse: readonly Span[]
  /** The periods in which no limit may refuse an entry if the world has no faults. */
  readonly mustAllow: readonly Span[]
  /** Whether a trip must, must not or may exist at the end. */
  readonly trips: 'must' | 'must not' | 'may'
  /** Whether all deals that were open are closed at the end. */
  readonly closesAll?: true
}

type Span = {
  readonly from: number
  readonly until: number
  /** Whether the period applies only after a trip. */
  readonly onceTripped?: true
  /** Whether the period applies only in a world without faults. */
  readonly unlessFaulty?: true
}

export const minute = 60_000
const rest = { until: Infinity }
/**
 * Maximum age of the account's value in a decision, plus the time for recording the decision and sending the order.
 * Milliseconds.
 */
const seenAfter = 60_000 + 12_000
/** Milliseconds within which the next scheduled run records the trip. */
export const trippedAfter = 2 * minute
/**
 * The time of day in London.
 * @param at milliseconds since the start of the world, which is 9:00 UTC in September and 10:00 in
 * London.
 */
const londonTime = (at: number) => {
  const minutes = 10 * 60 + at / minute
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const money = (amount: number) => ({ amount, unit: 'MONEY' as const })
export const equity = 10_000
const step = (at: number, profitLoss: number, balance = equity) => ({ at, balance, profitLoss })
const onReach = (choice: 'STOP' | 'CLOSE') => ({ lossToday: choice, fallToday: choice, drawdown: choice })
const calm = { worth: [step(0, 0)], booked: [] }
const never = { mustRefuse: [], mustAllow: [{ from: 0, ...rest }], trips: 'must not' as const }

/**
 * Stories by name. Each story begins after the account was first measured.
 * @param chance draws what may vary
 */
const stories: Readonly<Record<string, (chance: Chance) => Omit<LimitStory, 'name'>>> = {
  // Open positions lose money, which the balance does not show.
  loss: (chance) => {
    const at = chance.between(2.2, 3.5) * minute
    const limits = chance.oneOf<Partial<LossLimits>>([
      { lossToday: money(300) },
      { lossToday: { amount: 3, unit: 'PERCENT' } },
      { fallToday: { ...money(300), after: 0 } },
      { drawdown: { amount: 3, unit: 'PERCENT', stopsAtStart: false } },
    ])
    return {
      limits: { ...noLimits, ...limits, onReach: onReach(chance.oneOf(['STOP', 'CLOSE'])) },
      // The loss is exactly the limit. Later it is won back, with a profit.
      worth: [step(0, 0), step(at, -300), step(at + 3 * minute, 900)],
      booked: [],
      mustRefuse: [
        { from: at + seenAfter, until: at + 3 * minute },
        // This applies only if the product noticed the loss before it was won back.
        { from: at + 3 * minute, ...rest, onceTripped: true },
      ],
      mustAllow: [{ from: 0, until: at }],
      trips: 'may',
    }
  },
  // The loss is won back before the journal knows that it was no withdrawal. It still counts as a loss.
  wonBack: (chance) => {
    const at = chance.between(2.1, 2.9) * minute
    return {
      limits: { ...noLimits, lossToday: money(300) },
      worth: [step(0, 0), step(at, 0, equity - 400), step(at + 65_000, 900, equity - 400)],
      booked: [{ knownFrom: at + 150_000 }],
      mustRefuse: [
        { from: at + seenAfter, ...rest, unlessFaulty: true },
        { from: at + seenAfter, ...rest, onceTripped: true },
      ],
      mustAllow: [{ from: 0, until: at }],
      trips: 'may',
    }
  },
  belowTheLimit: () => ({
    ...calm,
    ...never,
    limits: { ...noLimits, lossToday: money(300), fallToday: { ...money(300), after: 0 } },
    worth: [step(0, 0), step(2.5 * minute, -299.99)],
  }),
  // The loss of closed positions counts like that of open ones.
  bookedLoss: (chance) => {
    const at = chance.between(2.2, 3.5) * minute
    return {
      limits: { ...noLimits, lossToday: money(300), until: 'RESUMED' },
      worth: [step(0, 0), step(at, 0, equity - 400)],
      booked: [{ knownFrom: at + 30_000 }],
      mustRefuse: [{ from: at + seenAfter, ...rest }],
      mustAllow: [{ from: 0, until: at }],
      trips: 'may',
    }
  },
  withdrawal: (chance) => {
    const at = chance.between(2.2, 3) * minute
    return {
      limits: { ...noLimits, lossToday: money(300), drawdown: { ...money(300), stopsAtStart: false } },
      worth: [step(0, 0), step(at, 0, equity - 400)],
      booked: [{ knownFrom: at + 80_000, transfers: [{ at, amount: '-400' }] }],
      mustRefuse: [],
      // Until its history row is read, the withdrawal looks like a loss. The next run corrects this.
      mustAllow: [
        { from: 0, until: at },
        { from: at + 80_000 + trippedAfter, ...rest },
      ],
      trips: 'must not',
    }
  },
  deposit: () => {
    const at = 2.1 * minute
    return {
      limits: { ...noLimits, lossToday: money(300) },
      worth: [step(0, 0), step(at, 0, equity + 400), step(at + 20_000, -350, equity + 400)],
      booked: [{ knownFrom: at + 10_000, transfers: [{ at, amount: '400' }] }],
      mustRefuse: [{ from: at + 20_000 + seenAfter, ...rest }],
      mustAllow: [{ from: 0, until: at + 20_000 }],
      trips: 'may',
    }
  },
  // There is a loss on both days, and each is below the limit.
  newDay: () => {
    const boundary = 4 * minute
    return {
      ...never,
      limits: {
        ...noLimits,
        day: { time: londonTime(boundary), zone: 'Europe/London' },
        lossToday: money(300),
      },
      worth: [step(0, 0), step(2.5 * minute, -250), step(boundary + 1.5 * minute, -500)],
      booked: [],
      looksBetween: { from: 2.5 * minute, until: boundary + 1.5 * minute },
    }
  },
  untilNextDay: () => {
    const boundary = 6 * minute
    const at = 2.2 * minute
    return {
      limits: {
        ...noLimits,
        day: { time: londonTime(boundary), zone: 'Europe/London' },
        lossToday: money(300),
        until: 'NEXT_DAY',
      },
      worth: [step(0, 0), step(at, -350)],
      booked: [],
      mustRefuse: [{ from: at + seenAfter, until: boundary - 1 }],
      mustAllow: [
        { from: 0, until: at },
        { from: boundary + 1, ...rest },
      ],
      trips: 'may',
    }
  },
  resumed: () => {
    const at = 2.2 * minute
    const resumesAt = 6.2 * minute
    return {
      limits: { ...noLimits, lossToday: money(300) },
      worth: [step(0, 0), step(at, -350)],
      booked: [],
      resumesAt,
      mustRefuse: [{ from: at + seenAfter, until: resumesAt - 2_000 }],
      mustAllow: [
        { from: 0, until: at },
        { from: resumesAt + 2_000, ...rest },
      ],
      trips: 'may',
    }
  },
  unreadable: (chance) => {
    const from = chance.between(2.2, 3) * minute
    const until = from + chance.between(3, 4) * minute
    return {
      ...never,
      limits: { ...noLimits, lossToday: money(300) },
      ...calm,
      unreadable: { from, until },
      mustRefuse: [{ from: from + seenAfter, until }],
      mustAllow: [],
    }
  },
  losingTrades: (chance) => {
    const at = chance.between(2.2, 4) * minute
    const results = chance.oneOf([
      { results: ['-1', '-2', '0', '-3'], isReached: true },
      { results: ['-1', '-2', '5', '-3'], isReached: false },
    ])
    const trades = results.results.map((result, place) => ({ at: at - 10 + place, result, strategy: null }))
    return {
      limits: { ...noLimits, losingTrades: 3, onReach: onReach('CLOSE') },
      worth: [step(0, 0)],
      booked: [{ knownFrom: at, trades }],
      mustRefuse: results.isReached ? [{ from: at + 12_000, ...rest }] : [],
      mustAllow: results.isReached ? [{ from: 0, until: at - 1_000 }] : [{ from: 0, ...rest }],
      trips: results.isReached ? 'may' : 'must not',
    }
  },
  tradesToday: (chance) => ({
    ...calm,
    limits: { ...noLimits, tradesToday: chance.whole(1, 3), onReach: onReach('CLOSE') },
    mustRefuse: [],
    mustAllow: [],
    trips: 'may',
  }),
  openRisk: (chance) => ({
    ...calm,
    ...never,
    limits: {
      ...noLimits,
      openRisk: {
        // Each is less than the risk of two orders of a usual size. The most common risk is 175 GBP of 10,000.
        percent: chance.oneOf([0.015, 1.8, 1.8, 150]),
        marginFactor: 1,
        directionPercent: null,
        currencyPercent: null,
        groups: [],
      },
    },
    mustAllow: [],
  }),
}
const names = Object.keys(stories)

export const storyOf = (chance: Chance): LimitStory => {
  const name = chance.oneOf(names)
  return { name, ...(stories[name] as (typeof stories)[string])(chance) }
}

/**
 * The account's value as IG reports it; null if IG does not report it.
 * @param since milliseconds from the world's start
 */
export const worthAt = ({ worth, unreadable }: LimitStory, since: number) => {
  if (unreadable && since >= unreadable.from && since < unreadable.until) return null
  return worth.findLast(({ at }) => at <= since) ?? null
}

/** What the journal knows at a time. While a row is missing, the journal counts as last read at the start. */
export const bookingsAt = ({ booked }: LimitStory, start: number, now: number): Bookings => {
  const hidden = booked.filter(({ knownFrom }) => start + knownFrom > now)
  const known = booked.filter(({ knownFrom }) => start + knownFrom <= now)
  const moved = <Row extends { readonly at: number }>(rows: readonly Row[] = []) =>
    rows.map((row) => ({ ...row, at: start + row.at }))
  return {
    ...noBookings,
    readAt: hidden.length > 0 ? start : now,
    transfers: known.flatMap(({ transfers }) => moved(transfers)),
    closes: known.flatMap(({ closes }) => moved(closes)),
    trades: known.flatMap(({ trades }) => moved(trades)),
  }
}
