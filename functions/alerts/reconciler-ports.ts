import { getWatch, saveWatch } from '../limits/watch-store.ts'
import { askForReading } from '../journal/journal-store.ts'
import { getUserSettings, stoppedSince, tripsOf } from '../settings/settings-store.ts'
import { getVisitRound, listTimedUsers, saveVisitRound } from '../settings/timed-users.ts'
import { saveClosing, saveTrip } from '../limits/trip-store.ts'
import type { LimitedUser, LimitPorts } from '../trading/watch/limit-ports.ts'
import { dropRefused, listOpenLanes, listRefused, getAlert, putAlert } from './alert-store.ts'
import type { ReconcilerPorts } from '../trading/ports/ports.ts'
import type { ReconcilerStore } from '../trading/ports/store.ts'
import { alertsQueue } from './alerts-queue.ts'
import { outcomeStore } from './outcome-store.ts'
import { enginePorts } from './engine-ports.ts'

export const reconcilerStore: ReconcilerStore = { ...outcomeStore, listOpenLanes, listRefused, dropRefused }

/** The ports for timed rules and limits. */
export const clockPorts = (): LimitPorts => {
  const { clock, broker, notify } = enginePorts()
  return {
    clock,
    broker,
    notify,
    queue: alertsQueue,
    store: {
      ...reconcilerStore,
      getAlert,
      putAlert,
      getWatch,
      saveWatch,
      listTimedUsers,
      getVisitRound,
      saveVisitRound,
      getTimedAccounts,
      trip: (account, trip) => saveTrip(account, trip, clock.now()),
      saveClosing,
      askForBookings: ({ userId, mode }, accountId) =>
        askForReading({ userId, mode, accountId }, clock.now()),
    },
  }
}

const getTimedAccounts = async (userId: string): Promise<readonly LimitedUser[]> => {
  const settings = await getUserSettings(userId)
  if (!settings) return []
  const { strategies = {} } = settings
  return (['DEMO', 'LIVE'] as const).flatMap((mode): LimitedUser[] => {
    const { accountId, version, missing } = settings.credentials[mode]
    if (missing.length > 0) return []
    return [
      {
        userId,
        captured: { mode, accountId, credentialsVersion: version },
        strategies,
        isTraded: mode === settings.mode,
        isStopped: stoppedSince(settings) !== null,
        lossLimits: settings.lossLimits?.[mode],
        trips: tripsOf(settings, mode),
      },
    ]
  })
}

export const reconcilerPorts = (): ReconcilerPorts => ({
  ...enginePorts(),
  store: reconcilerStore,
  queue: alertsQueue,
})
