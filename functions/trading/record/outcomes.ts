import { carryOutBy } from '../../../shared/trading/rules/account.ts'
import type { Phases } from '../../../shared/trading/model/phases.ts'
import { limits } from '../ports/limits.ts'
import type { AlertOutcome } from '../ports/alert-record.ts'
import type { Ending } from '../ports/ending.ts'
import type { Claim } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'
import type { Verdict } from '../ports/broker.ts'

export const outcomeOf = (
  { clock }: Pick<Ports, 'clock'>,
  claim: Claim,
  outcome: AlertOutcome['outcome'],
  ending: Ending,
): AlertOutcome => ({
  outcome,
  ending,
  trace: claim.trace,
  ...(claim.name === undefined ? {} : { name: claim.name }),
  ...(claim.intent.kind === 'open' ? { dealReference: claim.dealReference, order: claim.intent.order } : {}),
  ...(claim.brokerReference === undefined ? {} : { brokerReference: claim.brokerReference }),
  ...(claim.phases === undefined ? {} : { phases: wholeOf(claim.phases, clock.now() - claim.claimedAt) }),
  decidedAt: clock.now(),
})

/** The outcome of an exit that *Stop everything* held back after the exit was decided. */
export const heldOutcome = (ports: Pick<Ports, 'clock'>, claim: Claim, ending: Ending): AlertOutcome => ({
  ...outcomeOf(ports, claim, 'HELD', ending),
  answerBy: carryOutBy(ports.clock.now()),
})

/**
 * Adds the missing phases if only those until the decision are known: two phases of unknown duration (0), and the time
 * since the claim.
 */
const wholeOf = (phases: Phases, sinceClaim: number): Phases =>
  phases.length > untilClaim ? phases : [...phases, 0, 0, sinceClaim]
const untilClaim = 2

/** The outcome that follows from the confirmation of an opening order. */
export const outcomeOfConfirmation = (ports: Ports, claim: Claim, verdict: Verdict): AlertOutcome => {
  if (verdict.kind === 'rejected')
    return {
      ...outcomeOf(ports, claim, 'REJECTED', { kind: 'rejected', message: verdict.message }),
      ...(verdict.reason === null ? {} : { brokerReason: verdict.reason }),
    }
  const { dealId, size, hasStop = null, level } = verdict
  const ending = { kind: 'placed', market: claim.instrument, size, hasStop, level } as const
  return { ...outcomeOf(ports, claim, 'PLACED', ending), dealIds: [dealId] }
}

/** The fence: the latest time at which an order may be sent. */
export const lastMoment = (claim: Claim) => claim.claimedAt + limits.claimToOrder

export const tooLate = (ports: Pick<Ports, 'clock'>, claim: Claim) =>
  outcomeOf(ports, claim, 'NOT_PLACED', { kind: 'too late' })
