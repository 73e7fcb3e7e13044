import { VisibleError } from '../../shared/platform/error.schema.ts'
import {
  type Credentials,
  secretMask,
  type SettingsUpdate,
  TradingRules,
} from '../../shared/settings/settings.schema.ts'
import {
  looserRules,
  tradingSettingList,
  type TradingSettingName,
} from '../../shared/settings/trading-settings.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import type { StoredSettings } from './settings-store.ts'

/** The trading rules in a save request. */

export const rulesOf = (request: SettingsUpdate): TradingRules => {
  const rules: Record<string, unknown> = {}
  for (const field of Object.keys(TradingRules.shape)) rules[field] = request[field as keyof TradingRules]
  return rules as TradingRules
}

export const secretOf = (credentials: Credentials, mode: Mode) =>
  mode === 'DEMO' ? credentials.demoWebhookSecret : credentials.liveWebhookSecret

/**
 * The credentials in a save request. Empty text becomes null. If a field contains the mask, its secret is
 * unchanged; the mask itself is never stored.
 */
export const credentialsOf = (request: SettingsUpdate, before: Credentials): Credentials => {
  const kept = <Field extends 'liveApiKey' | 'livePassword' | 'liveWebhookSecret'>(field: Field) =>
    request[field] === secretMask ? before[field] : request[field]
  const after: Credentials = {
    demoApiKey: request.demoApiKey || null,
    demoUsername: request.demoUsername || null,
    demoPassword: request.demoPassword || null,
    demoAccountId: request.demoAccountId || null,
    demoWebhookSecret: request.demoWebhookSecret,
    liveApiKey: kept('liveApiKey') || null,
    liveUsername: request.liveUsername || null,
    livePassword: kept('livePassword') || null,
    liveAccountId: request.liveAccountId || null,
    liveWebhookSecret: kept('liveWebhookSecret'),
  }
  const masked = Object.entries(after).find(([, value]) => value === secretMask)
  if (masked)
    throw new VisibleError('INVALID_REQUEST', 'Enter the full secret, not the masked one', {
      [masked[0]]: 'is only the mask of a secret',
    })
  if (after.demoWebhookSecret === after.liveWebhookSecret)
    throw new VisibleError('INVALID_REQUEST', 'The demo and live webhook secrets must differ', {
      live_webhook_secret: 'must differ from the demo webhook secret',
    })
  return after
}

/**
 * The most serious way in which a save makes trading less safe; null if it does not. Any such save requires a step-up.
 */
export const loosened = (
  old: StoredSettings,
  next: SettingsUpdate,
  before: Credentials,
  after: Credentials,
): 'live' | 'credentials' | 'rules' | null => {
  if (next.mode === 'LIVE' && old.mode !== 'LIVE') return 'live'
  const fields = Object.keys(after) as (keyof Credentials)[]
  if (fields.some((field) => before[field] !== after[field])) return 'credentials'
  const looser = looserRules(old.rules, next)
  const isProofNeeded = (name: TradingSettingName) => old.mode === 'LIVE' || needsProofInDemo.has(name)
  return looser.some(isProofNeeded) ? 'rules' : null
}

const needsProofInDemo: ReadonlySet<TradingSettingName> = new Set(
  tradingSettingList.flatMap(([name, setting]) => (setting.needsProofInDemo ? name : [])),
)

/**
 * Describes what a save changed: rules with their old and new values, credentials only by name. For example: "Maximum
 * open positions: 5 → 7", "Live password changed".
 */
export const changesInWords = (
  old: StoredSettings,
  next: Pick<StoredSettings, 'mode' | 'rules'>,
  before: Credentials,
  after: Credentials,
): string[] => [
  ...(old.mode === next.mode ? [] : [`Mode: ${old.mode} → ${next.mode}`]),
  ...tradingSettingList.flatMap(([name, { label }]) =>
    old.rules[name] === next.rules[name]
      ? []
      : `${label}: ${written(old.rules[name])} → ${written(next.rules[name])}`,
  ),
  ...(Object.keys(after) as (keyof Credentials)[]).flatMap((field) =>
    before[field] === after[field] ? [] : `${credentialInWords(field)} changed`,
  ),
]

const written = (value: string | number | boolean) =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)

/** The name of a credential for the user: `demoApiKey` becomes "Demo API key". */
const credentialInWords = (field: keyof Credentials) =>
  field
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())
    .replace('api', 'API')
    .replace(/ id$/, ' ID')

/** Names of the changed fields, without their values. */
export const changesOf = (
  old: StoredSettings,
  next: Pick<StoredSettings, 'mode' | 'rules'>,
  before: Credentials,
  after: Credentials,
) => [
  ...(old.mode === next.mode ? [] : ['mode']),
  ...Object.keys(next.rules).filter(
    (field) => old.rules[field as keyof TradingRules] !== next.rules[field as keyof TradingRules],
  ),
  ...Object.keys(after).filter(
    (field) => before[field as keyof Credentials] !== after[field as keyof Credentials],
  ),
]
