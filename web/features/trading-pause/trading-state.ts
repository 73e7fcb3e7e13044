import { credentialsComplete } from '../../../shared/settings/credentials.ts'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'

/** Whether alerts currently trade, and the action that the user can take. */
export type TradingState = {
  readonly label: string
  /** The `label` shortened to one or two words. */
  readonly word: string
  readonly tone: 'good' | 'warn' | 'bad'
  readonly act: 'pause' | 'resume' | 'set up' | null
}

const paused = {
  OPERATOR: { label: 'Paused by an admin', word: 'Paused', tone: 'warn', act: null },
  BRAKE: { label: 'Paused by the safety brake', word: 'Paused', tone: 'warn', act: 'resume' },
  USER: { label: 'Trading paused', word: 'Paused', tone: 'warn', act: 'resume' },
} as const satisfies Record<string, TradingState>

/** Returns when *Stop everything* was used; null if it is not in force. */
export const stoppedSince = ({ fullStop }: Pick<UserSettings, 'fullStop'>): string | null =>
  fullStop?.until === null ? fullStop.since : null

/**
 * Derives the trading state from the settings and from failed reads.
 * @param isRefused whether IG rejected the login at the latest read
 * @param unread the system that currently cannot be read
 */
export const tradingStateOf = (
  settings: UserSettings,
  isRefused: boolean,
  unread?: 'IG' | 'Signalpost',
): TradingState => {
  if (stoppedSince(settings))
    return { label: 'Everything stopped', word: 'Stopped', tone: 'bad', act: 'resume' }
  if (settings.tradingPause) return paused[settings.tradingPause.by]
  if (!credentialsComplete(settings, settings.mode))
    return { label: 'Not set up', word: 'Not set up', tone: 'warn', act: 'set up' }
  if (settings.trips?.some(({ strategy }) => strategy === null))
    return { label: 'Stopped by a limit', word: 'Stopped', tone: 'bad', act: 'pause' }
  if (isRefused) return { label: 'IG rejected your login', word: 'Rejected', tone: 'bad', act: 'set up' }
  if (unread)
    return { label: `Trading on, but ${unread} can’t be read`, word: 'On', tone: 'warn', act: 'pause' }
  return { label: 'Trading on', word: 'On', tone: 'good', act: 'pause' }
}
