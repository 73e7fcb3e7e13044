import { isDeepStrictEqual } from 'node:util'
import { outcomeInWords } from '../../../functions/trading/record/ending-words.ts'
import { decide } from '../../../shared/trading/decide.ts'
import { sentenceOf } from '../../../shared/trading/sentence.ts'
import type { KeptDecision } from '../../../shared/journal/what-if/kept-decision.ts'
import type { AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import type { Evidence } from './evidence.ts'
import { decisionKey } from './store.ts'

/** Repeated decisions from the stored data equal the recorded ones, rule by rule and word by word. */
export const replaysHold = ({ world, alerts }: Evidence): string[] =>
  alerts.flatMap((record) => {
    const { alertId, outcome } = record
    // Nothing was decided, because the user was gone or the alert never got that far.
    if (!outcome || outcome.trace.length === 0) return []
    const kept = world.tables.decisions.get(decisionKey(alertId, record.acceptedAt))
    // The process may have ended before the data was stored.
    if (!kept) return world.calm ? [`replay: nothing was kept of ${alertId}`] : []
    const again = decide(kept.snapshot)
    const isDropped = () => !world.calm && isOfDroppedClaim(kept, again, world.tables.claimsOf.get(alertId))
    return isSame(record, kept, again) || isDropped()
      ? []
      : [`replay: ${alertId} is decided otherwise from what was kept of it`]
  })

/** Milliseconds within which all claims of an alert lie. An id that comes back is a different alert. */
const ofOneAlert = 86_400_000

/**
 * The alert was claimed more than once, and its outcome rests on a different claim from the one that was kept. Either
 * it was decided again, or it is a reversal whose second part followed, or a parallel delivery recorded the outcome by
 * the claim that it had read.
 */
const isOfDroppedClaim = ({ snapshot }: KeptDecision, { kind }: Decided, claims: Claims = new Map()) => {
  const since = [...claims.values()].filter(({ at }) => Math.abs(at - snapshot.now) < ofOneAlert)
  const of = (intent: string) => since.filter((claim) => claim.kind === intent).length
  // A refusal that was not recorded in time is decided once more.
  if (kind === 'refuse' || kind === 'incomplete') return since.some(({ at }) => at > snapshot.now)
  return of(kind === 'place' ? 'open' : kind) > 1 || (kind === 'close' && of('open') > 0)
}

type Decided = ReturnType<typeof decide>
type Claims = ReadonlyMap<string, { readonly at: number; readonly kind: string }>

/** Steps after the decision may have been added: the brake, the check before an order, IG’s request limit. */
const isSame = ({ alert, outcome }: AlertRecord, { ended }: KeptDecision, again: Decided): boolean => {
  if (again.kind === 'incomplete' && ended !== 'unreadable') return false
  const isTraced = isDeepStrictEqual(outcome?.trace.slice(0, again.trace.length), again.trace)
  // The first quote led to a refusal and a newer one could not be read, which the outcome reports.
  if (ended === 'unreadable' || again.kind !== 'refuse' || !isTraced) return isTraced
  return (
    outcome?.outcome === again.outcome && outcomeInWords(outcome).startsWith(sentenceOf(again, alert.market))
  )
}
