import { record } from './execute.ts'
import { knownOf } from './recording-context.ts'
import type { AlertMessage, Ports } from './ports.ts'
import { resume } from './resume-alert.ts'

/**
 * The last stop of an alert that the executor failed on again and again: an outcome is recorded for it.
 * @returns `later` when another run is at work on it
 */
export const buryAlert = async (ports: Ports, message: AlertMessage): Promise<'done' | 'later'> => {
  const dossier = await ports.store.getDossier(message)
  const { alert, account } = dossier
  if (!alert) return 'done'
  const known = knownOf(alert, dossier)
  if (await resume(ports, alert, known)) return 'done'
  const outcome = {
    outcome: 'NOT_PLACED' as const,
    sentence: 'Not placed: Signalpost failed on this alert again and again. No order was sent',
    trace: [],
    decidedAt: ports.clock.now(),
  }
  const result = await record(ports, message, alert, account, outcome, known.userIsGone)
  return result === 'done' ? 'done' : 'later'
}
