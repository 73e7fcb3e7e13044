import * as z from 'zod/mini'
import { alertLimits } from '../alerts/alert.ts'
import { AlertLine } from '../logs/alert-line.schema.ts'
import { alertStates } from '../alerts/alert-state.ts'
import { Burst } from '../logs/burst.schema.ts'
import { alertKinds } from '../logs/outcome-kinds.ts'
import { OutcomeDetails, UnderstoodAlert } from '../logs/log.schema.ts'
import { pageLimits } from '../platform/page-limits.ts'
import { Outcome, StepInWords } from '../trading/model/outcome.schema.ts'
import { Mode } from '../accounts/user.schema.ts'
import { type Endpoint, Nothing, Done } from './endpoint.ts'

export const AlertText = z.string().check(z.minLength(1), z.maxLength(alertLimits.bytes))

const AlertId = z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/))

const DecimalNumber = z.union([z.number(), z.string().check(z.maxLength(40))])

/** See `Stake` in shared/trading/model/stake.ts. */
const OrderStake = z.object({
  size: z.string(),
  value: z.nullable(z.string()),
  loss: z.string(),
  margin: z.nullable(z.string()),
  currency: z.nullable(z.string()),
})

/** The result of a rehearsed alert: the whole trace, and the order that would be sent or submitted for approval. */
const TriedAlert = z.object({
  outcome: z.union([Outcome, z.literal('WOULD_PLACE')]),
  sentence: z.string(),
  trace: z.array(StepInWords),
  order: z.nullable(z.record(z.string(), z.unknown())),
  /** What the order opens and risks, in the account's currency; null if it opens nothing. */
  stake: z.nullable(OrderStake),
})

