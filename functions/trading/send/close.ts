import { Big, plain } from '../../../shared/trading/model/decimal.ts'
import type { TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import { allowanceDeadline } from './allowance-wait.ts'
import { replaceIntent, updateClaim } from '../ledger/update-ledger.ts'
import { watchFullStop } from './failed-fence-check.ts'
import { confirmsClosing } from '../look-up/closing-confirmation.ts'
import { awaitsMore, logWait } from '../look-up/awaited-orders.ts'
import { closeOutcome } from '../record/close-outcome.ts'
import { endClosing } from '../record/closed-leg.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import { limits } from '../ports/limits.ts'
import type { Ledger, Claim, Closing } from '../ports/ledger.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import { type BrokerLogin, nullIfUnanswered, type Confirmation, type SendResult } from '../ports/broker.ts'
import type { ExecutorPorts } from '../ports/ports.ts'
import { awaitConfirmation, attemptSend, type Unsent } from '../look-up/confirm.ts'
import {
  type Deal,
  type States,
  type State,
  closedOf,
  sizeLeft,
  dealsOf,
  nameOf,
  notSentYet,
  stoppedBy,
  compare,
  leftOpenOf,
} from './closing-deals.ts'

/**
 * What became of carrying out a claim. `done`: it has its outcome, or the reconciler goes on looking it up. `later`: the
 * message must be redelivered. `wait`: so must it, once there is room in the broker's allowance.
 */
export type Submitted = 'done' | 'later' | 'wait'

/** `closed first`: a reversal's first part is over, and its alert must be decided again. */
export type CloseResult = Submitted | 'closed first'

/**
 * Closes positions and deletes working orders, each sent once. What the broker proves not to have done is sent again,
 * about once a second, while the alert is young: a deal that is seconds old cannot be touched at times. An order that
 * fills meanwhile is closed as the position it became. What stays unknown is only looked up.
 */
export const submitClose = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  { claim, ledger, settings, stop = null }: CloseContext,
): Promise<CloseResult> => {
  const { intent } = claim
  if (intent.kind !== 'close') return 'done'
  const run = new CloseRun(ports, alert, settings, { claim, ledger, intent })
  return (await run.begin(stop)) && (await run.carryOut()) ? run.finish() : 'later'
}

/**
 * @property settings null: the user is gone
 * @property stop why nothing may be sent any more, in words
 */
type CloseContext = {
  readonly claim: Claim
  readonly ledger: Ledger
  readonly settings: TradingSettings | null
  readonly stop?: string | null
}

/** One run over the deals of a claim. */
class CloseRun {
  readonly #ports: ExecutorPorts
  readonly #alert: AlertRecord
  readonly #settings: TradingSettings | null
  readonly #began: Instant
  readonly #states: States = new Map()
  /** The claim and the account's record as last written. */
  #held: { readonly claim: Claim; readonly ledger: Ledger; readonly intent: Closing }
  #deals: readonly Deal[]
  #toSend: readonly Deal[]
  /** Why nothing may be sent any more, in words. */
  #stop: string | null = null

  constructor(
    ports: ExecutorPorts,
    alert: AlertRecord,
    settings: TradingSettings | null,
    held: { readonly claim: Claim; readonly ledger: Ledger; readonly intent: Closing },
  ) {
    this.#ports = ports
    this.#alert = alert
    this.#settings = settings
    this.#began = ports.clock.now()
    this.#held = held
    this.#deals = dealsOf(held.intent)
    this.#toSend = this.#deals
  }

