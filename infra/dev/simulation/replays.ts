import { isDeepStrictEqual } from 'node:util'
import { outcomeInWords } from '../../../functions/trading/record/ending-words.ts'
import { decide } from '../../../shared/trading/decide.ts'
import { sentenceOf } from '../../../shared/trading/sentence.ts'
import type { KeptDecision } from '../../../shared/journal/what-if/kept-decision.ts'
import type { AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import type { Evidence } from './evidence.ts'
import { decisionKey } from './store.ts'

/**
 * Checks that each decision, repeated with its stored data, has the recorded trace and text.
 * @returns a text for each difference
 */
export const replaysHold = ({ world, alerts }: Evidence): string[] =>
  alerts.flatMap((record) => {
    const { alertId, outcome } = record
    // No rule was checked, because the user was deleted or the alert ended before its rules were checked.
    if (!outcome || outcome.trace.length === 0) return []
    const kept = world.tables.decisions.get(decisionKey(alertId, record.acceptedAt))
    // The process may have ended before it stored the data.
    if (!kept) return world.calm ? [`replay: nothing was kept of ${alertId}`] : []
    const again = decide(kept.snapshot)
    const isDropped = () => !world.calm && isOfDroppedClaim(kept, again, world.tables.claimsOf.get(alertId))
    return isSame(record, kept, again) || isDropped()
      ? []
      : [`replay: ${alertId} is decided otherwise from what was kept of it`]
  })

/**
 * Milliseconds within which all claims of an alert are made. A later claim with the same alert ID belongs to another
 * alert.
 */
const ofOneAlert = 86_400_000

/**
 * Whether the outcome may be based on a claim other than the stored one. The alert was then claimed more than once: it
 * was decided again, or it is a reversal that opened after its close, or two deliveries ran in parallel.
 */
const isOfDroppedClaim = ({ snapshot }: KeptDecision, { kind }: Decided, claims: Claims = new Map()) => {
  const since = [...claims.values()].filter(({ at }) => Math.abs(at - snapshot.now) < ofOneAlert)
  const of = (intent: string) => since.filter((claim) => claim.kind === intent).length
  // If a refusal was not recorded in time, the alert is decided again.
  if (kind === 'refuse' || kind === 'incomplete') return since.some(({ at }) => at > snapshot.now)
  return of(kind === 'place' ? 'open' : kind) > 1 || (kind === 'close' && of('open') > 0)
}

type Decided = ReturnType<typeof decide>
type Claims = ReadonlyMap<string, { readonly at: number; readonly kind: string }>

/**
 * Compares a repeated decision with the outcome. After the decision, the outcome's trace may contain further steps: the
 * brake, the check before an order, and IG's request limit.
 */
const isSame = ({ alert, outcome }: AlertRecord, { ended }: KeptDecision, again: Decided): boolean => {
  if (again.kind === 'incomplete' && ended !== 'unreadable') return false
  const isTraced = isDeepStrictEqual(outcome?.trace.slice(0, again.trace.length), again.trace)
  // If a refusal was followed by a newer quote that could not be read, the outcome reports the unreadable quote.
  if (ended === 'unreadable' || again.kind !== 'refuse' || !isTraced) return isTraced
  return (
    outcome?.outcome === again.outcome && outcomeInWords(outcome).startsWith(sentenceOf(again, alert.market))
  )
}
