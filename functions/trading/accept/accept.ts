import { alertIdentity, parseAlert, textToShow } from '../../../shared/alerts/alert-parser.ts'
import type { Alert } from '../../../shared/alerts/alert.ts'
import { changeInWords } from '../../../shared/alerts/position-change.ts'
import { shortHash } from '../ports/deal-reference.ts'
import { limits } from '../ports/limits.ts'
import type { AcceptStore, Admission, RetiredSecret } from '../ports/store.ts'
import { missingSecret } from '../../../shared/alerts/alert-fields.ts'
import { secretsInText } from '../../../shared/alerts/secrets-in-text.ts'
import type { AlertMessage, AlertRecord } from '../ports/alert-record.ts'
import type { Clock, Queue } from '../ports/ports.ts'

/** The ports that the webhook needs, so that its Lambda loads nothing else. */
export type AcceptPorts = {
  readonly clock: Pick<Clock, 'now'>
  readonly store: AcceptStore
  readonly queue: Queue
}

export type Acceptance =
  | ({ readonly kind: 'queued' | 'duplicate' } & AlertMessage)
  | ({ readonly kind: 'invalid' | 'unknown-secret' } & LostAlert)
  | { readonly kind: 'too-many' }

/** A body that can't be read as an alert, or has no known secret. */
export type LostAlert = {
  readonly problems: Readonly<Record<string, string>>
  /** The secret in the body; null if there is none. */
  readonly secret: string | null
  /** The alert, if it can be read. */
  readonly alert: Alert | null
}

/**
 * Accepts an alert: parses it, finds the owner of its secret, writes it, and queues it. Once this function returns
 * `queued`, the alert gets exactly one recorded outcome. If it throws, the alert was not accepted and must be sent
 * again.
 * @param isSuspect true if the sender has tried too many unknown secrets, so another unknown secret costs only one
 * database call
 */
export const acceptAlert = async (
  ports: AcceptPorts,
  body: string,
  isSuspect = false,
): Promise<Acceptance> => {
  const { clock, store, queue } = ports
  const parsed = parseAlert(body)
  if (parsed.kind === 'invalid') {
    const { problems, secret } = parsed
    const isSecretAlone = Object.keys(problems).join() === 'secret'
    return { kind: isSecretAlone ? 'unknown-secret' : 'invalid', problems, secret, alert: null }
  }

  const now = clock.now()
  const unknown = {
    kind: 'unknown-secret',
    problems: {},
    secret: parsed.secret,
    alert: parsed.alert,
  } as const
  if (isSuspect && !(await store.findSecret([parsed.secret], now))) return unknown
  const admission = await store.admit(parsed.secret, now)
  if (!admission) return unknown
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
    received: textToShow(body, parsed.secret) ?? undefined,
    outcome: null,
    waits: 0,
    ofMinute: admission.alertsThisMinute,
  })
  const first = isNew ? null : await store.getAlert(alertId)
  // A duplicate may be an alert that was written earlier but never queued, so it is queued again. The queue drops a
  // message that it already has.
  if (isNew || first?.outcome === null) await queue.send(message, alertId)
  if (first && !saysTheSame(first.alert, alert)) await logReusedId(ports, first, alert)
  return { kind: isNew ? 'queued' : 'duplicate', ...message }
}

const saysTheSame = (one: Alert, other: Alert) => inWords(one) === inWords(other)

/**
 * Describes an alert with its values, for the log and for the comparison with an earlier alert that has the same ID.
 */
const inWords = ({ action, market, price, firedAt, strategy, change }: Alert) =>
  [
    `${action} ${market}`,
    ...(strategy === undefined ? [] : [`from ${strategy}`]),
    ...(change === undefined ? [] : [changeInWords(change)]),
    ...(price === null ? [] : [`at ${price}`]),
    ...(firedAt === null ? [] : [`fired at ${new Date(firedAt).toISOString()}`]),
  ].join(' ')

/**
 * Logs an alert that has the ID of an earlier alert but other values. The strategy creates its IDs wrongly, and without
 * the log entry the webhook's status 202 would hide that.
 */
