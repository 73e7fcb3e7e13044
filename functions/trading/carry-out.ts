import { describeOrder } from '../../shared/trading/decide.ts'
import { counted } from '../../shared/trading/words.ts'
import { conclude } from './conclude.ts'
import { brokerAccountOf } from './consider.ts'
import { fenceStop } from './fence.ts'
import { limits } from './limits.ts'
import {
  type AccountRecord,
  type AlertOutcome,
  type AlertRecord,
  BrokerError,
  type Claim,
  type ExecutorPorts,
  type Ports,
  type Sent,
  type Verdict,
} from './ports.ts'

/** When the verdict on an order that IG has received is asked for, in milliseconds after one another. */
const confirmPauses = [250, 750, 1_000, 1_500] as const

/**
 * Between claim and order stands the fence; then the order is sent once and its verdict read. What stays unknown
 * stays claimed: the reconciler goes on looking it up, and nobody sends it again.
 */
export const carryOut = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  claim: Claim,
  account: AccountRecord,
) => {
  const settings = await ports.store.getSettings(alert.userId, alert.captured.mode)
  const known = { userIsGone: settings === null, account }
  const stop = fenceStop(claim, settings)
  const outcome = stop
    ? outcomeOf(ports, claim, 'BLOCKED', `Blocked: ${stop} before the order could leave`)
    : ports.clock.now() > lastMoment(claim)
      ? tooLate(ports, claim)
      : claim.intent.kind === 'open'
        ? await open(ports, alert, claim, claim.intent.order)
        : await close(ports, alert, claim, claim.intent)
  if (outcome) await conclude(ports, alert, outcome, known)
}

const open = async (
  ports: Ports,
  alert: AlertRecord,
  claim: Claim,
  order: Extract<Claim['intent'], { kind: 'open' }>['order'],
): Promise<AlertOutcome | null> => {
  const account = brokerAccountOf(alert)
  const sent = await attempt(() => ports.broker.place(account, order, claim.dealReference, lastMoment(claim)))
  if (sent.kind === 'unsent') return unsent(ports, claim, sent)
  if (sent.kind === 'refused') return refusedBySender(ports, claim, sent)
  const verdict = await askForVerdict(ports, alert, claim.dealReference)
  return verdict && outcomeOfVerdict(ports, claim, verdict)
}

/** Each order and position, each sent once. Only when all verdicts are known is there an outcome. */
const close = async (
  ports: Ports,
  alert: AlertRecord,
  claim: Claim,
  intent: Extract<Claim['intent'], { kind: 'close' }>,
): Promise<AlertOutcome | null> => {
  const account = brokerAccountOf(alert)
  const sends = [
    ...intent.workingOrders.map((order) => ({
      dealId: order.dealId,
      send: () => ports.broker.deleteOrder(account, order.dealId),
    })),
    ...intent.positions.map((position) => ({
      dealId: position.dealId,
      send: () => ports.broker.closePosition(account, position),
    })),
  ]
  // All are sent before any verdict is waited for: what one verdict is late with must not keep another deal open.
  const answers: { readonly dealId: string; readonly sent: Sent | Unsent }[] = []
  for (const { dealId, send } of sends) answers.push({ dealId, sent: await attempt(send) })

  const done = new Set<string>()
  const refused: Refused[] = []
  let unresolved = 0
  for (const { dealId, sent } of answers) {
    const verdict = sent.kind === 'received' ? await askForVerdict(ports, alert, sent.dealReference) : null
    if (sent.kind === 'refused' || sent.kind === 'unsent')
      refused.push({ dealId, reason: sent.code, message: sent.message })
    else if (verdict?.kind === 'rejected')
      refused.push({ dealId, reason: verdict.reason, message: verdict.message })
    else if (verdict?.kind === 'accepted' && verdict.status !== 'PARTIALLY_CLOSED') done.add(dealId)
    else unresolved += 1
  }
  // Closed by hand in the same moment, or an order that was filled on the way and closed as the position it became.
  for (const { dealId, reason } of refused) if (goneReasons.has(reason)) done.add(dealId)
  return unresolved > 0
    ? null
    : closeOutcome(
        ports,
        claim,
        [...done],
        refused.filter(({ dealId }) => !done.has(dealId)),
      )
}

