import { isDeepStrictEqual } from 'node:util'
import { decide } from '../../../shared/trading/decide.ts'
import type { KeptDecision } from '../../../shared/what-if/kept-decision.ts'
import type { AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import type { Evidence } from './evidence.ts'
import { decisionKey } from './store.ts'

/** Decisions made again from what was kept of them say what the outcomes say, rule by rule and word by word. */
export const replaysHold = ({ world, alerts }: Evidence): string[] =>
  alerts.flatMap((record) => {
    const { alertId, outcome } = record
    // Nothing was decided: the user was gone, or it never came to that.
    if (!outcome || outcome.trace.length === 0) return []
    const kept = world.tables.decisions.get(decisionKey(alertId, record.acceptedAt))
    // A process may have ended between the decision and what is kept of it.
    if (!kept || isOfDroppedClaim(kept, world.tables.claimsOf.get(alertId)))
      return world.calm ? [`replay: nothing was kept of ${alertId}`] : []
    return isSame(record, kept) ? [] : [`replay: ${alertId} is decided otherwise from what was kept of it`]
  })

/** The alert was claimed again after the claim of this decision, and what that one rests on was not kept. */
const isOfDroppedClaim = ({ snapshot }: KeptDecision, claims: ReadonlyMap<string, number> = new Map()) =>
  // The clocks of two processes differ by seconds, and an id that comes back is another alert by then.
  [...claims.values()].filter((at) => Math.abs(at - snapshot.now) < 86_400_000).length > 1

/** What came after the decision may have added a step: the brake, the check before an order, IG’s request limit. */
const isSame = ({ outcome }: AlertRecord, { snapshot, ended }: KeptDecision): boolean => {
  const again = decide(snapshot)
  if (again.kind === 'incomplete' && ended !== 'unreadable') return false
  const isTraced = isDeepStrictEqual(outcome?.trace.slice(0, again.trace.length), again.trace)
  // An older quote refused, and a newer one could not be read: the outcome says that instead.
  if (ended === 'unreadable' || again.kind !== 'refuse' || !isTraced) return isTraced
  return outcome?.outcome === again.outcome && outcome.sentence.startsWith(again.sentence)
}
