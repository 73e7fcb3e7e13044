import { countAlerts } from '../count-alerts.ts'
import { print } from './print.ts'

/** Starts paper IG with many shares for the program that plays them. */

try {
  await countAlerts(print, process.argv.slice(2), 'play-allowance')
} finally {
  process.disconnect?.()
}
