import type { OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { confirmPauses } from './confirm.ts'
import { limits } from '../ports/limits.ts'
import type { AlertOutcome } from '../ports/alert-record.ts'
import {
  BrokerError,
  type BrokerActivity,
  type BrokerLogin,
  type Confirmation,
  type Verdict,
} from '../ports/broker.ts'
import type { Claim } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'

/**
 * Waits for confirmations of orders that the broker has received. One or two orders are confirmed individually. If
 * there are more, they are looked for in the broker's lists, which takes one or two requests in all.
 * @param others orders that are also looked for, but not waited for
 * @param until no request is sent after this time; the reconciler continues later
 * @returns confirmations by alert; an order that no list shows is left out, because that proves nothing
 */
export const awaitVerdicts = async (
  { clock, broker }: Pick<Ports, 'clock'> & { readonly broker: VerdictReader },
  login: BrokerLogin,
  claims: readonly Claim[],
  { others, until }: { readonly others: readonly Claim[]; readonly until: Instant },
): Promise<ReadonlyMap<string, Verdict>> => {
  const found = new Map<string, Verdict>()
  const rejected: Claim[] = []
  const isMissing = ({ alertId }: Claim) => !found.has(alertId)
  const missing = () => [...claims, ...others].filter(isMissing)
  const confirmEach = async (some: readonly Claim[]) => {
    for (const claim of some) {
      if (clock.now() >= until) return
      const verdict = await broker.confirm(login, claim.brokerReference ?? claim.dealReference)
      if (verdict) found.set(claim.alertId, verdict)
    }
  }
  try {
    for (const pause of confirmPauses) {
      if (clock.now() + pause >= until) break
      await clock.sleep(pause)
      try {
        if (missing().length < limits.verdictsTogether) await confirmEach(missing())
        else
          for (const [claim, verdict] of await readVerdicts(broker, login, missing())) {
            found.set(claim.alertId, verdict)
            if (verdict.kind === 'rejected') rejected.push(claim)
          }
      } catch (error) {
        if (!(error instanceof BrokerError) || error.kind !== 'unreachable') throw error
      }
      if (!claims.some(isMissing)) break
    }
    // Lists may lag behind confirms, so some of the missing orders are confirmed individually, as far as the request
    // limit allows.
    const rest = missing().length >= limits.verdictsTogether ? missing() : []
    // The history shows that an order was rejected, but only the order's confirm contains the code.
    await confirmEach([...rest, ...rejected].slice(0, limits.verdictsTogether))
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
  }
  return found
}

type VerdictReader = Pick<Ports['broker'], 'confirm' | 'readPositions' | 'readActivity'>

const readVerdicts = async (broker: VerdictReader, login: BrokerLogin, claims: readonly Claim[]) => {
  const found = new Map<Claim, Verdict>()
  const isMarket = ({ intent }: Claim) => intent.kind === 'open' && intent.order.type === 'MARKET'
  if (claims.some(isMarket)) {
    const { rows } = await broker.readPositions(login)
    for (const claim of claims) {
      const position = positionOf(claim, rows)
      if (position) found.set(claim, opened(position.dealId, position.level))
    }
  }
  const others = claims.filter((claim) => !found.has(claim))
  if (others.length === 0) return found
  const from = Math.min(...others.map(({ claimedAt }) => claimedAt)) - limits.clockSkew
  const activity = await broker.readActivity(login, from)
  for (const claim of others) {
    const verdict = verdictInHistory(claim, activity)
    if (verdict) found.set(claim, verdict)
  }
  return found
}

/** Whether a reference belongs to the order, either as our own or as the broker's reference. */
export const isOf = (
  { dealReference, brokerReference }: Pick<AlertOutcome, 'dealReference' | 'brokerReference'>,
  reference: string | null,
) => reference !== null && (reference === dealReference || reference === brokerReference)

/** The position that a claimed order opened. */
export const positionOf = (claim: Claim, positions: readonly OpenPosition[]) =>
  positions.find(({ dealReference }) => isOf(claim, dealReference))

/** The result of a claimed order in the history; null if the history is not conclusive. */
export const verdictInHistory = (claim: Claim, activity: readonly BrokerActivity[]): Verdict | null => {
  const entries = activity.filter(({ dealReference }) => isOf(claim, dealReference))
  const accepted = entries.find(({ status }) => status === 'ACCEPTED')
  if (accepted) return opened(dealIdOf(accepted), null)
  const rejected = entries.find(({ status }) => status === 'REJECTED')
  return rejected
    ? { kind: 'rejected', reason: null, message: rejected.rejection ?? 'no reason given' }
    : null
}

/** The result of a close or delete in the history; null if the history is not conclusive. */
export const closingInHistory = (
  activity: readonly BrokerActivity[],
  dealId: string,
  reference: string,
): 'closed' | { readonly rejected: string; readonly isShut: boolean } | null => {
  const ends = (kind: string) => kind === 'position closed' || kind === 'order deleted'
  if (activity.some(({ actions }) => actions.some((each) => each.dealId === dealId && ends(each.kind))))
    return 'closed'
  const refused = activity.find((entry) => entry.status === 'REJECTED' && entry.dealReference === reference)
  return refused
    ? { rejected: refused.description || 'no reason given', isShut: refused.isShut === true }
    : null
}

export const dealIdOf = (activity: BrokerActivity) =>
  activity.actions.find(({ dealId }) => dealId !== null)?.dealId ?? activity.dealId

export const opened = (dealId: string, level: string | null): Confirmation => ({
  kind: 'accepted',
  dealId,
  level,
  size: null,
  effect: 'opened',
  affectedDealIds: [dealId],
})
