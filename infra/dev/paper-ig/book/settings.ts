import * as z from 'zod/mini'

const whole = z.int().check(z.gte(0))
const keyTroubles = ['invalid', 'disabled', 'restricted', 'revoked'] as const

const Allowances = z.object({
  /** Requests per minute. `trading` counts an account's deals; `key` and `account` count all other requests. */
  key: whole,
  account: whole,
  trading: whole,
  /** Candles per week for an API key and account. */
  history: whole,
})

/**
 * Settings for the behaviour of paper IG. `POST /_paper/settings` changes any of them while paper IG runs. Times are in
 * milliseconds.
 */
const fields = {
  /**
   * The time until a new confirm can be read. Before that, and after `confirmLifeMs`, a request for it gets status 404.
   */
  confirmDelayMs: whole,
  confirmLifeMs: whole,
  /** How long a new deal is missing from the lists. */
  positionsLagMs: whole,

  /** How long an ended deal remains in the lists. */
  endedLagMs: whole,
  /** How long a new entry is missing from the history. */
  historyLagMs: whole,
  /** Points by which market orders and stops fill worse than quoted. */
  slippage: z.number().check(z.gte(0)),
  /** The share of a size that is filled. If it is below 1, FILL_OR_KILL deals are rejected. */
  partialFill: z.number().check(z.gt(0), z.lte(1)),
  /** Whether a second deal with the same epic, direction and size within a second is rejected. */
  duplicateGuard: z.boolean(),
  /** Whether a deal reference can be used twice. IG's own behaviour is unknown. */
  sameReference: z.enum(['accept', 'reject']),
  /** The reason for which every new deal and working order is rejected; null if none is rejected. */
  rejectWith: z.nullable(z.string().check(z.regex(/^[A-Z_]+$/))),
  /**
   * The reason for rejecting a close in the position's own direction or beyond its size. IG's own reason is unknown.
   */
  wrongCloseReason: z.string().check(z.regex(/^[A-Z_]+$/)),
  /** How long another login of the same user gets the same tokens, even if they have expired. */
  loginCacheMs: whole,
  /** How long a user's logins are refused after two logins within ten seconds; 0: never. */
  loginThrottleMs: whole,
  /** How long a new deal cannot be closed, deleted or amended. */
  youngDealMs: whole,
  /** The reference of a transaction: the end of the closing deal's ID, or the whole ID of the opening deal. */
  transactionReference: z.enum(['closing', 'opening']),
  /** Whether closes within one second share a deal ID, and therefore the reference of their transactions. */
  sharedCloses: z.boolean(),
  /** How long a close is missing from the activity although its transaction is already there. */
  closeActivityLagMs: whole,
  /** One in this many closes never appears in the activity; 0: none is missing. */
  closeActivityMissesEach: whole,
  /** The type of a trade in transactions, which depends on the account's language. */
  tradeType: z.enum(['DEAL', 'TRADE', 'ORDRE', 'Handel']),
  /** Whether names in the history contain the rate of a currency conversion. */
  conversionInName: z.boolean(),
  /** Whether a position is charged 0.01% at 22:00 UTC, and a premium if its guaranteed stop triggers. */
  charges: z.boolean(),
  /** Hours by which the account's local time is ahead of UTC. The history contains local times. */
  timezoneOffset: z.int().check(z.gte(-12), z.lte(14)),
  /** One in this many responses with the list of positions is empty; 0: none. */
  emptyPositionsEach: whole,
  /** Whether the login's default account is an ISA, which cannot be used through the API. */
  isaDefault: z.boolean(),
  /** Whether the login also has an ISA, which is listed but cannot deal. */
  isaListed: z.boolean(),
  /** Whether the login can deal. It can always read. */
  dealingEnabled: z.boolean(),
  /** Whether markets are closed from Friday 22:00 to Sunday 22:00 UTC. */
  weekendClose: z.boolean(),
  /** API keys that are refused, with the reason. All other keys are accepted. */
  refusedKeys: z.record(z.string(), z.enum(keyTroubles)),
  allowances: Allowances,
  /** How long all requests of a kind are refused after their allowance has been exceeded. */
  breachPauseMs: whole,
}
export const Settings = z.object(fields)
export type Settings = z.infer<typeof Settings>

export const SettingsChange = z.partial(
  z.strictObject({ ...fields, allowances: z.partial(z.strictObject(Allowances.shape)) }),
)
export type SettingsChange = z.infer<typeof SettingsChange>

/** The default settings. Their allowances are those that IG publishes. */
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

/** Groups of settings. `POST /_paper/preset/{name}` applies a group on top of the current settings. */
export const presets = {
  /** The allowances that IG publishes. */
  published: { allowances: usualSettings.allowances },
  /** The allowances of recorded demo keys: per minute 10 requests for an account, 20 for a key, and 33 orders. */
  'demo-low': { allowances: { ...usualSettings.allowances, account: 10, key: 20, trading: 33 } },
  /** The login's default account is an ISA, so only version 3 logins succeed. */
  isa: { isaDefault: true, isaListed: true },
  /**
   * All difficulties that real clients have met: quick logins are refused, new deals cannot be changed, and lists lag
   * or are sometimes empty.
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
  /**
   * A history that is difficult to process: shared references, late and missing activity, another language, conversions
   * and funding.
   */
  'hard-history': {
    sharedCloses: true,
    closeActivityLagMs: 120_000,
    closeActivityMissesEach: 7,
    tradeType: 'ORDRE',
    conversionInName: true,
    charges: true,
  },
} as const satisfies Readonly<Record<string, Partial<Settings>>>
