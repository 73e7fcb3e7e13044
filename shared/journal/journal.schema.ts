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
/** A calendar day in the reader's zone, such as 2026-11-24. */
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Must be a day such as 2026-11-24'))

/** Whose journal: the account that alerts trade on, if none is named. */
export const JournalAccount = z.object({
  mode: z.optional(Mode),
  accountId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{1,30}$/))),
})
export type JournalAccount = z.infer<typeof JournalAccount>

const zoned = { ...JournalAccount.shape, zone: z._default(Zone, usualZone) }

/** What a trader looks for among the trades; all that is given must hold. */
const filters = {
  strategy: z.optional(z.string().check(z.maxLength(64))),
  name: z.optional(z.string().check(z.maxLength(120))),
  /** TradingView's name of the market: NASDAQ:AAPL. */
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
  /** Of trades, those that were last closed on these days; a statement is always whole. */
  fromDay: z.optional(day),
  toDay: z.optional(day),
})
export const TradeNamed = z.object({
  ...JournalAccount.shape,
  /** The trade's, or that of any of its deals or of the alert that opened it. */
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
  /** Trades and charges. */
  net: money,
  /** Trades that were closed. */
  trades: z.number(),
})

/** Figures of a group of trades. Under 20 trades they tell too little: `isFew`. */
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
  /** Trades and charges. */
  net: money,
  charges: money,
  transfers: money,
  trades: z.number(),
})
export type JournalDay = z.infer<typeof JournalDay>

const Fall = z.object({ money, share: z.number(), from: z.nullable(day), to: day })

/**
 * What makes up the balance: start + transfers + trades + charges = balance, to the penny. `difference` is what the rows do
 * not explain.
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
  /** What the account had when it was last read; null: it never was. */
  balance: nullableNumber,
  balanceAt: z.nullable(instant),
  difference: money,
  /** The day since which it differs. */
  differsSince: z.nullable(day),
  /** Rows that could not be read, or that are in another currency. */
  leftOut: z.number(),
})
export type Proof = z.infer<typeof Proof>

export const Journal = z.object({
  accounts: z.array(z.object({ mode: Mode, accountId: z.string() })),
  /** null: the caller has no account yet. */
  account: z.nullable(z.object({ mode: Mode, accountId: z.string(), currency: z.string() })),
  /** When IG's history was last read; null: never yet. */
  readAt: z.nullable(instant),
  /** Why it could not be read since then. */
  failure: z.nullable(z.string()),
  /** Whether IG's history was read back to its beginning. */
  isComplete: z.boolean(),
  /** It covers the whole account, whatever is asked for. */
  proof: Proof,
  /** These and `days` are of the trades asked for, whenever they closed; what follows is of the days asked for, too. */
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
    /** Deposits taken out, by day; a fraction. This and the next figures are null for a part of the trades: they are the account's. */
    timeWeighted: nullableNumber,
    onDeposits: nullableNumber,
    /** Only from 60 days on. */
    sharpe: nullableNumber,
    sortino: nullableNumber,
    /** Only from a year on. */
    yearlyGrowth: nullableNumber,
    isFew: z.boolean(),
  }),
  /** Of a part of the trades, without charges and transfers: they are the account's. */
  days: z.array(JournalDay),
  /** The balance that the curve begins with: it has no transfers in it. */
  base: money,
  falls: z.nullable(z.object({ inMoney: Fall, inShare: Fall })),
  breakdowns: z.record(z.enum(breakdownNames), z.array(Group)),
  /** Trades that no alert could be named for. */
  unattributed: z.object({ count: z.number(), sum: money }),
  /** Those of all trades, whatever is asked for. */
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
  /** The alert that opened it; null: not attributed. */
  alertId: z.nullable(z.string()),
  name: z.string(),
  market: z.nullable(z.string()),
  /** '': its alert had no tag; null: not attributed. */
  strategy: z.nullable(z.string()),
  direction: z.enum(['BUY', 'SELL']),
  openedAt: instant,
  /** null: nothing of it is booked yet. */
  closedAt: z.nullable(instant),
  isOpen: z.boolean(),
  size: z.number(),
  openLevel: z.number(),
  closeLevel: z.number(),
  result: money,
  /** Multiples of the first risk. */
  r: nullableNumber,
  /** Money that the first stop would have lost. */
  risk: nullableNumber,
  /** Against what was asked for, as in `TradeDetails`: the broker's points for each unit of the size. null: not known. */
  costs: z.object({ delay: nullableNumber, execution: nullableNumber, exit: nullableNumber }),
  closer: z.enum(closers),
  legs: z.array(TradeLeg),
  ...TradeText.shape,
})
export type JournalTrade = z.infer<typeof JournalTrade>

export const JournalTrades = z.object({ ...pageOf(JournalTrade).shape, sum: money, currency: z.string() })

export const HistoryImported = z.object({ message: z.string(), added: z.number(), known: z.number() })

/** What an amended stop or limit was, in the order of time. */
const StopMove = z.object({ at: instant, stop: nullableNumber, limit: nullableNumber })

/** Against what was asked for; positive is better. `points`: the broker's, for each unit of the size. null: not known. */
const Cost = z.nullable(z.object({ points: nullableNumber, money: nullableNumber, r: nullableNumber }))
export type Cost = z.infer<typeof Cost>

/** One trade with everything that is known of it. */
export const TradeDetails = z.object({
  currency: z.string(),
  trade: JournalTrade,
  /** The deals at IG, the first position's first. */
  dealIds: z.array(z.string()),
  firstStop: nullableNumber,
  firstLimit: nullableNumber,
  /** Money that the first stop would have lost. */
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
      /** How it was decided; null: the alert is no longer kept. */
      trace: z.nullable(z.array(StepInWords)),
    }),
  ),
  costs: z.object({
    /** The quote when it was decided, against the alert's price. */
    delay: Cost,
    /** The fill against that quote. */
    execution: Cost,
    /** The last fill against the stop or limit that was reached. */
    exit: Cost,
    /** What IG charged for holding it; told only while nothing else was open on the instrument. */
    funding: Cost,
  }),
})
export type TradeDetails = z.infer<typeof TradeDetails>