const logReusedId = async ({ clock, store }: AcceptPorts, first: AlertRecord, alert: Alert) => {
  const now = clock.now()
  const { mode } = first.captured
  await store.log([
    {
      userId: first.userId,
      mode,
      type: 'ERROR',
      message: `An alert was ignored: its ID ${alert.id} belongs to an earlier alert`,
      description: `This alert: ${inWords(alert)}. Earlier alert with this ID: ${inWords(first.alert)}, accepted ${new Date(first.acceptedAt).toISOString()}. Give each alert its own ID, or none`,
      extra: {
        kind: 'ignored',
        alertId: first.alertId,
        id: alert.id,
        refused: summaryOf(alert),
        first: summaryOf(first.alert),
      },
      key: `reused-id-${shortHash(`${first.alertId} ${first.acceptedAt} ${inWords(alert)}`)}`,
      // TradingView sends an alert at most four times, all within seconds.
      since: now - limits.sameAlertWindow,
      at: now,
    },
  ])
}

const summaryOf = ({ action, market, price, firedAt }: Alert) => ({
  action,
  market,
  price,
  firedAt: firedAt === null ? null : new Date(firedAt).toISOString(),
})

/**
 * The log entry for an alert with a replaced secret. The user is notified at most once a minute. The sender gets the
 * same answer as for an unknown secret.
 */
const entryOfRetired = (
  { userId, mode, retiredAt }: RetiredSecret,
  secret: string,
  words: string,
  now: number,
) => {
  const minute = Math.floor(now / 60_000)
  return {
    userId,
    mode,
    type: 'ERROR',
    message: `An alert was refused: it uses the ${mode} webhook secret you replaced at ${new Date(retiredAt).toISOString()}`,
    description: `This alert: ${words}. Update the secret in TradingView`,
    extra: { kind: 'old secret', retiredAt: new Date(retiredAt).toISOString() },
    key: `retired-${shortHash(`${secret} ${minute}`)}`,
    since: minute * 60_000,
    at: now,
  } as const
}

/**
 * Logs an alert that is lost because it can't be read or its secret is unknown. If its text contains a user's current
 * or replaced secret anywhere, the log entry belongs to that user. Otherwise nothing is logged.
 */
export const logLostAlert = async (ports: AcceptPorts, body: string, lost: LostAlert) => {
  const { clock, store } = ports
  const candidates = new Set([...(lost.secret === null ? [] : [lost.secret]), ...secretsInText(body)])
  if (candidates.size === 0) return
  const now = clock.now()
  const found = await store.findSecret([...candidates], now)
  if (!found) return
  const { secret } = found
  if ('retiredAt' in found) {
    const words = lost.alert === null ? 'it also couldn’t be read' : inWords(lost.alert)
    return store.log([entryOfRetired(found, secret, words, now)])
  }
  const admission: Admission | null = await store.admit(secret, now)
  if (!admission || admission.alertsThisMinute > limits.alertsPerMinute) return
  const { secret: whatIsWrong = null, ...others } = lost.problems
  const isNamed = secret === lost.secret || (whatIsWrong !== null && whatIsWrong !== missingSecret)
  const problems = isNamed ? lost.problems : { ...others, secret: misplacedSecret }
  const words = Object.entries(problems).map(([field, problem]) => `${field}: ${problem}`)
  await store.log([
    {
      userId: admission.userId,
      mode: admission.captured.mode,
      type: 'ERROR',
      message: 'An alert couldn’t be read and did not trade',
      description: words.join('; '),
      extra: { kind: 'unreadable', problems, received: textToShow(body, secret) },
      // Different texts get different log entries, even within a millisecond.
      key: `invalid-${shortHash(`${secret} ${now} ${body}`)}`,
      since: now,
      at: now,
    },
  ])
}

/** Explains to the owner that a text contains their secret in the wrong place. */
const misplacedSecret =
  'your secret is in the text, but not as the value of "secret" or as the second word of a line'
