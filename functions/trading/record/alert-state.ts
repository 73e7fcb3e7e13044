import type { AlertState } from '../../../shared/alerts/alert-state.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'

export const stateAfter = ({ outcome }: Pick<AlertOutcome, 'outcome'>): AlertState => {
  switch (outcome) {
    case 'ASKED':
      return 'asks'
    case 'HELD':
      return 'held'
    case 'NEEDS_REVIEW':
      return 'review'
    default:
      return 'ended'
  }
}

/**
 * The current state of an alert. If the time for the user's approval is over, the state is `ended`. Alerts of release
 * 0.2.0 have no stored state.
 */
export const stateOf = (
  {
    state,
    outcome,
  }: Pick<AlertRecord, 'state'> & { readonly outcome: Pick<AlertOutcome, 'outcome' | 'answerBy'> | null },
  now: Instant,
): AlertState => {
  const stored = state ?? (outcome ? stateAfter(outcome) : 'open')
  const isLate = (stored === 'asks' || stored === 'held') && (outcome?.answerBy ?? 0) <= now
  return isLate ? 'ended' : stored
}