export const alerts = {
  receiveAlert: {
    method: 'POST',
    path: '/trading-view-webhook',
    access: 'webhook',
    takes: 'raw',
    summary: 'Accepts an alert in JSON or line format',
    request: Nothing,
    response: z.object({ status: z.enum(['queued', 'duplicate']), alertId: z.string() }),
    statuses: [202],
    // A call above this rate gets 429, and its alert is lost for good. The rate is so high that the webhook's reserved
    // executions are used up first. A call then gets 503, and TradingView repeats it. The rate is below an account's
    // limit (10,000 a second, 5,000 at once). It limits the cost of a flood to about 650 dollars a day with CloudFront.
    throttle: { rate: 2_500, burst: 5_000 },
  },

  listAlerts: {
    method: 'GET',
    path: '/alerts',
    access: 'user',
    scope: 'read',
    summary:
      'Lists your alerts of the last 30 days that have ended or wait, newest first. `state=open` lists those on their way, `state=asking` what waits for you: questions, held and waiting exits, reviews',
    request: z.object({
      state: z.optional(z.enum([...alertStates, 'asking'])),
      mode: z.optional(Mode),
      /** TradingView’s name for the market, such as NASDAQ:AAPL. */
      market: z.optional(z.string().check(z.maxLength(alertLimits.market))),
      strategy: z.optional(z.string().check(z.maxLength(alertLimits.comment))),
      outcome: z.optional(Outcome),
      /** The kind of outcome; the overview counts `placed`, `refused` and `failed`. */
      kind: z.optional(z.enum(alertKinds)),
      from: z.optional(z.iso.datetime({ offset: true })),
      to: z.optional(z.iso.datetime({ offset: true })),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), pageLimits.default),
      /** The value of `next` on the previous page. */
      after: z.optional(z.string().check(z.regex(/^-?\d{1,16}\.[A-Za-z0-9#]{1,70}$/))),
    }),
    response: z.object({
      results: z.array(AlertLine),
      /**
       * The value to send as `after` to get the next page; null on the last page. A page with filters reads a fixed
       * number of alerts, so it may be short or empty even if more follow.
       */
      next: z.nullable(z.string()),
      /**
       * Groups of alerts that arrived at the same moment, latest first; missing if a filter other than mode and time is
       * set.
       */
      bursts: z.optional(z.array(Burst)),
    }),
    statuses: [200],
    polled: true,
    throttle: { rate: 500, burst: 1_000 },
  },

  getAlert: {
    method: 'GET',
    path: '/alerts/{alertId}',
    access: 'user',
    scope: 'read',
    summary:
      'An alert of the last 30 days: what was understood, each rule that was checked, and what came of it',
    request: z.object({ alertId: AlertId }),
    response: z.object({
      alertId: z.string(),
      mode: Mode,
      state: z.enum(alertStates),
      acceptedAt: z.iso.datetime(),
      /** When an exit began to wait for room in IG's request limit or for its market to open. */
      waitsSince: z.optional(z.iso.datetime()),
      /** What the exit waits for, and what protects its positions until then. */
      waitsFor: z.optional(z.string()),
      /** Missing until the alert has an outcome. */
      ended: z.optional(
        z.object({
          outcome: Outcome,
          at: z.iso.datetime(),
          message: z.string(),
          trace: z.array(StepInWords),
        }),
      ),
      /**
       * The original text with the secret hidden. Missing if no text was stored, as for a proposed trade or in release
       * 0.2.0.
       */
      received: z.optional(z.string()),
      /**
       * The channels of the alert's notification; empty after eight days. `leavesAt` is when the notification may be
       * sent on the channel; null once it was sent.
       */
      notifications: z.array(z.object({ channel: z.string(), leavesAt: z.nullable(z.iso.datetime()) })),
      /** The order, the broker’s answers, the phases and the parsed alert, as in the log entry. */
      extra: z.extend(OutcomeDetails, { alert: UnderstoodAlert }),
    }),
    refusals: ['NOT_FOUND'],
  },

  proposeTrade: {
    method: 'POST',
    path: '/alerts/propose',
    access: 'user',
    scope: 'propose',
    tokenOnly: true,
    summary:
      'Proposes a trade. It passes the same rules as an alert, and then waits for its user’s approval, whatever the settings',
    request: z.object({
      // Default: the current mode.
      mode: z.optional(Mode),
      action: z.enum(['BUY', 'SELL']),
      /** TradingView’s name for the market, such as NASDAQ:AAPL. */
      market: z.string().check(z.maxLength(alertLimits.market)),
      /** In TradingView’s units. */
      price: DecimalNumber,
      /** ATRs by period, in the same units as the price. Default: ATRs from daily prices. */
      atr: z.optional(z.record(z.string().check(z.regex(/^[1-9]\d{0,2}$/)), DecimalNumber)),
      strategy: z.optional(z.string().check(z.maxLength(alertLimits.comment))),
      comment: z.optional(z.string().check(z.maxLength(alertLimits.comment))),
      /** The sender’s own ID. Two proposals with the same ID count as one. */
      id: z.optional(z.string().check(z.maxLength(alertLimits.id))),
    }),
    response: z.object({ status: z.enum(['queued', 'duplicate']), alertId: z.string() }),
    statuses: [202],
    refusals: ['INVALID_ALERT', 'IG_SETTINGS_INCOMPLETE', 'TOO_MANY_ATTEMPTS'],
  },

  confirmAlert: {
    method: 'POST',
    path: '/alerts/{alertId}/confirm',
    access: 'user',
    stepUp: 'where-it-loosens-in-live',
    summary:
      'Approves a waiting alert, which is then checked again with current data. A trade that a token proposed in LIVE needs an identity check',
    request: z.object({ alertId: AlertId }),
    response: Done,
    refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  },

  cancelExit: {
    method: 'POST',
    path: '/alerts/{alertId}/cancel',
    access: 'user',
    summary: 'Cancels an exit that waits: what it has not closed yet stays open',
    request: z.object({ alertId: AlertId }),
    response: Done,
    refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  },

  resolveReview: {
    method: 'POST',
    path: '/alerts/reviews',
    access: 'user',
    summary: 'Records what the user found at IG about an alert that needed review',
    request: z.object({
      alertId: AlertId,
      verdict: z.enum(['OPEN', 'NOT_OPEN']),
    }),
    response: Done,
    refusals: ['NOT_FOUND'],
  },

  lookUpReview: {
    method: 'POST',
    path: '/alerts/{alertId}/look-up',
    access: 'user',
    summary:
      'Asks IG again about an alert that needs review, and returns what IG shows. Nothing is sent or recorded',
    request: z.object({ alertId: AlertId }),
    response: z.object({
      /** Whether IG shows what became of the order. */
      found: z.boolean(),
      message: z.string(),
    }),
    refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'IG_SETTINGS_INCOMPLETE', 'BROKER_UNAVAILABLE'],
  },

  tryAlert: {
    method: 'POST',
    path: '/alerts/try',
    access: 'user',
    summary:
      'Tests an alert, or one of the last 30 days again, as if it came now, and returns the full trace. Nothing is placed',
    request: z
      .object({
        mode: Mode,
        alert: z.optional(AlertText),
        alertId: z.optional(AlertId),
      })
      .check(
        z.refine(
          ({ alert, alertId }) => (alert === undefined) !== (alertId === undefined),
          'Give either an alert or the ID of one',
        ),
      ),
    response: TriedAlert,
    refusals: ['INVALID_ALERT', 'NOT_FOUND', 'IG_SETTINGS_INCOMPLETE', 'BROKER_UNAVAILABLE'],
  },
} as const satisfies Record<string, Endpoint>
