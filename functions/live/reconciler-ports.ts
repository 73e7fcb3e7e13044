import { dropRefused, listOpenLanes, listRefused } from './alert-store.ts'
import type { ReconcilerPorts, ReconcilerStore } from '../trading/ports.ts'
import { alertsQueue } from './alerts-queue.ts'
import { outcomeStore } from './outcome-store.ts'
import { enginePorts } from './engine-ports.ts'

export const reconcilerStore: ReconcilerStore = { ...outcomeStore, listOpenLanes, listRefused, dropRefused }

/** The reconciler's view of the real world. */
export const reconcilerPorts = (): ReconcilerPorts => ({
  ...enginePorts(),
  store: reconcilerStore,
  queue: alertsQueue,
})
