import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import type { NotificationEvent } from '../../../shared/notifications/notifications.schema.ts'
import { calendarDay, duration } from '../../../shared/platform/words.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { shortageSteps } from '../send/allowance-wait.ts'
import type { AlertDecision } from './decide-alert.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import type { Ports } from '../ports/ports.ts'

export const refusal = (
  ports: Ports,
  alert: AlertRecord,
  considered: Extract<AlertDecision, { kind: 'refuse' | 'unreadable' }>,
  decidedAt: Instant,
): AlertOutcome => {
  const { acceptedAt, waits } = alert
  const waited =
    waits > 0 ? `. It waited ${duration(decidedAt - acceptedAt)} for ${brokerName}’s request limit` : ''
  const isForAllowance =
    considered.kind === 'refuse'
      ? waits > 0 && considered.rule === 'alert age'
      : considered.error.kind === 'allowance'
  const trace = isForAllowance ? [...considered.trace, ...shortageSteps(ports, alert)] : considered.trace
  return considered.kind === 'refuse'
    ? {
        outcome: considered.outcome,
        sentence: `${considered.sentence}${considered.rule === 'alert age' ? waited : ''}`,
        trace,
        answerBy: considered.answerBy,
        order: considered.order,
        decidedAt,
      }
    : {
        outcome: 'REFUSED',
        sentence: `Refused: couldn’t read ${considered.what} from ${brokerName} (${considered.error.message}). Signalpost doesn’t trade without it${waited}`,
        trace,
        brokerReason: considered.error.code ?? considered.error.kind,
        unreadable: considered.error.kind,
        decidedAt,
      }
}

/** Until the user acts, each alert ends like this one. The user is notified once a day. */
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
  sentence: 'Blocked: the user was deleted before the alert could trade',
  trace: [],
  decidedAt: clock.now(),
})

/** An exit that was given up before anything was sent, or a reversal before it could open. */
export const givenUpOutcome = (
  { clock }: Pick<Ports, 'clock'>,
  reason: string,
  hasClosed: boolean,
): AlertOutcome => ({
  outcome: 'NOT_PLACED',
  sentence: `${hasClosed ? 'Not opened' : 'Not closed'}: ${reason}`,
  trace: [],
  decidedAt: clock.now(),
})
