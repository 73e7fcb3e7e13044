import * as z from 'zod/mini'
import { settingsLimits } from './settings-limits.ts'
import { Mode } from './user.ts'
import { webhookSecretLimits, withoutBraces, withoutSpaces } from './webhook-secret.ts'

export const OrderType = z.enum(['LIMIT', 'MARKET'], 'Please select an order type')
export type OrderType = z.infer<typeof OrderType>

const whole = (field: keyof typeof settingsLimits) => {
  const { min, max } = settingsLimits[field]
  const message = `Must be a whole number from ${min} to ${max}`
  return z.number(message).check(z.int(message), z.gte(min, message), z.lte(max, message))
}

export const TradingRules = z.object({
  orderType: OrderType,
  instrumentTradeCooldownPeriodInHours: whole('instrumentTradeCooldownPeriodInHours'),
  maximumOrderAgeInMinutes: whole('maximumOrderAgeInMinutes'),
  maximumOpenPositions: whole('maximumOpenPositions'),
  maximumOpenPositionsAndPendingOrders: whole('maximumOpenPositionsAndPendingOrders'),
  maximumAlertAgeInSeconds: whole('maximumAlertAgeInSeconds'),
  avoidDividendDates: z.boolean(),
  enforceMaximumOpenPositions: z.boolean(),
  enforceMaximumOpenPositionsAndPendingOrders: z.boolean(),
  enforceMaximumAlertAgeInSeconds: z.boolean(),
  preventDuplicatePositionsForInstrument: z.boolean(),
  allowHedging: z.boolean(),
})
export type TradingRules = z.infer<typeof TradingRules>

/** What a new user starts with: every rule on, the careful order type. */
export const defaultTradingRules: TradingRules = {
  orderType: 'LIMIT',
  instrumentTradeCooldownPeriodInHours: 24,
  maximumOrderAgeInMinutes: 10,
  maximumOpenPositions: 5,
  maximumOpenPositionsAndPendingOrders: 10,
  maximumAlertAgeInSeconds: 60,
  avoidDividendDates: true,
  enforceMaximumOpenPositions: true,
  enforceMaximumOpenPositionsAndPendingOrders: true,
  enforceMaximumAlertAgeInSeconds: true,
  preventDuplicatePositionsForInstrument: true,
  allowHedging: false,
}

/** Empty text is sent as null. What is pasted often brings a blank or a line end along. */
const credential = z.nullable(z.string().check(z.trim(), z.maxLength(350)))
const { min, max } = webhookSecretLimits
const webhookSecret = z
  .string('Webhook secret is required')
  .check(
    z.minLength(1, 'Webhook secret is required'),
    z.minLength(min, `Webhook secret must be ${min} to ${max} characters`),
    z.maxLength(max, `Webhook secret must be ${min} to ${max} characters`),
    z.regex(withoutSpaces, 'Webhook secret must not contain spaces or control characters'),
    z.regex(withoutBraces, 'Webhook secret must not contain {{'),
  )

export const Credentials = z.object({
  demoApiKey: credential,
  demoUsername: credential,
  demoPassword: credential,
  demoAccountId: credential,
  demoWebhookSecret: webhookSecret,
  liveApiKey: credential,
  liveUsername: credential,
  livePassword: credential,
  liveAccountId: credential,
  liveWebhookSecret: webhookSecret,
})
export type Credentials = z.infer<typeof Credentials>

export const SettingsUpdate = z.object({ mode: Mode, ...Credentials.shape, ...TradingRules.shape })
export type SettingsUpdate = z.infer<typeof SettingsUpdate>

/** Why and since when no alert trades: the user's own switch, or the safety brake. */
export const TradingPause = z.object({
  by: z.enum(['USER', 'BRAKE']),
  at: z.iso.datetime(),
  reason: z.string(),
})
export type TradingPause = z.infer<typeof TradingPause>

export const UserSettings = z.object({
  ...SettingsUpdate.shape,
  tradingPause: z.nullable(TradingPause),
  /** What a save found out and did not block, e.g. that IG refused the new credentials. */
  warnings: z.optional(z.array(z.string())),
})
export type UserSettings = z.infer<typeof UserSettings>

export { secretMask, settingsLimits } from './settings-limits.ts'
