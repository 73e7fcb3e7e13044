import * as operatorLines from '../../shared/operator-lines.ts'
import { consumeAlerts } from '../adapters/consume-alerts.ts'
import { enginePorts } from '../adapters/engine-ports.ts'
import { log } from '../lib/log.ts'
import { buryAlert } from '../trading/bury.ts'

/** Reads the dead letters: an alert that could not be executed still ends in a recorded outcome. */
export const handler = consumeAlerts(async (message, receives) => {
  log('error', operatorLines.alertGivenUp, { ...message, receives })
  return (await buryAlert(enginePorts(), message)) === 'done' ? 'done' : {}
})
