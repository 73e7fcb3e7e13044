import type { AccountInSight } from '../../shared/contract/index.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import type { Purpose } from '../broker/port.ts'
import { openBroker } from '../broker/open-broker.ts'
import { systemClock, systemRandom } from '../aws/system.ts'
import { refreshLeases } from '../broker/refresh-leases.ts'
import { getUserSettings } from '../settings/settings-store.ts'
import { readCredentials } from '../settings/user-secret-store.ts'
import { type BrokerLogin, BrokerError } from '../trading/ports/broker.ts'
import type { ViewWorld } from './shared-reading.ts'

const worlds = new Map<Purpose, ViewWorld>()

/**
 * Returns the ports for calls with one purpose. They are created once per process, because the broker port holds IG
 * sessions.
 */
const worldFor = (purpose: Purpose): ViewWorld => {
  const known = worlds.get(purpose)
  if (known) return known
  const world = {
    broker: openBroker({ credentials: readCredentials, purpose }),
    clock: systemClock,
    random: systemRandom,
    leases: refreshLeases,
  }
  worlds.set(purpose, world)
  return world
}

const noCredentials = { accountId: null, version: 0, missing: [] } as const

const named = (mode: Mode, accountId: string | null) =>
  `${mode} account${accountId === null ? '' : ` ${accountId}`}`

/**
 * @property inSight the account on the caller's page; after a switch to LIVE, an older page must not close anything
 * @property mode the account's mode, if it differs from the mode in which the caller's alerts trade
 */
type RequestedAccount = { readonly inSight?: AccountInSight; readonly mode?: Mode }

/**
 * Returns the caller's account in the caller's mode, or in another requested mode.
 * @throws VisibleError CHANGED_MEANWHILE, IG_SETTINGS_INCOMPLETE, before any request to IG
 */
const accountFor = async (
  userId: string,
  { inSight = {}, mode: askedMode }: RequestedAccount,
): Promise<BrokerLogin> => {
  const settings = await getUserSettings(userId)
  const mode = askedMode ?? settings?.mode ?? 'DEMO'
  const { accountId, version, missing } = settings?.credentials[mode] ?? noCredentials
  const { mode: seenMode = mode, accountId: seenAccountId = accountId } = inSight
  if (seenMode !== mode || seenAccountId !== accountId)
    throw new VisibleError(
      'CHANGED_MEANWHILE',
      `This page shows your ${named(seenMode, seenAccountId)}, but your settings now use your ${named(mode, accountId)}. Nothing was sent to IG. Check the page again`,
      { mode, accountId },
    )
  if (!accountId || missing.length > 0)
    throw new VisibleError(
      'IG_SETTINGS_INCOMPLETE',
      `IG settings incomplete: add ${missing.join(', ') || 'the IG credentials'} for ${mode === 'LIVE' ? 'live' : 'demo'} in Settings`,
      { mode, missing },
    )
  return { userId, mode, accountId, credentialsVersion: version }
}

/**
 * Calls the broker for the logged-in user.
 * @throws VisibleError CHANGED_MEANWHILE; IG_SETTINGS_INCOMPLETE; BROKER_UNAVAILABLE with the reason and IG's code in
 * its details
 */
export const forCaller = async <T>(
  userId: string,
  purpose: Purpose,
  act: (world: ViewWorld, login: BrokerLogin) => Promise<T>,
  requested: RequestedAccount = {},
): Promise<T> => {
  const login = await accountFor(userId, requested)
  try {
    return await act(worldFor(purpose), login)
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
    throw new VisibleError('BROKER_UNAVAILABLE', error.message, { reason: error.kind, code: error.code })
  }
}

/**
 * Tries IG credentials that a user has just saved for a mode.
 * @returns IG's reason for a refusal as a sentence; null if IG accepts the credentials or if they are incomplete
 */
export const tryCredentials = async (userId: string, mode: Mode): Promise<string | null> => {
  const { accountId, version, missing } = (await getUserSettings(userId))?.credentials[mode] ?? noCredentials
  if (!accountId || missing.length > 0) return null
  try {
    await worldFor('orders').broker.signIn({ userId, mode, accountId, credentialsVersion: version })
    return null
  } catch (error) {
    if (error instanceof BrokerError) return error.message
    throw error
  }
}
