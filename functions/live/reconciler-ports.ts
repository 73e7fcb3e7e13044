import { getUserSettings, listTimedUsers, stoppedSince } from '../settings/settings-store.ts'
import type { TimedPorts, TimedUser } from '../trading/timed-rules.ts'
import { dropRefused, listOpenLanes, listRefused, getAlert, putAlert } from './alert-store.ts'
import type { ReconcilerPorts, ReconcilerStore } from '../trading/ports/ports.ts'
import { alertsQueue } from './alerts-queue.ts'
import { outcomeStore } from './outcome-store.ts'
import { enginePorts } from './engine-ports.ts'

export const reconcilerStore: ReconcilerStore = { ...outcomeStore, listOpenLanes, listRefused, dropRefused }

/** What the clock does for strategies. */
export const timedPorts = (): TimedPorts => {
  const { clock, broker, notify } = enginePorts()
  return {
    ...{ clock, broker, notify },
    queue: alertsQueue,
    store: { ...reconcilerStore, getAlert, putAlert, listTimedUsers, getTimedUser },
  }
}

const getTimedUser = async (userId: string): Promise<TimedUser | null> => {
  const settings = await getUserSettings(userId)
  if (!settings) return null
  const { mode, strategies = {} } = settings
  const { accountId, version } = settings.credentials[mode]
  return {
    userId,
    captured: { mode, accountId, credentialsVersion: version },
    strategies,
    isStopped: stoppedSince(settings) !== null,
  }
}

/** The reconciler's view of the real world. */
export const reconcilerPorts = (): ReconcilerPorts => ({
  ...enginePorts(),
  store: reconcilerStore,
  queue: alertsQueue,
})
