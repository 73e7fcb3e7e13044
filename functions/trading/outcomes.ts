import { describeOrder } from '../../shared/trading/decide.ts'
import { limits } from './limits.ts'
import type { AlertOutcome, Claim, Ports, Confirmation } from './ports.ts'

/** How a claimed alert may have ended, in the words of its trader. */

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
  decidedAt: clock.now(),
})

/** The outcome that a verdict on an opening order means. */
export const outcomeOfConfirmation = (ports: Ports, claim: Claim, verdict: Confirmation): AlertOutcome => {
  if (verdict.kind === 'rejected')
    return {
      ...outcomeOf(ports, claim, 'REJECTED', `Rejected by IG: ${verdict.message}`),
      brokerReason: verdict.reason,
    }
  const order = claim.intent.kind === 'open' ? claim.intent.order : null
  const filled = order?.type === 'MARKET' && verdict.level ? `, filled at ${verdict.level}` : ''
  return {
    ...outcomeOf(ports, claim, 'PLACED', `Placed: ${order ? describeOrder(order) : claim.epic}${filled}`),
    dealIds: [verdict.dealId],
  }
}

/** The fence: nothing leaves after it. */
export const lastMoment = (claim: Claim) => claim.claimedAt + limits.claimToOrder

export const tooLate = (ports: Ports, claim: Claim) =>
  outcomeOf(
    ports,
    claim,
    'NOT_PLACED',
    `Not placed: more than ${limits.claimToOrder / 1000} seconds passed before the order could leave, so it was not sent`,
  )
