import * as z from 'zod/mini'
import { Mode } from '../accounts/user.schema.ts'
import { usualZone, Zone } from '../platform/zone-field.schema.ts'
import { PageQuery, pageOf } from '../platform/page.schema.ts'
import { alertLimits } from '../alerts/alert.ts'
import { StepInWords } from '../trading/model/outcome.schema.ts'
import { breakdownNames, closers, linkStates } from './names.ts'

const money = z.number()
const nullableNumber = z.nullable(z.number())
const instant = z.iso.datetime()
/** A calendar day in the reader's time zone, such as 2026-11-24. */
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Must be a day such as 2026-11-24'))

/** The account of a journal. Default: the account that alerts trade on. */
export const JournalAccount = z.object({
  mode: z.optional(Mode),
  accountId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{1,30}$/))),
})
export type JournalAccount = z.infer<typeof JournalAccount>

const zoned = { ...JournalAccount.shape, zone: z._default(Zone, usualZone) }

/** Filters of trades, all of which must match. */
const filters = {
  strategy: z.optional(z.string().check(z.maxLength(64))),
  name: z.optional(z.string().check(z.maxLength(120))),
  /** TradingView's name for the market, such as NASDAQ:AAPL. */
  market: z.optional(z.string().check(z.maxLength(alertLimits.market))),
  direction: z.optional(z.enum(['BUY', 'SELL'])),
  closer: z.optional(z.enum(closers)),
  link: z.optional(z.enum(linkStates)),
  tag: z.optional(z.string().check(z.maxLength(40))),
  weekday: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(6))),
  hour: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(23))),
  fromDay: z.optional(day),
  toDay: z.optional(day),
}
export const JournalFilter = z.object(filters)
export type JournalFilter = z.infer<typeof JournalFilter>

export const JournalQuery = z.object({ ...zoned, ...filters })
export type JournalQuery = z.infer<typeof JournalQuery>
export const TradesQuery = z.object({ ...JournalQuery.shape, ...PageQuery.shape })
export const JournalExport = z.object({
  ...zoned,
  form: z.enum(['trades', 'statement', 'tradervue']),
  /** Limits the export to trades whose last close was on these days. A statement is always complete. */
  fromDay: z.optional(day),
  toDay: z.optional(day),
})
export const TradeNamed = z.object({
  ...JournalAccount.shape,
  /** The ID of the trade, of any of its deals, or of the alert that opened it. */
  tradeId: z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/)),
})

const tag = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
export const TradeText = z.object({
  note: z.string().check(z.maxLength(4_000)),
  tags: z.array(tag).check(z.maxLength(10)),
})
export type TradeText = z.infer<typeof TradeText>
export const TradeTextSaved = z.object({ ...TradeNamed.shape, ...TradeText.shape })

const Sum = z.object({
  /** The sum of trades and charges. */
  net: money,
  trades: z.number(),
})

/** Figures of a group of trades. `isFew` means fewer than 20, which is too few to conclude anything. */
export const Group = z.object({
  key: z.string(),
  count: z.number(),
  sum: money,
  wins: z.number(),
  losses: z.number(),
  expectancy: nullableNumber,
  profitFactor: nullableNumber,
  averageR: nullableNumber,
  isFew: z.boolean(),
})
export type Group = z.infer<typeof Group>

export const JournalDay = z.object({
  day,
  /** The sum of trades and charges. */
  net: money,
  charges: money,
  transfers: money,
  trades: z.number(),
})
export type JournalDay = z.infer<typeof JournalDay>

const Fall = z.object({ money, share: z.number(), from: z.nullable(day), to: day })

/**
 * The proof of the balance: start + transfers + trades + charges = balance, to the penny. `difference` is the amount
 * that the rows do not explain.
 */
export const Proof = z.object({
  start: money,
  startsOn: z.nullable(day),
  transfers: money,
  trades: money,
  funding: money,
  dividend: money,
  commission: money,
  premium: money,
  other: money,
  /** The balance at the last reading; null before the first. */
  balance: nullableNumber,
  balanceAt: z.nullable(instant),
  difference: money,
  differsSince: z.nullable(day),
  /** Number of rows that could not be read, or are in a different currency. */
  leftOut: z.number(),
})
export type Proof = z.infer<typeof Proof>

