import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { credentialFields } from '../../shared/settings/credentials.ts'
import type {
  Credentials,
  FullStop,
  TradingPause,
  TradingRules,
} from '../../shared/settings/settings.schema.ts'
import { type LossLimits, noLimits, type Trip } from '../../shared/limits/loss-limits.ts'
import { defaultStrategyRules } from '../../shared/strategies/strategy-rules.ts'
import { defaultTradingRules } from '../../shared/settings/trading-settings.ts'
import type { TradingSettings } from '../../shared/trading/model/snapshot.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { batchGet, dynamo, saveVersion, tableName } from '../aws/table.ts'
import { noteTimed } from './timed-users.ts'

/** The state of one mode's credentials, stored outside Secrets Manager. It contains nothing secret. */
export type CredentialState = {
  readonly accountId: string | null
  /** Incremented by each change of any of the mode's four credentials. */
  readonly version: number
  /** Names of the credentials that are empty. */
  readonly missing: readonly string[]
}

/** One user's settings as stored. Each change increments `version`. */
export type StoredSettings = {
  readonly userId: string
  readonly version: number
  readonly mode: Mode
  readonly rules: TradingRules
  readonly credentials: Readonly<Record<Mode, CredentialState>>
  readonly tradingPause: TradingPause | null
  /** The state of *Stop everything*: in force, or ended and not yet dismissed by the user. */
  readonly fullStop?: FullStop | null | undefined
  /** When the user last switched from demo to live, in epoch milliseconds. */
  readonly liveSince?: number | undefined
  /** Rules by strategy tag. */
  readonly strategies?: TradingSettings['strategies'] | undefined
  /** Loss limits of each mode's account. */
  readonly lossLimits?: Readonly<Partial<Record<Mode, LossLimits>>> | undefined
  /** The loss limits that were reached. Each key names what the limit stops; see `tripKey`. */
  readonly trips?: Readonly<Record<string, Trip>> | undefined
  /** Until when (epoch seconds) a token may propose trades, unless it is revoked earlier. */
  readonly proposalsUntil?: number | undefined
}

export const settingsKey = (userId: string) => ({ pk: userId })

export const settingsFrom = (item: Record<string, unknown>): StoredSettings => ({
  userId: item.pk as string,
  version: item.version as number,
  mode: item.mode as Mode,
  // A row that was stored before a rule existed has no value for it.
  rules: { ...defaultTradingRules, ...(item.rules as TradingRules) },
  credentials: item.credentials as StoredSettings['credentials'],
  tradingPause: (item.tradingPause as TradingPause | null | undefined) ?? null,
  fullStop: (item.fullStop as FullStop | null | undefined) ?? null,
  liveSince: (item.liveSince as number | null | undefined) ?? undefined,
  strategies: withEveryRule(item.strategies as StoredSettings['strategies']),
  lossLimits: item.lossLimits as StoredSettings['lossLimits'],
  trips: item.trips as StoredSettings['trips'],
  proposalsUntil: item.proposalsUntil as number | undefined,
})

/** Adds default values for rules that didn't exist when the strategy was stored. */
const withEveryRule = (strategies: StoredSettings['strategies']): StoredSettings['strategies'] =>
  strategies &&
  Object.fromEntries(
    Object.entries(strategies).map(([name, rules]) => [name, { ...defaultStrategyRules, ...rules }]),
  )

/** The loss limits of one mode's account. */
export const lossLimitsOf = ({ lossLimits }: Pick<StoredSettings, 'lossLimits'>, mode: Mode): LossLimits =>
  lossLimits?.[mode] ?? noLimits

/** The reached loss limits of one mode. */
export const tripsOf = ({ trips = {} }: Pick<StoredSettings, 'trips'>, mode: Mode): readonly Trip[] =>
  Object.entries(trips).flatMap(([key, trip]) => (key.split(' ')[0] === mode ? [trip] : []))

/** When *Stop everything* began; null if it does not apply now. */
export const stoppedSince = ({ fullStop }: Pick<StoredSettings, 'fullStop'>): string | null =>
  fullStop?.until === null ? fullStop.since : null

/** The settings that decisions on this mode's alerts use. */
export const tradingSettingsFrom = (item: Record<string, unknown>, mode: Mode): TradingSettings => {
  const settings = settingsFrom(item)
  const { accountId, version, missing } = settings.credentials[mode]
  return {
    ...settings.rules,
    mode: settings.mode,
    accountId,
    credentialsVersion: version,
    missingCredentials: missing,
    tradingPause: settings.tradingPause,
    stoppedSince: stoppedSince(settings),
    liveSince: settings.liveSince ?? null,
    strategies: settings.strategies ?? {},
    ...(settings.lossLimits?.[mode] ? { lossLimits: settings.lossLimits[mode] } : {}),
    ...(settings.trips ? { trips: tripsOf(settings, mode) } : {}),
  }
}

/**
 * Reads a user's settings with strong consistency.
 * @returns null if the user does not exist
 */
export const getUserSettings = async (userId: string): Promise<StoredSettings | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('settings'), Key: settingsKey(userId), ConsistentRead: true }),
  )
  return Item ? settingsFrom(Item) : null
}

/** Each user's mode, and whether the credentials of that mode are complete. */
export const getModes = async (
  userIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly mode: Mode; readonly isComplete: boolean }>> => {
  const all = await getAllSettings(userIds)
  return new Map(
    all.map(({ userId, mode, credentials }) => [
      userId,
      { mode, isComplete: credentials[mode].missing.length === 0 },
    ]),
  )
}

const words: Record<string, string> = {
  ApiKey: 'API key',
  Username: 'username',
  Password: 'password',
  AccountId: 'account ID',
}

/**
 * The state of a mode's credentials after a change. The version is incremented only if one of the four credentials
 * differs.
 */
export const credentialState = (
  before: Credentials | null,
  after: Credentials,
  mode: Mode,
  last: CredentialState | null,
): CredentialState => {
  const fields = credentialFields[mode]
  const changed = fields.some((field) => (before?.[field] ?? null) !== (after[field] ?? null))
  return {
    accountId: after[mode === 'DEMO' ? 'demoAccountId' : 'liveAccountId'] ?? null,
    version: (last?.version ?? 0) + (changed || !last ? 1 : 0),
    missing: fields
      .filter((field) => !after[field])
      .map((field) => words[field.replace(/^(demo|live)/, '')] as string),
  }
}

/**
 * Saves settings as a new version.
 * @returns false if another save came first
 */
export const saveSettings = ({ userId, ...rest }: StoredSettings): Promise<boolean> =>
  saveVersion('settings', settingsKey(userId), { schema: 1, ...rest })

/** Reads the settings of these users. A deleted user is missing from the result. */
export const getAllSettings = async (userIds: readonly string[]): Promise<readonly StoredSettings[]> => {
  const items = await batchGet({ settings: userIds.map(settingsKey) })
  return (items.get('settings') ?? []).map(settingsFrom)
}

export const deleteSettings = async (userId: string) => {
  await noteTimed(userId, false)
  await dynamo().send(new DeleteCommand({ TableName: tableName('settings'), Key: settingsKey(userId) }))
}
