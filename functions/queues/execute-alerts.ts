import { enginePorts } from '../adapters/engine-ports.ts'
import { consumeAlerts } from '../adapters/consume-alerts.ts'
import { executeAlert } from '../trading/execute.ts'

/** The executor: from an accepted alert to its outcome. */
export const handler = consumeAlerts((message) => executeAlert(enginePorts(), message))
