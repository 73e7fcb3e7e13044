import { isLimited, type LossLimits } from '../../shared/limits/loss-limits.ts'
import type { FullStop, TradingPause } from '../../shared/settings/settings.schema.ts'
import { isTimed, mostStrategies, type StrategyRules } from '../../shared/strategies/strategy-rules.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { changeRow, changeSettings, counted, type RowChange } from './settings-row.ts'
import { lossLimitsOf, settingsFrom, type StoredSettings } from './settings-store.ts'
import { noteTimed } from './timed-users.ts'

/**
 * These functions change a part of a user's settings, even while a save is in progress. Each returns false if the user
 * is gone.
 */

/**
 * Sets the rules of one strategy.
 * @returns false if the user is gone, or if the strategy has no rules yet and the maximum number of strategies already
 * have rules
 */
export const saveStrategyRules = (userId: string, strategy: string, rules: StrategyRules): Promise<boolean> =>
  saveInMap(userId, 'strategies', {
    update: 'SET strategies.#strategy = :rules',
    onlyIf: 'attribute_exists(strategies.#strategy) OR size(strategies) < :most',
    names: { '#strategy': strategy },
    values: { ':rules': rules, ':most': mostStrategies },
  })

/** Sets the loss limits of the account of one mode. */
export const saveLossLimits = (userId: string, mode: Mode, limits: LossLimits): Promise<boolean> =>
  saveInMap(userId, 'lossLimits', {
    update: 'SET lossLimits.#mode = :limits',
    names: { '#mode': mode },
    values: { ':limits': limits },
  })

const saveInMap = async (userId: string, map: 'strategies' | 'lossLimits', change: RowChange) => {
  await makeMap(userId, map)
  const row = await changeRow(userId, counted(change))
  if (row) await noteIfTimed(settingsFrom(row))
  return row !== null
}

/** Creates an empty map if the row has none, because DynamoDB can only set a key in an existing map. */
export const makeMap = (userId: string, map: 'strategies' | 'lossLimits' | 'trips') =>
  changeRow(userId, {
    update: 'SET #map = :none',
    onlyIf: 'attribute_not_exists(#map)',
    names: { '#map': map },
    values: { ':none': {} },
  })

/** Records whether a user needs scheduled checks: for timed strategy rules, or for an account's loss limits. */
const noteIfTimed = (settings: StoredSettings) => {
  const { userId, strategies = {} } = settings
  const isWatched = (['DEMO', 'LIVE'] as const).some((mode) =>
    isLimited(lossLimitsOf(settings, mode), strategies),
  )
  return noteTimed(userId, isWatched || Object.values(strategies).some(isTimed))
}

/**
 * Pauses or resumes a user's trading at once. Only an admin may change a pause that an admin set. The user's own pause
 * doesn't replace a pause by the safety brake or an email link, because the user needs a step-up to end such a pause.
 * @returns false if the user is gone, or if the pause may not be changed
 */
export const pauseTrading = (
  userId: string,
  pause: TradingPause | null,
  by: 'USER' | 'OPERATOR' = 'USER',
): Promise<boolean> => {
  const change = { update: 'SET tradingPause = :pause', values: { ':pause': pause } }
  if (by === 'OPERATOR') return changeSettings(userId, change)
  const others = 'attribute_not_exists(tradingPause.#by) OR NOT tradingPause.#by IN (:operator, :brake)'
  const isOwn = pause?.by === 'USER'
  return changeSettings(userId, {
    ...change,
    onlyIf: isOwn ? `(${others}) AND attribute_not_exists(tradingPause.#from)` : others,
    names: { '#by': 'by', ...(isOwn ? { '#from': 'from' } : {}) },
    values: { ...change.values, ':operator': 'OPERATOR', ':brake': isOwn ? 'BRAKE' : 'OPERATOR' },
  })
}

/** Saves the state of *Stop everything*; null deletes the state of a stop that has ended. */
export const saveFullStop = (userId: string, fullStop: FullStop | null): Promise<boolean> =>
  changeSettings(userId, { update: 'SET fullStop = :stop', values: { ':stop': fullStop } })

/** Records until when (epoch seconds) a token may propose trades, so that screens poll for proposals to approve. */
export const noteProposals = (userId: string, until: number): Promise<boolean> =>
  changeSettings(userId, {
    update: 'SET proposalsUntil = :until',
    onlyIf: 'attribute_not_exists(proposalsUntil) OR proposalsUntil < :until',
    values: { ':until': until },
  })

/**
 * Switches a user from LIVE to DEMO, and stops a save in progress, because that save might be switching to LIVE.
 * @returns whether the mode was LIVE
 */
export const leaveLive = async (userId: string): Promise<boolean> => {
  await changeRow(userId, {
    update: 'SET saver = :stopped, savingUntil = :past',
    onlyIf: 'attribute_exists(saver)',
    values: { ':stopped': 'stopped', ':past': 0 },
  })
  return changeSettings(userId, {
    update: 'SET #mode = :demo',
    onlyIf: '#mode = :live',
    names: { '#mode': 'mode' },
    values: { ':demo': 'DEMO', ':live': 'LIVE' },
  })
}
