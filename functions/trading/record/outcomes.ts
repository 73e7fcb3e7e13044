import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import { describeOrder } from '../../../shared/trading/decide.ts'
import { carryOutBy } from '../../../shared/trading/rules/account.ts'
import { grouped } from '../../../shared/platform/figures.ts'
import type { Phases } from '../../../shared/trading/model/phases.ts'
import { limits } from '../ports/limits.ts'
import type { AlertOutcome } from '../ports/alert-record.ts'
import type { Claim } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'
import type { Verdict } from '../ports/broker.ts'

/** *Stop everything*, as the reason that an exit did not leave. */
export const everythingStopped = 'you stopped everything'

/** How a claimed alert may have ended, in the text of its trader. */

export const outcomeOf = (
  { clock }: Pick<Ports, 'clock'>,
  claim: Claim,
  outcome: AlertOutcome['outcome'],
  sentence: string,
): AlertOutcome => ({
  outcome,
  sentence,
  trace: claim.trace,
  ...(claim.intent.kind === 'open' ? { dealReference: claim.dealReference, order: claim.intent.order } : {}),
  ...(claim.brokerReference === undefined ? {} : { brokerReference: claim.brokerReference }),
  ...(claim.phases === undefined ? {} : { phases: wholeOf(claim.phases, clock.now() - claim.claimedAt) }),
  decidedAt: clock.now(),
})

/** An exit that *Stop everything* held back after it was decided. */
export const heldOutcome = (ports: Pick<Ports, 'clock'>, claim: Claim, sentence: string): AlertOutcome => ({
  ...outcomeOf(ports, claim, 'HELD', `${sentence}. You can carry it out once you resume trading`),
  answerBy: carryOutBy(ports.clock.now()),
})

/** Of a run that went on from the claim it is only known how long it took since. */
const wholeOf = (phases: Phases, sinceClaim: number): Phases =>
  phases.length > untilClaim ? phases : [...phases, 0, 0, sinceClaim]
const untilClaim = 2

/** The outcome that a verdict on an opening order means. */
export const outcomeOfConfirmation = (ports: Ports, claim: Claim, verdict: Verdict): AlertOutcome => {
  if (verdict.kind === 'rejected')
    return {
      ...outcomeOf(ports, claim, 'REJECTED', `Rejected by ${brokerName}: ${verdict.message}`),
      ...(verdict.reason === null ? {} : { brokerReason: verdict.reason }),
    }
  const order = claim.intent.kind === 'open' ? claim.intent.order : null
  const filled = order?.type === 'MARKET' && verdict.level ? `, filled at ${grouped(verdict.level)}` : ''
  return {
    ...outcomeOf(
      ports,
      claim,
      'PLACED',
      `Placed: ${order ? describeOrder(order, claim.instrument, verdict) : claim.instrument}${filled}`,
    ),
    dealIds: [verdict.dealId],
  }
}

/** The fence: nothing leaves after it. */
export const lastMoment = (claim: Claim) => claim.claimedAt + limits.claimToOrder

export const tooLate = (ports: Pick<Ports, 'clock'>, claim: Claim) =>
  outcomeOf(
    ports,
    claim,
    'NOT_PLACED',
    `Not placed: the order couldn’t be sent within ${limits.claimToOrder / 1000} seconds, so it was dropped`,
  )
