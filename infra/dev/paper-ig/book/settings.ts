import * as z from 'zod/mini'

const whole = z.int().check(z.gte(0))
const keyTroubles = ['invalid', 'disabled', 'restricted', 'revoked'] as const

const Allowances = z.object({
  /** In a minute: not trading, for one API key and for one account; trading, for one account. */
  key: whole,
  account: whole,
  trading: whole,
  /** Candles in a week, for one API key and account. */
  history: whole,
})

/** How this broker behaves, and lies; POST /_paper/settings changes any of it while it runs. Times in milliseconds. */
const fields = {
  /** A confirm answers 404 for this long, is readable for `confirmLifeMs`, and 404 again. */
  confirmDelayMs: whole,
  confirmLifeMs: whole,
  /** For this long a new deal is in no list yet, an ended one still is in one, and nothing is in the history yet. */
  positionsLagMs: whole,
  endedLagMs: whole,
  historyLagMs: whole,
  /** Points by which market orders and stops are filled worse than quoted. */
  slippage: z.number().check(z.gte(0)),
  /** Share of the size that is filled; FILL_OR_KILL is rejected below 1. */
  partialFill: z.number().check(z.gt(0), z.lte(1)),
  /** Same epic, direction and size within a second is rejected. */
  duplicateGuard: z.boolean(),
  /** What becomes of a deal reference that was accepted before; how IG does it is not known. */
  sameReference: z.enum(['accept', 'reject']),
  /** Rejects whatever opens or adds with this reason of IG's. */
  rejectWith: z.nullable(z.string().check(z.regex(/^[A-Z_]+$/))),
  /** For a close in the position's own direction or beyond its size; how IG does it is not known. */
  wrongCloseReason: z.string().check(z.regex(/^[A-Z_]+$/)),
  /** A login so soon after the last one of the same user gets that one's tokens again, dead or not. */
  loginCacheMs: whole,
  /** Logins within ten seconds of each other are refused, and then all for this long after the last; 0: never. */
  loginThrottleMs: whole,
  /** A deal cannot be closed, deleted or amended for a number of milliseconds after it was made: IG cannot touch it yet. */
  youngDealMs: whole,
  /** What a transaction names a trade by: the end of the closing deal's id, or the whole id of the opening one. */
  transactionReference: z.enum(['closing', 'opening']),
  /** Closes of one second have one deal id, and so one reference. */
  sharedCloses: z.boolean(),
  /** For this long a close is not in the activity, although its transaction is, and one close in this many never is. 0: at once, always. */
  closeActivityLagMs: whole,
  closeActivityMissesEach: whole,
  /** How the account's language names a trade. */
  tradeType: z.enum(['DEAL', 'TRADE', 'ORDRE', 'Handel']),
  /** Names carry the rate at which a result was converted to the account's currency. */
  conversionInName: z.boolean(),
  /** Each position is charged a hundredth of a percent at 22:00 UTC, and a premium if its guaranteed stop triggers. */
  charges: z.boolean(),
  /** Hours from UTC of the account's local time, in which the history is dated. */
  timezoneOffset: z.int().check(z.gte(-12), z.lte(14)),
  /** Each so manieth answer of the list of positions is empty; 0: never. */
  emptyPositionsEach: whole,
  /** The login's default account is an ISA, which the API cannot use. */
  isaDefault: z.boolean(),
  /** The login also has an ISA, which is listed and cannot be dealt on. */
  isaListed: z.boolean(),
  /** The login may deal; if it may not, it still reads. */
  dealingEnabled: z.boolean(),
  /** Markets are CLOSED from Friday to Sunday, 22:00 UTC. */
  weekendClose: z.boolean(),
  /** API keys that are refused; any other one is taken. */
  refusedKeys: z.record(z.string(), z.enum(keyTroubles)),
  allowances: Allowances,
  /** After an allowance was overrun everything of its kind is refused for this long. */
  breachPauseMs: whole,
}
export const Settings = z.object(fields)
export type Settings = z.infer<typeof Settings>

export const SettingsChange = z.partial(
  z.strictObject({ ...fields, allowances: z.partial(z.strictObject(Allowances.shape)) }),
)
export type SettingsChange = z.infer<typeof SettingsChange>

/** The allowances are what IG publishes. */
export const usualSettings: Settings = {
  confirmDelayMs: 30,
  confirmLifeMs: 60_000,
  positionsLagMs: 0,
  endedLagMs: 0,
  historyLagMs: 0,
  slippage: 0,
  partialFill: 1,
  duplicateGuard: true,
  sameReference: 'accept',
  rejectWith: null,
  wrongCloseReason: 'POSITION_ALREADY_EXISTS_IN_OPPOSITE_DIRECTION',
  loginCacheMs: 0,
  loginThrottleMs: 0,
  youngDealMs: 0,
  transactionReference: 'closing',
  sharedCloses: false,
  closeActivityLagMs: 0,
  closeActivityMissesEach: 0,
  tradeType: 'DEAL',
  conversionInName: false,
  charges: false,
  timezoneOffset: 0,
  emptyPositionsEach: 0,
  isaDefault: false,
  isaListed: false,
  dealingEnabled: true,
  weekendClose: false,
  refusedKeys: {},
  allowances: { key: 60, account: 30, trading: 100, history: 10_000 },
  breachPauseMs: 0,
}

/** Settings that belong together. `POST /_paper/preset/{name}` takes one over what is set. */
export const presets = {
  /** What IG publishes. */
  published: { allowances: usualSettings.allowances },
  /** As recorded keys of demo accounts allow it: 10 requests a minute for an account, 20 for a key, 33 orders. */
  'demo-low': { allowances: { ...usualSettings.allowances, account: 10, key: 20, trading: 33 } },
  /** The login's default account is an ISA: only a version 3 login holds. */
  isa: { isaDefault: true, isaListed: true },
  /** Whatever real clients have met at once: quick logins are refused, deals are young, lists lag and are empty at times. */
  strict: {
    loginThrottleMs: 150_000,
    youngDealMs: 2_000,
    weekendClose: true,
    emptyPositionsEach: 50,
    positionsLagMs: 500,
    endedLagMs: 1_000,
    historyLagMs: 5_000,
    breachPauseMs: 60_000,
  },
  /** A history that is hard to book: shared references, late and missing activity, another language, conversions, funding. */
  'hard-history': {
    sharedCloses: true,
    closeActivityLagMs: 120_000,
    closeActivityMissesEach: 7,
    tradeType: 'ORDRE',
    conversionInName: true,
    charges: true,
  },
} as const satisfies Readonly<Record<string, Partial<Settings>>>
