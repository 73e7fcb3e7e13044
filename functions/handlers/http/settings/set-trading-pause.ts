import { settings } from '../../../../shared/contract/settings.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readPauseState } from '../../../settings/trading-state.ts'
import type { TradingPauseChange } from '../../../../shared/settings/settings.schema.ts'
import { startedAgain, withWithdrawal } from '../../../../shared/trading/model/watch.ts'
import { getLedger } from '../../../broker/ledger-store.ts'
import { getWatch, saveWatch } from '../../../limits/watch-store.ts'
import { removeTrip } from '../../../limits/trip-store.ts'
import { tradesOf, updateWatch } from '../../../trading/watch/watch-account.ts'
import { listAsking, type ListPage, type ListPlace } from '../../../alerts/alert-lists.ts'
import { saveState } from '../../../alerts/alert-store.ts'
import type { AlertRecord } from '../../../trading/ports/alert-record.ts'
import { logChange } from '../../../logs/sign-in-log.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { pauseTrading, saveFullStop } from '../../../settings/change-settings.ts'
import {
  getUserSettings,
  type StoredSettings,
  stoppedSince,
  tripsOf,
} from '../../../settings/settings-store.ts'
import { grouped } from '../../../../shared/platform/figures.ts'

/**
 * Pauses trading, stops everything or resumes. Resuming also releases the safety brake, but not an admin's pause. A
 * trip of a limit is lifted separately.
 */
export const handler = endpoint(
  settings,
  'setTradingPause',
  async ({ request: { paused, holdExits = false, forgetHeld, liftTrip }, caller }) => {
    const { userId } = caller
    const before = await getUserSettings(userId)
    if (forgetHeld && before && stoppedSince(before) === null) {
      await endHeld(userId)
      await saveFullStop(userId, null)
    }
    if (liftTrip && before) {
      await caller.requireProof()
      await liftTripOf(before, liftTrip)
    }
    if (!before || paused === undefined) return readPauseState(userId)
    const isProofAsked = before.tradingPause?.by === 'BRAKE' || before.tradingPause?.from === 'EMAIL'
    if (!paused && isProofAsked) await caller.requireProof()
    const at = new Date().toISOString()
    const isChanged = await holdOrLetGo(before, paused && holdExits, at)
    const isDone = await pauseTrading(userId, paused ? { by: 'USER', at, reason: 'Paused by you' } : null)
    // The user may hold and release exits even while an admin pauses entries.
    const isForbidden = !isDone && (await getUserSettings(userId))?.tradingPause?.by === 'OPERATOR'
    if (isForbidden && !isChanged)
      throw new VisibleError('FORBIDDEN', 'An admin paused your trading. Only an admin can resume it')
    if (isDone || isChanged) await logChange(userId, paused ? pausedWords(holdExits) : 'Trading resumed')
    return readPauseState(userId)
  },
  findProvableCaller,
)

/** Ends all exits that *Stop everything* held, so that they are no longer offered. */
const endHeld = async (userId: string) => {
  const limit = 25
  for (let after: ListPlace | null | undefined; after !== null;) {
    const page: ListPage<AlertRecord> = await listAsking(userId, { limit, after }, Date.now())
    const held = page.items.filter(({ state }) => state === 'held')
    await Promise.all(held.map((alert) => saveState(alert, 'ended')))
    after = page.next
  }
}

/**
 * Lifts the trip of a limit. First adjusts the figures that the limit measures, because the limit would trip again
 * otherwise.
 */
const liftTripOf = async (
  settings: StoredSettings,
  { strategy, wasWithdrawal }: NonNullable<TradingPauseChange['liftTrip']>,
) => {
  const { userId, mode, credentials } = settings
  const { accountId, version } = credentials[mode]
  const login = { userId, mode, accountId: accountId ?? '', credentialsVersion: version }
  const trip = tripsOf(settings, mode).find((each) => each.strategy === strategy)
  const withdrawn = wasWithdrawal ? trip?.unexplained : undefined
  const [{ bookings }, ledger] = await Promise.all([getWatch(login), getLedger(login)])
  await updateWatch({ getWatch, saveWatch }, login, (watch) =>
    withdrawn === undefined
      ? startedAgain(watch, strategy, tradesOf(ledger, watch.dayStart, ''))
      : withWithdrawal(watch, bookings, withdrawn.amount),
  )
  if (!(await removeTrip({ userId, mode }, strategy))) return
  const whose = strategy === null ? '' : ` of strategy ${strategy}`
  await logChange(
    userId,
    withdrawn === undefined
      ? `${mode} entries${whose} resumed after a limit. Profits, losses and trades so far no longer count`
      : `${mode} entries resumed: a withdrawal of ${grouped(withdrawn.amount)} ${withdrawn.currency} doesn’t count as a loss`,
  )
}

const pausedWords = (holdExits: boolean) =>
  holdExits ? 'Everything stopped: exits are held too' : 'Trading paused'

/**
 * Starts or ends *Stop everything*. Exits held by an earlier stop stay listed.
 * @returns whether that changed anything
 */
const holdOrLetGo = async (before: StoredSettings, holdExits: boolean, at: string): Promise<boolean> => {
  const { userId, fullStop } = before
  const isStopped = stoppedSince(before) !== null
  if (holdExits && !isStopped)
    return saveFullStop(userId, { since: at, until: null, heldFrom: fullStop?.heldFrom ?? at })
  return !holdExits && isStopped && fullStop ? saveFullStop(userId, { ...fullStop, until: at }) : false
}
