import { alertIdentity, parseAlert } from '../../shared/alert-parser.ts'
import { shortHash } from './identity.ts'
import { limits } from './limits.ts'
import type { AcceptStore, Admission, AlertMessage, Clock, Queue } from './ports.ts'

/** The part of the world that the webhook needs: its Lambda loads no more than this. */
export type AcceptPorts = {
  readonly clock: Pick<Clock, 'now'>
  readonly store: AcceptStore
  readonly queue: Queue
}

export type Acceptance =
  | ({ readonly kind: 'queued' | 'duplicate' } & AlertMessage)
  | { readonly kind: 'invalid'; readonly problems: Readonly<Record<string, string>> }
  | { readonly kind: 'unknown-secret' }
  | { readonly kind: 'too-many' }

/**
 * Takes an alert: understood, secret known, written under its identity, queued. Once this has answered `queued`, the
 * alert ends in exactly one recorded outcome. Anything thrown means: not taken, send it again.
 */
export const acceptAlert = async (ports: AcceptPorts, body: string): Promise<Acceptance> => {
  const { clock, store, queue } = ports
  const parsed = parseAlert(body)
  if (parsed.kind === 'invalid' && Object.keys(parsed.problems).join() === 'secret')
    return { kind: 'unknown-secret' }
  if (parsed.kind === 'invalid') {
    await tellOfInvalid(ports, parsed.secret, parsed.problems)
    return { kind: 'invalid', problems: parsed.problems }
  }

  const now = clock.now()
  const admission = await store.admit(parsed.secret, now)
  if (!admission) return { kind: 'unknown-secret' }
  const { userId, captured } = admission
  if (admission.alertsThisMinute > limits.alertsPerMinute) {
    await store.countRefused({ userId, mode: captured.mode }, Math.floor(now / 60_000))
    return { kind: 'too-many' }
  }

  const { alert } = parsed
  const identity = alertIdentity(userId, captured.mode, alert)
  const alertId = identity.windowed
    ? await store.openWindow(
        shortHash(identity.text),
        shortHash(`${identity.text} ${now}`),
        now,
        limits.sameAlertWindow,
      )
    : shortHash(identity.text)
  const message = { alertId, userId, mode: captured.mode }

  const isNew = await store.putAlert({
    alertId,
    userId,
    acceptedAt: now,
    captured,
    alert,
    outcome: null,
    following: false,
  })
  // A duplicate may be the resend of an alert that was written but never queued: the queue drops what it has already.
  const open = isNew || (await store.getAlert(alertId))?.outcome === null
  if (open) await queue.send(message, alertId)
  return { kind: isNew ? 'queued' : 'duplicate', ...message }
}

/** An alert that nobody can read is lost for good; its sender learns of it if the secret at least was right. */
const tellOfInvalid = async (
  { clock, store }: AcceptPorts,
  secret: string | null,
  problems: Readonly<Record<string, string>>,
) => {
  if (!secret) return
  const now = clock.now()
  const admission: Admission | null = await store.admit(secret, now)
  if (!admission || admission.alertsThisMinute > limits.alertsPerMinute) return
  const words = Object.entries(problems).map(([field, problem]) => `${field}: ${problem}`)
  await store.log({
    userId: admission.userId,
    mode: admission.captured.mode,
    type: 'ERROR',
    message: 'An alert was not understood and did not trade',
    description: words.join('; '),
    extra: { problems },
    key: `invalid-${shortHash(`${secret} ${now}`)}`,
    since: now,
    at: now,
  })
}
