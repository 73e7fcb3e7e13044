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

/** Empty text is sent as null. What is pasted often brings a blank or a line end along. */
export const credential = z.nullable(z.string().check(z.trim(), z.maxLength(350)))
const { min, max } = webhookSecretLimits
/** A secret of less than `leastOwnSecret` characters is only kept, never chosen. */
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
  /** Its mask, too, which is shorter. */
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
  /** Paused with the link of an email, by someone who may know that a session of theirs is in other hands. */
  from: z.optional(z.literal('EMAIL')),
}

/** Why and since when no alert trades: the user's own switch, the safety brake, or an admin, who alone lifts it. */
export const TradingPause = z.object({
  by: z.enum(['USER', 'BRAKE', 'OPERATOR']),
  ...pause,
  /** What held before an admin paused, and holds again afterwards. */
  before: z.optional(z.nullable(z.object({ by: z.enum(['USER', 'BRAKE', 'OPERATOR']), ...pause }))),
})
export type TradingPause = z.infer<typeof TradingPause>

/**
 * *Stop everything*: from `since` until `until` (null: still) exits are held back too. It is kept until its user is done
 * with what was held, which the log lists from `heldFrom` on: an earlier stop may have held something also.
 */
export const FullStop = z.object({
  since: z.iso.datetime(),
  until: z.nullable(z.iso.datetime()),
  heldFrom: z.iso.datetime(),
})
export type FullStop = z.infer<typeof FullStop>

export const TradingPauseChange = z.object({
  /** Lets entries through again that a limit has stopped: the account’s (null), or a strategy’s. It needs a fresh proof. */
  liftTrip: z.optional(
    z.object({
      strategy: z.nullable(z.string()),
      /** The fall of the balance that nothing explained was a withdrawal: it is no loss, and all else counts on. */
      wasWithdrawal: z.optional(z.literal(true)),
    }),
  ),
  /** Left out: as it is. */
  paused: z.optional(z.boolean()),
  /** With `paused`: *Stop everything*. */
  holdExits: z.optional(z.boolean()),
  /** Its user is done with what *Stop everything* held: it is not offered any more. */
  forgetHeld: z.optional(z.literal(true)),
})
export type TradingPauseChange = z.infer<typeof TradingPauseChange>

/** What a pause or its end leaves: the part of the settings that it may change. */
export const PauseState = z.object({
  tradingPause: z.nullable(TradingPause),
  fullStop: z.nullable(FullStop),
  trips: z.array(Trip),
})
export type PauseState = z.infer<typeof PauseState>

/** What stops entries of alerts, without anything secret. */
export const TradingStatus = z.object({
  mode: Mode,
  tradingPause: z.nullable(TradingPause),
  /** Since when *Stop everything* holds exits too; null: it does not. */
  stoppedSince: z.nullable(z.iso.datetime()),
  /** Limits that were reached, in the mode that alerts trade in. */
  trips: z.array(Trip),
  isPaper: z.boolean(),
})
export type TradingStatus = z.infer<typeof TradingStatus>

export const UserSettings = z.object({
  ...SettingsUpdate.shape,
  tradingPause: z.nullable(TradingPause),
  fullStop: z.nullable(FullStop),
  /** Limits of the accounts, by mode; left out for a mode for which none were ever set. */
  lossLimits: z.optional(z.partialRecord(Mode, LossLimits)),
  /** Limits that were reached and still stop entries of alerts, in the mode that they trade in. */
  trips: z.optional(z.array(Trip)),
  /** Some alert may wait for approval: by the rules, by those of a strategy, or proposed by a token. */
  mayAsk: z.optional(z.literal(true)),
  /** The broker is paper IG, whatever the mode. */
  isPaper: z.optional(z.literal(true)),
  /** What a save found out and did not block, e.g. that IG refused the new credentials. */
  warnings: z.optional(z.array(z.string())),
})
export type UserSettings = z.infer<typeof UserSettings>

export { secretMask }
