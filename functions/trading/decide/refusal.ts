import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import type { NotificationEvent } from '../../../shared/notifications/notifications.schema.ts'
import { calendarDay } from '../../../shared/platform/words.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { shortageSteps } from '../send/allowance-wait.ts'
import { named } from './instrument-name.ts'
import type { AlertDecision } from './decide-alert.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import type { StopReason } from '../ports/ending.ts'
import type { Ports } from '../ports/ports.ts'

export const refusal = (
  ports: Ports,
  alert: AlertRecord,
  considered: Extract<AlertDecision, { kind: 'refuse' | 'unreadable' }>,
  decidedAt: Instant,
): AlertOutcome => {
  const { acceptedAt, waits } = alert
  const waited = waits > 0 ? { waited: decidedAt - acceptedAt } : {}
  const isForAllowance =
    considered.kind === 'refuse'
      ? waits > 0 && considered.rule === 'alert age'
      : considered.error.kind === 'allowance'
  const trace = isForAllowance ? [...considered.trace, ...shortageSteps(ports, alert)] : considered.trace
  return considered.kind === 'refuse'
    ? {
        ...named(considered.snapshot),
        outcome: considered.outcome,
        ending: { kind: 'rule', ...(considered.rule === 'alert age' ? waited : {}) },
        trace,
        answerBy: considered.answerBy,
        order: considered.order,
        decidedAt,
      }
    : {
        ...named(considered.snapshot),
        outcome: 'REFUSED',
        ending: { kind: 'unread', needs: considered.needs, message: considered.error.message, ...waited },
        trace,
        brokerReason: considered.error.code ?? considered.error.kind,
        unreadable: considered.error.kind,
        decidedAt,
      }
}

/**
 * The notification that IG rejects the login. Until the user acts, each alert is refused for this reason. The user is
 * notified once a day.
 */
export const signInRefused = (
  { clock }: Ports,
  { userId, captured, alert }: AlertRecord,
  reason: string,
): NotificationEvent => {
  const now = clock.now()
  const { mode, credentialsVersion } = captured
  return {
    id: `sign-in-${mode}-${credentialsVersion}-${calendarDay(now)}`,
    type: 'credentials.refused',
    userId,
    at: now,
    data: {
      mode,
      sentence: `${reason}. Nothing will trade until this is fixed`,
      details: [
        `The alert ${alert.action} ${alert.market} was refused for this reason, and every other ${mode} alert will be refused, too.`,
        `Check your ${brokerName} credentials in Settings, and your account and API key at ${brokerName}. Saving your settings makes Signalpost log in again.`,
      ],
      path: '/dashboard/settings',
    },
  }
}

export const userRemoved = ({ clock }: Ports): AlertOutcome => ({
  outcome: 'BLOCKED',
  ending: { kind: 'user removed' },
  trace: [],
  decidedAt: clock.now(),
})

/**
 * The outcome of an exit that was given up before anything was sent, or of a reversal that was given up before its
 * entry.
 */
export const givenUpOutcome = (
  { clock }: Pick<Ports, 'clock'>,
  reason: StopReason,
  hasClosed: boolean,
): AlertOutcome => ({
  outcome: 'NOT_PLACED',
  ending: { kind: 'given up', reason, hasClosed },
  trace: [],
  decidedAt: clock.now(),
})
