import * as z from 'zod/mini'

const whole = z.int().check(z.gte(0))
const keyTroubles = ['invalid', 'disabled', 'restricted', 'revoked'] as const

const Allowances = z.object({
  /** Requests per minute: `key` and `account` count other requests, `trading` counts deals of an account. */
  key: whole,
  account: whole,
  trading: whole,
  /** Candles per week, for one API key and account. */
  history: whole,
})

/** How paper IG behaves. `POST /_paper/settings` changes any of it while paper IG runs. Times are in milliseconds. */
const fields = {
  /** Time until a confirm is readable. Before, and after `confirmLifeMs`, it answers 404. */
  confirmDelayMs: whole,
  confirmLifeMs: whole,
  /** How long a new deal is missing from the lists, an ended deal stays in them, and the history lacks an entry. */
  positionsLagMs: whole,
  endedLagMs: whole,
  historyLagMs: whole,
  /** Points by which market orders and stops are filled worse than quoted. */
  slippage: z.number().check(z.gte(0)),
  /** Filled share of a size. FILL_OR_KILL is rejected if it is below 1. */
  partialFill: z.number().check(z.gt(0), z.lte(1)),
  /** Rejects a second deal with the same epic, direction and size within a second. */
  duplicateGuard: z.boolean(),
  /** What IG does with a deal reference that was accepted before is unknown, so both can be set. */
  sameReference: z.enum(['accept', 'reject']),
  /** Reason with which every new or larger deal is rejected; null rejects none. */
  rejectWith: z.nullable(z.string().check(z.regex(/^[A-Z_]+$/))),
  /** Reason for rejecting a close in the position's own direction or beyond its size. IG's own reason is unknown. */
  wrongCloseReason: z.string().check(z.regex(/^[A-Z_]+$/)),
  /** A login this soon after the user's last one gets the same tokens again, even if they are dead. */
  loginCacheMs: whole,
  /** After two logins within ten seconds, all logins are refused for this long. 0 switches this off. */
  loginThrottleMs: whole,
  /** Time after its creation in which a deal cannot be closed, deleted or amended. */
  youngDealMs: whole,
  /** How a transaction names its trade: by the end of the closing deal's id, or by the whole id of the opening one. */
  transactionReference: z.enum(['closing', 'opening']),
  /** Closes within one second share a deal id, and so a reference. */
  sharedCloses: z.boolean(),
  /**
   * How long a close is missing from the activity although its transaction exists, and which share of closes never
   * appears there: one in `closeActivityMissesEach`. 0 means always and at once.
   */
  closeActivityLagMs: whole,
  closeActivityMissesEach: whole,
  /** The word for a trade in the account's language. */
  tradeType: z.enum(['DEAL', 'TRADE', 'ORDRE', 'Handel']),
  /** Names in the history include the rate of a currency conversion. */
  conversionInName: z.boolean(),
  /** Charges each position 0.01% at 22:00 UTC, and a premium if its guaranteed stop triggers. */
  charges: z.boolean(),
  /** Offset of the account's local time from UTC in hours. The history is dated in local time. */
  timezoneOffset: z.int().check(z.gte(-12), z.lte(14)),
  /** Makes one in this many answers of the list of positions empty; 0: none. */
  emptyPositionsEach: whole,
  /** The login's default account is an ISA, which the API cannot use. */
  isaDefault: z.boolean(),
  /** The login also has an ISA, which is listed and cannot be dealt on. */
  isaListed: z.boolean(),
  /** Whether the login may deal. It can always read. */
  dealingEnabled: z.boolean(),
  /** Markets are CLOSED from Friday to Sunday, 22:00 UTC. */
  weekendClose: z.boolean(),
  /** API keys that are refused. All others are accepted. */
  refusedKeys: z.record(z.string(), z.enum(keyTroubles)),
  allowances: Allowances,
  /** How long all requests of a kind are refused after their allowance was exceeded. */
  breachPauseMs: whole,
}
export const Settings = z.object(fields)
export type Settings = z.infer<typeof Settings>

export const SettingsChange = z.partial(
  z.strictObject({ ...fields, allowances: z.partial(z.strictObject(Allowances.shape)) }),
)
export type SettingsChange = z.infer<typeof SettingsChange>

/** Defaults. The allowances are those that IG publishes. */
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

/** Settings that belong together. `POST /_paper/preset/{name}` applies one on top of the current settings. */
export const presets = {
  /** The allowances that IG publishes. */
  published: { allowances: usualSettings.allowances },
  /** The allowances of recorded demo keys: 10 requests a minute for an account, 20 for a key, 33 orders. */
  'demo-low': { allowances: { ...usualSettings.allowances, account: 10, key: 20, trading: 33 } },
  /** The login's default account is an ISA, so only version 3 logins work. */
  isa: { isaDefault: true, isaListed: true },
  /**
   * Everything that real clients have met, at once: quick logins are refused, deals are young, lists lag and are
   * sometimes empty.
   */
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
