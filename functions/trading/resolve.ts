import { closeOutcome, outcomeOf, outcomeOfVerdict } from './carry-out.ts'
import { conclude } from './conclude.ts'
import type { KnownToAsk } from './known.ts'
import { limits } from './limits.ts'
import {
  type AlertOutcome,
  type AlertRecord,
  type BrokerAccount,
  type BrokerActivity,
  BrokerError,
  type Claim,
  type Ports,
} from './ports.ts'

/**
 * Finds out what became of a claimed order, by asking and never by sending: the confirm, the account's lists, the
 * activity history. Only questions that were answered count: a failed one says nothing.
 */
export const resolveClaim = async (ports: Ports, alert: AlertRecord, claim: Claim, known: KnownToAsk) => {
  const outcome = (await lookUp(ports, known.asked, claim)) ?? overdue(ports, claim)
  if (outcome) await conclude(ports, alert, outcome, known)
}

const lookUp = async (ports: Ports, account: BrokerAccount, claim: Claim): Promise<AlertOutcome | null> => {
  try {
    return claim.intent.kind === 'open'
      ? await lookUpOpening(ports, account, claim)
      : await lookUpClosing(ports, account, claim, claim.intent)
  } catch (error) {
    if (error instanceof BrokerError) return null
    throw error
  }
}

const lookUpOpening = async (
  ports: Ports,
  account: BrokerAccount,
  claim: Claim,
): Promise<AlertOutcome | null> => {
  const verdict = await ports.broker.confirm(account, claim.dealReference).catch(unlessUnreachable)
  if (verdict) return outcomeOfVerdict(ports, claim, verdict)

  const lists = await ports.broker.readAccount(account)
  const position = lists.positions.find(({ dealReference }) => dealReference === claim.dealReference)
  if (position) return placed(ports, claim, position.dealId)

  const activity = await ports.broker.readActivity(account, claim.claimedAt - 60_000)
  const entries = activity.filter(({ dealReference }) => dealReference === claim.dealReference)
  const accepted = entries.find(({ status }) => status === 'ACCEPTED')
  if (accepted) return placed(ports, claim, dealIdOf(accepted))
  const rejected = entries.find(({ status }) => status === 'REJECTED')
  if (rejected)
    return outcomeOf(ports, claim, 'REJECTED', `Rejected by IG: ${rejected.description || 'no reason given'}`)

  if (ports.clock.now() - claim.claimedAt <= limits.quarantine) return null
  return outcomeOf(
    ports,
    claim,
    'NOT_PLACED',
    'Not placed: IG never answered whether it took the order, and neither its confirms, positions nor history show it',
  )
}

/** A confirm is gone after a minute and at times never readable; the lists and the history still tell. */
const unlessUnreachable = (error: unknown) => {
  if (error instanceof BrokerError && (error.kind === 'unreachable' || error.kind === 'unusable')) return null
  throw error
}

const dealIdOf = (activity: BrokerActivity) =>
  activity.actions.find(({ dealId }) => dealId !== null)?.dealId ?? activity.dealId

const placed = (ports: Ports, claim: Claim, dealId: string) =>
  outcomeOfVerdict(ports, claim, {
    kind: 'accepted',
    dealId,
    level: null,
    size: null,
    status: 'OPEN',
    affectedDealIds: [dealId],
  })

/** A close has no reference of our own: what is gone from the lists is closed, what is still there is not. */
const lookUpClosing = async (
  ports: Ports,
  account: BrokerAccount,
  claim: Claim,
  intent: Extract<Claim['intent'], { kind: 'close' }>,
): Promise<AlertOutcome | null> => {
  const lists = await ports.broker.readAccount(account)
  const open = new Set([...lists.positions, ...lists.workingOrders].map(({ dealId }) => dealId))
  const wanted = [...intent.workingOrders, ...intent.positions].map(({ dealId }) => dealId)
  const left = wanted.filter((dealId) => open.has(dealId))
  const done = wanted.filter((dealId) => !open.has(dealId))
  if (left.length === 0) return closeOutcome(ports, claim, done, [])
  if (ports.clock.now() - claim.claimedAt <= limits.quarantine) return null
  return {
    ...outcomeOf(
      ports,
      claim,
      'NOT_PLACED',
      `Not closed: ${left.length} of ${wanted.length} deals on ${claim.epic} are still open at IG`,
    ),
    dealIds: done,
  }
}

const overdue = (ports: Ports, claim: Claim): AlertOutcome | null =>
  ports.clock.now() - claim.claimedAt > limits.needsReview
    ? outcomeOf(
        ports,
        claim,
        'NEEDS_REVIEW',
        `Needs review: IG could not be asked for ${limits.needsReview / 60_000} minutes whether it took the order. Please look at your account`,
      )
    : null
