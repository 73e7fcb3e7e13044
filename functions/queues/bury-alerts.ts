import { consumeAlerts } from '../adapters/consume-alerts.ts'
import { enginePorts } from '../adapters/engine-ports.ts'
import { buryAlert } from '../trading/bury.ts'

/** Reads the dead letters: an alert that could not be executed still ends in a recorded outcome. */
export const handler = consumeAlerts((message) => buryAlert(enginePorts(), message))
