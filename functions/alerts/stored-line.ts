import type { AlertLine } from '../../shared/logs/alert-line.schema.ts'
import type { AlertState } from '../../shared/alerts/alert-state.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { unpack } from '../aws/packed.ts'
import type { AlertOutcome, AlertRecord } from '../trading/ports/alert-record.ts'
import { outcomeInWords, reasonOf } from '../trading/record/ending-words.ts'
import { stateOf } from '../trading/record/alert-state.ts'

/** The part of an alert that is packed into the index of a user's alerts. A list reads nothing else. */
export type StoredLine = Pick<AlertRecord['alert'], 'action' | 'market' | 'strategy'> &
  Partial<Pick<AlertOutcome, 'outcome' | 'answerBy' | 'requests' | 'name'>> & {
    readonly state: AlertState
    readonly mode: AlertLine['mode']
    readonly message?: string
    readonly reason?: string | undefined
    readonly rule?: AlertLine['rule'] | undefined
    readonly endedAt?: Instant
  }

export const lineOf = (
  { alert: { action, market, strategy }, captured: { mode }, waitsFor }: AlertRecord,
  outcome: AlertOutcome | null,
  state: AlertState,
): StoredLine => ({
  state,
  mode,
  action,
  market,
  strategy,
  ...(waitsFor === undefined || outcome ? {} : { message: waitsFor }),
  ...(outcome && {
    outcome: outcome.outcome,
    message: outcomeInWords(outcome),
    reason: reasonOf(outcome),
    rule: outcome.trace.find(({ passed }) => !passed)?.rule,
    endedAt: outcome.decidedAt,
    answerBy: outcome.answerBy,
    requests: outcome.requests,
    name: outcome.name,
  }),
})

type InLine = Pick<AlertOutcome, 'outcome' | 'decidedAt' | 'answerBy' | 'requests' | 'name'>

/** Returns the part of an outcome that the index stores; undefined if the alert has no outcome yet. */
export const outcomeInLine = ({
  outcome,
  endedAt: decidedAt,
  answerBy,
  requests,
  name,
}: StoredLine): InLine | undefined =>
  outcome === undefined || decidedAt === undefined
    ? undefined
    : {
        outcome,
        decidedAt,
        ...(answerBy === undefined ? {} : { answerBy }),
        ...(requests === undefined ? {} : { requests }),
        ...(name === undefined ? {} : { name }),
      }

export const withoutLine = <Given extends InLine>({
  outcome: _outcome,
  decidedAt: _decidedAt,
  answerBy: _answerBy,
  requests: _requests,
  name: _name,
  ...rest
}: Given): Omit<Given, keyof InLine> => rest

export const unpackLine = (stored: unknown): StoredLine | undefined =>
  stored instanceof Uint8Array ? (unpack(stored) as StoredLine) : undefined

const iso = (at: Instant | undefined) => (at === undefined ? null : new Date(at).toISOString())

export const lineFrom = (
  alertId: string,
  acceptedAt: Instant,
  { state, mode, action, market, name, strategy, outcome, endedAt, answerBy, ...line }: StoredLine,
  now: Instant,
): AlertLine => ({
  alertId,
  mode,
  state: stateOf({ state, outcome: outcome ? { outcome, answerBy } : null }, now),
  action,
  market,
  ...(name === undefined ? {} : { name }),
  strategy: strategy ?? null,
  acceptedAt: new Date(acceptedAt).toISOString(),
  outcome: outcome ?? null,
  message: line.message ?? null,
  reason: line.reason ?? null,
  endedAt: iso(endedAt),
  rule: line.rule ?? null,
  answerBy: iso(answerBy),
})

/**
 * The place of a question in the index. It is negative, so questions come before alerts, which have their acceptance
 * time.
 * @param until when the question ends
 */
export const questionPlace = (until: Instant): number => -until

/** The prefix of a question's key. The alert's ID follows it. */
export const questionPrefix = 'asks#'