  /** @returns false if another run carries the claim out */
  async begin(stop: string | null): Promise<boolean> {
    const { claim, ledger, intent } = this.#held
    const { retry, done } = intent
    if (retry) {
      // Taken off before they are sent, by one run alone: a run that finds the claim without them must not send them.
      const taken = await replaceIntent(this.#ports, this.#alert, ledger, claim, { ...intent, retry: [] })
      if (!taken) return false
      this.#held = taken
      // Claims of the release before name only the deal id.
      this.#toSend = this.#deals.filter((deal) => retry.includes(nameOf(deal)) || retry.includes(deal.dealId))
      for (const deal of this.#deals) {
        const isDone = done?.includes(deal.dealId)
        const state: State = this.#toSend.includes(deal) ? notSentYet : { kind: isDone ? 'done' : 'unknown' }
        this.#states.set(nameOf(deal), state)
      }
    }
    this.#stop = stop
    if (stop !== null) for (const deal of this.#toSend) this.#states.set(nameOf(deal), stoppedBy(stop))
    return true
  }

  /**
   * Sends, and reads the broker's lists for what is left, until nothing is or the time is over.
   * @returns false if another run has gone on with the alert
   */
  async carryOut(): Promise<boolean> {
    const { broker, clock } = this.#ports
    const login = brokerLoginOf(this.#alert)
    const watch = watchFullStop(this.#ports, this.#alert)
    const until = this.#began + limits.closeRun
    // What an earlier run left open may have been closed in part since, by the broker or by the user: the lists are read
    // before anything is sent again.
    let isFirstCheck = this.#held.intent.retry !== undefined
    while (this.#stop === null) {
      if (!isFirstCheck)
        this.#stop = await send(this.#ports, this.#alert, login, this.#toSend, this.#states, until, watch)
      isFirstCheck = false
      if (this.#stop !== null || this.#deals.every((deal) => this.#stateOf(deal)?.kind === 'done')) break
      const lists = await broker.readAccount(login).catch(nullIfUnanswered)
      const { epic } = this.#held.claim
      const found = lists && compare(this.#deals, this.#states, lists, epic, this.#held.intent.scope)
      // Another run has gone on with this alert: what appeared may be what that one opened.
      if (found && !(await this.#addAppeared(found.appeared))) return false
      this.#toSend = found?.toSend ?? []
      if (found && this.#toSend.length === 0 && !found.isWaiting) break
      if (clock.now() + pauseBetween > until) break
      // What was just read is sent at once; what was just sent and refused, or is waited for, gets its pause.
      const isNew = this.#toSend.length > 0 && this.#toSend.every(this.#isUnsent)
      if (!isNew) await clock.sleep(pauseBetween)
    }
    return true
  }

  /** Records how it ended, or leaves the rest to the next run. */
  async finish(): Promise<CloseResult> {
    const done = this.#done()
    const toSendAgain = this.#isYoung() ? this.#dealsThatAre('untouched').map(nameOf) : []
    if (toSendAgain.length > 0 || this.#dealsThatAre('unknown', 'vanished').length > 0) {
      // What was closed of a part is taken off, or the next run would close it once more.
      const positions = this.#held.intent.positions.map((position) => ({
        ...position,
        size: sizeLeft(position, closedOf(this.#states.get(`position ${position.dealId}`))),
      }))
      await this.#noteIntent({ done, retry: toSendAgain, positions })
      return toSendAgain.length > 0 ? 'later' : 'done'
    }
    const left = this.#dealsThatAre('refused', 'untouched', 'partly').map((deal) =>
      leftOpenOf(deal, this.#stateOf(deal)),
    )
    const userIsGone = this.#settings === null
    const waits =
      this.#stop === null && !userIsGone && left.length === 0 && awaitsMore(this.#ports, this.#held.claim)
    if (waits && (await this.#noteIntent({ done, retry: [] }))) {
      await logWait(this.#ports, this.#alert, this.#held.claim)
      return 'done'
    }
    const ends = this.#deals.flatMap((deal) => {
      const state = this.#stateOf(deal)
      return state?.kind === 'done' ? [{ dealId: deal.dealId, ...state }] : []
    })
    const gone = ends.flatMap(({ dealId, isGone }) => (isGone ? dealId : []))
    const lessLeft = Object.fromEntries(
      ends.flatMap(({ dealId, left }) => (left === undefined ? [] : [[dealId, left]])),
    )
    const { claim, ledger } = this.#held
    const outcome = closeOutcome(this.#ports, claim, done, left, gone, lessLeft)
    return endClosing(this.#ports, this.#alert, claim, outcome, { userIsGone, ledger })
  }

  /** @returns false if another run has changed the claim */
  async #noteIntent(change: Partial<Closing>): Promise<boolean> {
    const { claim, ledger, intent: before } = this.#held
    const intent = { ...before, ...change }
    const changed = await updateClaim(this.#ports, this.#alert, ledger, claim, { intent })
    this.#held = changed ? { ...changed, intent } : { claim: { ...claim, intent }, ledger, intent }
    return changed !== null
  }

  async #addAppeared(appeared: readonly Deal[]): Promise<boolean> {
    if (appeared.length === 0) return true
    const { positions, workingOrders } = this.#held.intent
    const isOurs = await this.#noteIntent({
      positions: [...positions, ...appeared.flatMap((deal) => deal.position ?? [])],
      workingOrders: [...workingOrders, ...appeared.flatMap((deal) => deal.order ?? [])],
    })
    if (isOurs) this.#deals = [...this.#deals, ...appeared]
    return isOurs
  }

  readonly #stateOf = (deal: Deal) => this.#states.get(nameOf(deal))
  readonly #isUnsent = (deal: Deal) => this.#stateOf(deal) === notSentYet

  #dealsThatAre(...kinds: State['kind'][]) {
    return this.#deals.filter((deal) => kinds.includes(this.#stateOf(deal)?.kind ?? 'untouched'))
  }

  /** A position may have the deal id of the order that it came from: it is done when both are. */
  #done(): string[] {
    const done = this.#dealsThatAre('done').map(({ dealId }) => dealId)
    const notDone = new Set(
      this.#deals.filter((deal) => this.#stateOf(deal)?.kind !== 'done').map(({ dealId }) => dealId),
    )
    return [...new Set(done)].filter((id) => !notDone.has(id))
  }

  /** Whether what was proved not to be done may be sent again. */
  #isYoung(): boolean {
    const now = this.#ports.clock.now()
    const { claimedAt } = this.#held.claim
    return (
      this.#stop === null &&
      (now < claimedAt + limits.closeAgain || this.#dealsThatAre('untouched').some(this.#isUnsent)) &&
      this.#settings !== null &&
      now < allowanceDeadline(this.#alert, this.#settings)
    )
  }
}

/** Milliseconds between one sending of what was refused and the next. */
const pauseBetween = 1_000

/**
 * All are sent before any verdict is waited for: what one verdict is late with must not keep another deal open.
 * @param until what cannot be sent before is left to the next run
 * @param watch why nothing may be sent any more
 * @returns the same, if something was kept back for it
 */
const send = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  login: BrokerLogin,
  deals: readonly Deal[],
  states: States,
  until: Instant,
  watch: () => Promise<string | null>,
): Promise<string | null> => {
  let stopped: string | null = null
  const answers: { readonly deal: Deal; readonly sent: SendResult | Unsent }[] = []
  for (const deal of deals) {
    const { position, dealId } = deal
    if (ports.clock.now() >= until) {
      if (states.get(nameOf(deal))?.kind !== 'untouched') states.set(nameOf(deal), notSentYet)
      continue
    }
    const stop = await watch()
    if (stop !== null) {
      states.set(nameOf(deal), stoppedBy(stop, closedOf(states.get(nameOf(deal)))))
      stopped = stop
      continue
    }
    const ask = () =>
      position ? ports.broker.closePosition(login, position) : ports.broker.deleteOrder(login, dealId)
    answers.push({ deal, sent: await attemptSend(ask) })
  }
  for (const { deal, sent } of answers) {
    const before = closedOf(states.get(nameOf(deal)))
    states.set(nameOf(deal), await stateAfter(ports, alert, deal, before, sent))
  }
  return stopped
}

/** @param before what is closed of it already, if a part must be closed */
const stateAfter = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  { position, rest }: Deal,
  before: Decimal,
  sent: SendResult | Unsent,
): Promise<State> => {
  const closed = before === '0' ? {} : { closed: before }
  switch (sent.kind) {
    case 'unknown':
      return { kind: 'unknown' }
    case 'unsent':
      return { kind: 'untouched', reason: sent.code, message: sent.message, ...closed }
    case 'refused': {
      const { code: reason, message, mayPassLater } = sent
      return mayPassLater
        ? { kind: 'untouched', reason, message, ...closed }
        : { kind: 'refused', reason, message }
    }
    case 'received': {
      const verdict = await awaitConfirmation(
        ports,
        brokerLoginOf(alert),
        sent.dealReference,
        confirmsClosing,
      )
      if (!verdict) return { kind: 'unknown' }
      if (verdict.kind === 'rejected') {
        const { reason, message, mayPassLater } = beyondPosition(verdict)
        return mayPassLater
          ? { kind: 'untouched', reason, message, ...closed }
          : { kind: 'refused', reason, message }
      }
      // Of a part that was asked for, a close of the whole means that less was open than we knew.
      if (verdict.effect !== 'partly closed')
        return { kind: 'done', isGone: verdict.effect === 'closed' && rest !== '0' }
      if (rest === '0' || !position) return { kind: 'partly', closed: null }
      // That is also the verdict on all of a part; only the size tells.
      if (verdict.size === null) return { kind: 'unknown' }
      const all = new Big(before).plus(verdict.size)
      return new Big(verdict.size).gte(position.size)
        ? { kind: 'done' }
        : { kind: 'partly', closed: plain(all) }
    }
  }
}

/** If less is open than was to be closed, the lists tell how much is left, and that is closed. */
const beyondPosition = (verdict: Extract<Confirmation, { kind: 'rejected' }>) =>
  verdict.isBeyondOpen
    ? { ...verdict, message: 'less of the position is open than was to be closed', mayPassLater: true }
    : verdict