export const Journal = z.object({
  accounts: z.array(z.object({ mode: Mode, accountId: z.string() })),
  /** Null if the caller has no account yet. */
  account: z.nullable(z.object({ mode: Mode, accountId: z.string(), currency: z.nullable(z.string()) })),
  /** When IG's history was last read; null before the first reading. */
  readAt: z.nullable(instant),
  /** Why the readings after `readAt` failed; null if none failed. */
  failure: z.nullable(z.string()),
  /** Whether IG's history has been read back to its beginning. */
  isComplete: z.boolean(),
  /** The proof covers the whole account, whatever the filter. */
  proof: Proof,
  /**
   * `today`, `week`, `month`, `all` and `days` cover the filtered trades, whenever they closed. `figures`, `falls` and
   * `breakdowns` are also limited to the requested days.
   */
  today: Sum,
  week: Sum,
  month: Sum,
  all: Sum,
  figures: z.object({
    count: z.number(),
    winRate: nullableNumber,
    even: z.number(),
    averageWin: nullableNumber,
    averageLoss: nullableNumber,
    payoff: nullableNumber,
    profitFactor: nullableNumber,
    expectancy: nullableNumber,
    averageR: nullableNumber,
    sqn: nullableNumber,
    longestWins: z.number(),
    longestLosses: z.number(),
    /**
     * The time-weighted return as a fraction, from daily returns without deposits. The figures from here to
     * `yearlyGrowth` are null if only some trades are requested, because they describe the account.
     */
    timeWeighted: nullableNumber,
    onDeposits: nullableNumber,
    /** Null for fewer than 60 days. */
    sharpe: nullableNumber,
    sortino: nullableNumber,
    /** Null if the days span less than a year. */
    yearlyGrowth: nullableNumber,
    isFew: z.boolean(),
  }),
  /**
   * The results of each day. If only some trades are requested, charges and transfers are left out, because they belong
   * to the account.
   */
  days: z.array(JournalDay),
  /** The balance at which the curve begins, including the transfers until the first closed trade. */
  base: money,
  falls: z.nullable(z.object({ inMoney: Fall, inShare: Fall })),
  breakdowns: z.record(z.enum(breakdownNames), z.array(Group)),
  /** Trades for which no alert was found. */
  unattributed: z.object({ count: z.number(), sum: money }),
  /** The strategies of all trades, whatever the filter. */
  strategies: z.array(z.string()),
  tags: z.array(z.string()),
})
export type Journal = z.infer<typeof Journal>

const TradeLeg = z.object({
  closedAt: instant,
  size: z.number(),
  openLevel: z.number(),
  closeLevel: z.number(),
  result: money,
  closer: z.enum(closers),
  link: z.enum(linkStates),
  reference: z.string(),
  period: z.string(),
})

export const JournalTrade = z.object({
  id: z.string(),
  /** The alert that opened the trade; null if unknown. */
  alertId: z.nullable(z.string()),
  name: z.string(),
  market: z.nullable(z.string()),
  /** The strategy tag of the alert; empty if it had none, null if unknown. */
  strategy: z.nullable(z.string()),
  direction: z.enum(['BUY', 'SELL']),
  openedAt: instant,
  /** Null if no part of the trade is booked as closed yet. */
  closedAt: z.nullable(instant),
  isOpen: z.boolean(),
  size: z.number(),
  openLevel: z.number(),
  closeLevel: z.number(),
  result: money,
  /** The result in multiples of the initial risk. */
  r: nullableNumber,
  /** Money that the initial stop would have lost. */
  risk: nullableNumber,
  /** The costs as in `TradeDetails`, but only in the broker's points per unit of size. Null if unknown. */
  costs: z.object({ delay: nullableNumber, execution: nullableNumber, exit: nullableNumber }),
  closer: z.enum(closers),
  legs: z.array(TradeLeg),
  ...TradeText.shape,
})
export type JournalTrade = z.infer<typeof JournalTrade>

export const JournalTrades = z.object({
  ...pageOf(JournalTrade).shape,
  sum: money,
  currency: z.nullable(z.string()),
})

export const HistoryImported = z.object({ message: z.string(), added: z.number(), known: z.number() })

/** A change of the stop or the limit. Changes are in order of time. */
const StopMove = z.object({ at: instant, stop: nullableNumber, limit: nullableNumber })

/**
 * A cost compared with the requested price; positive values are better. `points` are the broker's points per unit of
 * size. Null if unknown.
 */
const Cost = z.nullable(z.object({ points: nullableNumber, money: nullableNumber, r: nullableNumber }))
export type Cost = z.infer<typeof Cost>

export const TradeDetails = z.object({
  currency: z.nullable(z.string()),
  trade: JournalTrade,
  /** IDs of the deals at IG, beginning with that of the first position. */
  dealIds: z.array(z.string()),
  firstStop: nullableNumber,
  firstLimit: nullableNumber,
  /** The loss at the first stop, in money. */
  risk: nullableNumber,
  moves: z.array(StopMove),
  alert: z.nullable(
    z.object({
      alertId: z.string(),
      arrivedAt: instant,
      decidedAt: instant,
      price: nullableNumber,
      /** The working order's level. */
      level: nullableNumber,
      /** How the alert was decided; null if the alert is no longer stored. */
      trace: z.nullable(z.array(StepInWords)),
    }),
  ),
  costs: z.object({
    /** The quote at the decision compared with the alert's price. */
    delay: Cost,
    /** The fill compared with the quote at the decision. */
    execution: Cost,
    /** The last fill compared with the stop or limit that was reached. */
    exit: Cost,
    /** IG's charges for holding the position, if nothing else was open on the instrument. */
    funding: Cost,
  }),
})
export type TradeDetails = z.infer<typeof TradeDetails>