type Refused = { readonly dealId: string; readonly reason: string; readonly message: string }

/** IG's words for a position that is not there to be closed. */
const goneReasons: ReadonlySet<string> = new Set(['POSITION_NOT_FOUND', 'error.position.notfound'])

/** @param done deals that are closed or deleted @param refused those that are not, and why */
export const closeOutcome = (
  ports: Ports,
  claim: Claim,
  done: readonly string[],
  refused: readonly Refused[],
): AlertOutcome => {
  const onTheirWay = claim.intent.kind === 'close' ? (claim.intent.onTheirWay ?? 0) : 0
  if (refused.length > 0)
    return {
      ...outcomeOf(
        ports,
        claim,
        'REJECTED',
        `Rejected by IG: ${dealCount(refused.length)} of ${done.length + refused.length} on ${claim.epic} could not be closed: ${refused.map(({ message }) => message).join('; ')}`,
      ),
      dealIds: done,
      brokerReason: (refused[0] as Refused).reason,
    }
  if (onTheirWay > 0)
    return {
      ...outcomeOf(
        ports,
        claim,
        'NOT_PLACED',
        `Closed ${dealCount(done.length)} on ${claim.epic}, but not what IG does not show yet: ${counted(onTheirWay, 'order')} on the way. Send CLOSE again once IG shows it`,
      ),
      dealIds: done,
    }
  return {
    ...outcomeOf(ports, claim, 'PLACED', `Closed ${dealCount(done.length)} on ${claim.epic}`),
    dealIds: done,
  }
}

const dealCount = (count: number) => counted(count, 'deal')

type Unsent = { readonly kind: 'unsent'; readonly code: string; readonly message: string }

/** What cannot have been sent is known not to be; anything else that was thrown may have been sent: unknown. */
const attempt = async (send: () => Promise<Sent>): Promise<Sent | Unsent> => {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof BrokerError))
      return { kind: 'unknown', message: 'the call ended without an answer' }
    const message =
      error.kind === 'allowance' ? 'IG’s allowance of requests is used up for the moment' : error.message
    return { kind: 'unsent', code: error.code ?? error.kind, message }
  }
}

const askForVerdict = async (
  ports: Ports,
  alert: AlertRecord,
  dealReference: string,
): Promise<Verdict | null> => {
  for (const pause of confirmPauses) {
    await ports.clock.sleep(pause)
    try {
      const verdict = await ports.broker.confirm(brokerAccountOf(alert), dealReference)
      if (verdict) return verdict
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      if (error.kind !== 'unreachable') return null
    }
  }
  return null
}

const lastMoment = (claim: Claim) => claim.claimedAt + limits.claimToOrder

const tooLate = (ports: Ports, claim: Claim) =>
  outcomeOf(
    ports,
    claim,
    'NOT_PLACED',
    `Not placed: more than ${limits.claimToOrder / 1000} seconds passed before the order could leave, so it was not sent`,
  )

const refusedBySender = (
  ports: Ports,
  claim: Claim,
  sent: Extract<Sent, { kind: 'refused' }>,
): AlertOutcome =>
  sent.code === 'TOO_LATE'
    ? tooLate(ports, claim)
    : { ...outcomeOf(ports, claim, 'REJECTED', `Rejected by IG: ${sent.message}`), brokerReason: sent.code }

const unsent = (ports: Ports, claim: Claim, { code, message }: Unsent): AlertOutcome => ({
  ...outcomeOf(ports, claim, 'NOT_PLACED', `Not placed: ${message}. The order was not sent`),
  brokerReason: code,
})

/** The outcome that a verdict on an opening order means. */
export const outcomeOfVerdict = (ports: Ports, claim: Claim, verdict: Verdict): AlertOutcome => {
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

export const outcomeOf = (
  { clock }: Ports,
  claim: Claim,
  outcome: AlertOutcome['outcome'],
  sentence: string,
): AlertOutcome => ({
  outcome,
  sentence,
  trace: claim.trace,
  ...(claim.intent.kind === 'open' ? { dealReference: claim.dealReference, order: claim.intent.order } : {}),
  decidedAt: clock.now(),
})
