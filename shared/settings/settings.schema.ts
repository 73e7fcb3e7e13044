import * as z from 'zod/mini'
import {
  type TradingRules as Rules,
  type TradingSetting,
  tradingSettingList,
  type TradingSettingName,
} from './trading-settings.ts'
import { Mode } from '../accounts/user.schema.ts'
import { LossLimits, Trip } from '../limits/limits.schema.ts'
import { secretMask } from './secret-mask.ts'
import { leastOwnSecret, webhookSecretLimits, withoutBraces, withoutSpaces } from './webhook-secret.ts'

const schemaOf = (setting: TradingSetting): z.ZodMiniType => {
  switch (setting.kind) {
    case 'choice':
      return z.enum(Object.keys(setting.options), setting.missing)
    case 'number': {
      const { min, max } = setting
      const message = `Must be a whole number from ${min} to ${max}`
      return z.number(message).check(z.int(message), z.gte(min, message), z.lte(max, message))
    }
    case 'switch':
      return z.boolean()
  }
}

export const TradingRules = z.object(
  Object.fromEntries(tradingSettingList.map(([name, setting]) => [name, schemaOf(setting)])) as {
    [Name in TradingSettingName]: z.ZodMiniType<TradingRules[Name], TradingRules[Name]>
  },
)
export type TradingRules = Rules

/** Clients send an empty text as null. Pasted values often have a space or a line break at the end. */
export const credential = z.nullable(z.string().check(z.trim(), z.maxLength(350)))
const { min, max } = webhookSecretLimits
/**
 * A saved secret with fewer than `leastOwnSecret` characters stays valid, but a new secret needs at least that many.
 */
const lengthProblem = `Webhook secret must be ${leastOwnSecret} to ${max} characters`
const webhookSecret = (...ofLength: readonly z.core.$ZodCheck<string>[]) =>
  z
    .string('Webhook secret is required')
    .check(
      z.minLength(1, 'Webhook secret is required'),
      ...ofLength,
      z.regex(withoutSpaces, 'Webhook secret must not contain spaces or control characters'),
      z.regex(withoutBraces, 'Webhook secret must not contain {{'),
    )

export const Credentials = z.object({
  demoApiKey: credential,
  demoUsername: credential,
  demoPassword: credential,
  demoAccountId: credential,
  demoWebhookSecret: webhookSecret(z.minLength(min, lengthProblem), z.maxLength(max, lengthProblem)),
  liveApiKey: credential,
  liveUsername: credential,
  livePassword: credential,
  liveAccountId: credential,
  /** This field also accepts the mask, although the mask is shorter than the minimum. */
  liveWebhookSecret: webhookSecret(
    z.regex(new RegExp(`^(?:${secretMask}|.{${min},${max}})$`, 'su'), lengthProblem),
  ),
})
export type Credentials = z.infer<typeof Credentials>

export const SettingsUpdate = z.object({ mode: Mode, ...Credentials.shape, ...TradingRules.shape })
export type SettingsUpdate = z.infer<typeof SettingsUpdate>

const pause = {
  at: z.iso.datetime(),
  reason: z.string(),
  /** Set if trading was paused by a link in an email, perhaps because a session was stolen. */
  from: z.optional(z.literal('EMAIL')),
}

/** A pause of trading by the user, the safety brake or an admin. Only an admin can lift an admin's pause. */
export const TradingPause = z.object({
  by: z.enum(['USER', 'BRAKE', 'OPERATOR']),
  ...pause,
  /** The pause that applied before the admin's pause, and that applies again afterwards. */
  before: z.optional(z.nullable(z.object({ by: z.enum(['USER', 'BRAKE', 'OPERATOR']), ...pause }))),
})
export type TradingPause = z.infer<typeof TradingPause>

/**
 * *Stop everything*. Exits are also held from `since` until `until` (null if the stop is still active). The record is
 * stored until the user dismisses it. The log lists held exits from `heldFrom`, because an earlier stop may also have
 * held some.
 */
export const FullStop = z.object({
  since: z.iso.datetime(),
  until: z.nullable(z.iso.datetime()),
  heldFrom: z.iso.datetime(),
})
export type FullStop = z.infer<typeof FullStop>

export const TradingPauseChange = z.object({
  /** Lifts the trip of the account (null) or of a strategy. The user must have proved their identity recently. */
  liftTrip: z.optional(
    z.object({
      strategy: z.nullable(z.string()),
      /** Set if the user confirms that the unexplained fall of the balance was a withdrawal, which is not a loss. */
      wasWithdrawal: z.optional(z.literal(true)),
    }),
  ),
  /** Whether trading is paused. Default: unchanged. */
  paused: z.optional(z.boolean()),
  /** Only with `paused`: whether exits are also held, as *Stop everything* does. */
  holdExits: z.optional(z.boolean()),
  /** Dismisses the exits that *Stop everything* held. */
  forgetHeld: z.optional(z.literal(true)),
})
export type TradingPauseChange = z.infer<typeof TradingPauseChange>

/** The settings that a pause may change. */
export const PauseState = z.object({
  tradingPause: z.nullable(TradingPause),
  fullStop: z.nullable(FullStop),
  trips: z.array(Trip),
})
export type PauseState = z.infer<typeof PauseState>

/** What currently stops entries. Contains no secrets. */
export const TradingStatus = z.object({
  mode: Mode,
  tradingPause: z.nullable(TradingPause),
  /** Since when *Stop everything* has held exits; null if it holds none. */
  stoppedSince: z.nullable(z.iso.datetime()),
  /** Reached limits in the current mode. */
  trips: z.array(Trip),
  isPaper: z.boolean(),
})
export type TradingStatus = z.infer<typeof TradingStatus>

export const UserSettings = z.object({
  ...SettingsUpdate.shape,
  tradingPause: z.nullable(TradingPause),
  fullStop: z.nullable(FullStop),
  /** Limits of the accounts by mode. A mode without limits is missing. */
  lossLimits: z.optional(z.partialRecord(Mode, LossLimits)),
  /** Reached limits that still stop entries in the current mode. */
  trips: z.optional(z.array(Trip)),
  /** Set if an alert may need approval because of the rules or a strategy's rules, or because a token proposed it. */
  mayAsk: z.optional(z.literal(true)),
  isPaper: z.optional(z.literal(true)),
  /** Problems that did not prevent saving, such as credentials that IG refused. */
  warnings: z.optional(z.array(z.string())),
})
export type UserSettings = z.infer<typeof UserSettings>

export { secretMask }
