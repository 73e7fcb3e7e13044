import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { storedClaim, withUpdatedClaim } from '../ledger/ledger.ts'
import { followRolls } from '../look-up/follow-rolls.ts'
import { rejectedState, stateAfterSending, stateAfterVerdict } from './closing-states.ts'
import { accountKeyOf, replaceIntents, updateLedger } from '../ledger/update-ledger.ts'
import { type SettingsReader, watchFullStop } from './failed-fence-check.ts'
import { confirmsClosing } from '../look-up/closing-confirmation.ts'
import { closingInHistory } from '../look-up/verdicts.ts'
import { awaitsMore, logWait } from '../look-up/awaited-orders.ts'
import { closeOutcome, withProfits } from '../record/close-outcome.ts'
import { endClosings, type EndedClosing } from '../record/closed-leg.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import { limits } from '../ports/limits.ts'
import type { ClaimedAlert, Ledger } from '../ports/ledger.ts'
import type { StopReason } from '../ports/ending.ts'
import type { AccountKey } from '../ports/alert-record.ts'
import { BrokerError, type BrokerLogin, nullIfUnanswered } from '../ports/broker.ts'
import type { ExecutorPorts } from '../ports/ports.ts'
import { awaitConfirmation, attemptSend } from '../look-up/confirm.ts'
import { lastChangeOf } from '../ledger/deal-changes.ts'
import { closeListed, type ListedPositions, positionsIn } from './close-position.ts'
import { ClosingAlert } from './closing-alert.ts'
import {
  type Deal,
  type State,
  closedOf,
  leftOpenOf,
  isUnsent,
  mostUnderWay,
  nameOf,
  stoppedBy,
  underWay,
  noVerdict,
} from './closing-deals.ts'
import { runInParallel } from './run-in-parallel.ts'

/**
 * The result of carrying out a claim. `done`: the alert has its outcome, or the reconciler continues. Otherwise its
 * message must be delivered again: `later` after a pause, `soon` at once because this run had no time left, `wait` when
 * the broker's request limit has room.
 */
export type Submitted = 'done' | 'later' | 'soon' | 'wait'

/** `closed first`: a reversal's closes have ended, and its entry is next. `shut`: deals wait for a market to open. */
export type CloseResult = Submitted | 'closed first' | 'shut'

/**
 * @property isResumed true if another run wrote the claims; deals that they don't list as unsent may have been sent
 * @property until nothing starts after this time
 */
export type CloseContext = {
  readonly ledger: Ledger
  readonly userIsGone: boolean
  readonly settingsNow: SettingsReader
  readonly until: Instant
  readonly isResumed?: boolean
  readonly stop?: StopReason | null
}

/**
 * Closes positions and deletes working orders for alerts of one account together. Each request is sent once. A close
 * that provably did not happen is repeated about once a second, because a deal that is seconds old sometimes can't be
 * closed. If a working order fills in the meantime, it is closed as a position. A close whose fate is unknown is only
 * looked up. Sending and confirming have the same deadline. The claim lists the deals that are unsent by then, and the
 * next run sends them.
 * @returns results by alert
 */
export const submitCloses = async (
  ports: ExecutorPorts,
  claims: readonly ClaimedAlert[],
  context: CloseContext,
): Promise<ReadonlyMap<string, CloseResult>> => {
  const run = new CloseRun(ports, claims, context)
  await run.carryOut()
  return run.finish()
}

/** Milliseconds to wait before a refused close is repeated, and before the lists are read for the result of a close. */
const pauseBetween = 1_000

/** Maximum number of times that one run looks up the fate of its closes. After that, the reconciler continues. */
const maxReads = 3

type Item = { readonly of: ClosingAlert; readonly deal: Deal }

class CloseRun {
  readonly #ports: ExecutorPorts
  readonly #userIsGone: boolean
  readonly #until: Instant
  readonly #login: BrokerLogin
  readonly #account: AccountKey
  readonly #results = new Map<string, CloseResult>()
  readonly #watch: () => Promise<StopReason | null>
  readonly #isResumed: boolean
  #closings: readonly ClosingAlert[]
  #ledger: Ledger
  /** The positions as last read, first by the decision and then by this run. */
  #listed: ListedPositions
  #stop: StopReason | null
  #reads = 0
  #hasNoRoom = false
  #hasRead = false
  #mayHaveRolled: boolean

  constructor(
    ports: ExecutorPorts,
    claims: readonly ClaimedAlert[],
    { ledger, userIsGone, settingsNow, until, isResumed = false, stop = null }: CloseContext,
  ) {
    const [first] = claims as [ClaimedAlert]
    this.#ports = ports
    this.#userIsGone = userIsGone
    this.#until = Math.min(until, ports.clock.now() + limits.closeRun)
    this.#account = accountKeyOf(first.alert)
    this.#login = { ...brokerLoginOf(first.alert), isExit: true }
    this.#watch = watchFullStop(settingsNow)
    this.#isResumed = isResumed
    this.#mayHaveRolled = isResumed
    this.#ledger = ledger
    this.#listed = {
      rows: claims.flatMap(({ claim: { intent } }) => (intent.kind === 'close' ? intent.positions : [])),
      readAt: Math.min(...claims.map(({ claim }) => claim.claimedAt)),
    }
    this.#stop = stop
    this.#closings = claims.flatMap(({ alert, claim }) =>
      claim.intent.kind === 'close' ? [new ClosingAlert(alert, claim, claim.intent, isResumed)] : [],
    )
    if (stop !== null) for (const closing of this.#closings) closing.stop(stop)
  }

  /** Sends closes and reads the broker's lists until no deal is left or the time is up. */
  async carryOut(): Promise<void> {
    const { clock } = this.#ports
    // The lists are read because the outcome reports the current sizes of open deals.
    if (this.#stop !== null && this.#isResumed && !this.#userIsGone) await this.#compareWithLists()
    // The deals that an earlier run left may have become smaller, so the lists are read before anything is sent.
    let toSend = this.#isResumed ? [] : this.#those('untouched')
    for (let isFirst = !this.#isResumed; this.#stop === null; isFirst = false) {
      // The user may have closed a part of a position in the meantime, so the ledger is read again.
      if (toSend.length > 0 && !isFirst) this.#ledger = await this.#ports.store.getLedger(this.#account)
      await this.#send(toSend)
      await this.#confirmFew()
      const isLate = clock.now() >= this.#until && this.#those('partly').length === 0
      if (isLate || this.#stop !== null || this.#closings.every(({ isDone }) => isDone)) return
      const found = await this.#compareWithLists()
      await this.#confirmSome(found !== null)
      toSend = found?.toSend ?? []
      const isOver = found && toSend.length === 0 && !found.isWaiting && this.#those('sent').length === 0
      if (isOver || this.#hasNoRoom || clock.now() + pauseBetween > this.#until) return
      // Closes of newly listed deals are sent at once. Repeating a close or awaiting its result needs a pause first.
      const isNew = toSend.length > 0 && toSend.every(({ of, deal }) => isUnsent(of.stateOf(deal)))
      if (!isNew) await clock.sleep(pauseBetween)
    }
  }

  async finish(): Promise<ReadonlyMap<string, CloseResult>> {
    const ended: EndedClosing[] = []
    for (const closing of this.#closings) {
      const { alert } = closing
      const left = this.#userIsGone || this.#stop !== null ? [] : closing.unsentAt(this.#ports.clock.now())
      if (left.length > 0 || closing.dealsThatAre('unknown', 'sent', 'vanished').length > 0) {
        await this.#note(closing, left)
        this.#results.set(alert.alertId, closing.goesOn(left))
      } else if (await this.#awaitsOrder(closing)) this.#results.set(alert.alertId, 'done')
      else ended.push(this.#ended(closing))
    }
    const results = await endClosings(this.#ports, ended, {
      userIsGone: this.#userIsGone,
      ledger: this.#ledger,
    })
    return new Map([...this.#results, ...results])
  }

  async #awaitsOrder(closing: ClosingAlert): Promise<boolean> {
    const { alert, claim } = closing
    const isSoFar = this.#stop === null && !this.#userIsGone && closing.isDone
    if (!isSoFar || !awaitsMore(this.#ports, claim)) return false
    if (!(await this.#note(closing, []))) return false
    await logWait(this.#ports, alert, claim)
    return true
  }

  #ended(closing: ClosingAlert): EndedClosing {
    const { alert, claim, done } = closing
    const left = closing
      .dealsThatAre('refused', 'untouched', 'partly')
      .map((deal) => leftOpenOf(deal, closing.stateOf(deal), this.#hasRead || !this.#isResumed))
    const ends = closing.deals.flatMap((deal) => {
      const state = closing.stateOf(deal)
      return state.kind === 'done' ? [{ dealId: deal.dealId, ...state }] : []
    })
    const gone = ends.flatMap(({ dealId, isGone }) => (isGone ? dealId : []))
    const lessLeft = Object.fromEntries(
      ends.flatMap(({ dealId, left }) => (left === undefined ? [] : [[dealId, left]])),
    )
    const outcome = closeOutcome(this.#ports, claim, { done, left, gone, lessLeft })
    return { alert, claim, outcome: withProfits(outcome, ends) }
  }

  #those(kind: State['kind']): readonly Item[] {
    return this.#closings.flatMap((of) => of.dealsThatAre(kind).map((deal) => ({ of, deal })))
  }

  /** Records in the claim how the next run must continue. Returns false if another run has ended the claim. */
  async #note(closing: ClosingAlert, left: readonly Deal[]): Promise<boolean> {
    const { claim } = closing
    this.#ledger = await updateLedger(this.#ports, this.#account, this.#ledger, (ledger) => {
      const stored = storedClaim(ledger, claim)?.intent
      if (stored?.kind !== 'close') return null
      const intent = closing.intentToCarryOn(stored, left)
      return withUpdatedClaim(ledger, claim, { intent }, this.#ports.clock.now())
    })
    const stored = storedClaim(this.#ledger, claim)
    if (stored) closing.written(stored)
    return stored !== undefined
  }

  /** Sends all closes before awaiting any confirmation, so that a late confirmation keeps no other deal open. */
  async #send(items: readonly Item[]): Promise<void> {
    for (let from = 0; from < items.length; from += mostUnderWay) {
      const isOver = this.#stop !== null || this.#ports.clock.now() >= this.#until
      const some = items.slice(from, from + mostUnderWay)
      const wave = isOver ? some : await this.#takeOff(some)
      await runInParallel(wave, this.#ports.ordersAtOnce, (item) => this.#sendOne(item))
    }
  }

  /** Removes deals from their claims' lists of unsent deals, so that only one run sends them, even if it is killed. */
  async #takeOff(items: readonly Item[]): Promise<readonly Item[]> {
    const kept = this.#closings.filter((closing) =>
      items.some(({ of, deal }) => of === closing && closing.isKept(deal)),
    )
    if (kept.length === 0) return items
    const now = this.#ports.clock.now()
    const dealsTo = (closing: ClosingAlert) => items.flatMap(({ of, deal }) => (of === closing ? deal : []))
    const changes = kept.map((closing) => ({
      claim: closing.claim,
      intent: closing.intentToSend(dealsTo(closing), now),
    }))
    const taken = await replaceIntents(this.#ports, this.#account, this.#ledger, changes)
    this.#ledger = taken.ledger
    const isOurs = (closing: ClosingAlert) =>
      !kept.includes(closing) || taken.claims.has(closing.alert.alertId)
    for (const closing of kept) {
      const claim = taken.claims.get(closing.alert.alertId)
      if (claim) closing.take(claim)
      // If another run has changed the claim, that run carries the exit out.
      else this.#giveUp(closing)
    }
    return items.filter(({ of }) => isOurs(of))
  }

  #giveUp(closing: ClosingAlert) {
    this.#closings = this.#closings.filter((each) => each !== closing)
    this.#results.set(closing.alert.alertId, 'later')
  }

  async #sendOne({ of, deal }: Item): Promise<void> {
    const { broker, clock } = this.#ports
    const before = of.stateOf(deal)
    if (clock.now() >= this.#until) return
    this.#stop ??= await this.#watch()
    if (this.#stop !== null) return of.know(deal, stoppedBy(this.#stop, closedOf(before)))
    const { position, dealId } = deal
    if (!position) {
      const sent = await attemptSend(() => broker.deleteOrder(this.#login, dealId))
      return of.know(deal, stateAfterSending(sent, null, closedOf(before)))
    }
    // If two exits in this run concern the same deal, the first exit closes it.
    const [first] = this.#closings.filter(({ deals }) => deals.some((each) => nameOf(each) === nameOf(deal)))
    if (first !== of) return of.know(deal, underWay(closedOf(before)))
    const own = this.#closings.map(({ alert }) => alert.alertId)
    const asked = { dealId, size: position.size, change: lastChangeOf(this.#ledger, dealId, own) }
    const closed = await closeListed(broker, this.#login, asked, this.#listed)
    if (closed.kind === 'sent')
      of.know(deal, stateAfterSending(closed.sent, closed.position.size, closedOf(before)))
    else of.know(deal, underWay(closedOf(before)))
  }

  async #confirmFew(): Promise<void> {
    const sent = this.#those('sent')
    if (sent.length >= limits.verdictsTogether) return this.#ports.clock.sleep(firstReadDelayMs)
    await Promise.all(
      sent.map(async ({ of, deal }) => {
        const verdict = await awaitConfirmation(this.#ports, this.#login, referenceOf(of.stateOf(deal)), {
          isFinal: confirmsClosing,
          until: this.#until,
        })
        of.know(deal, verdict ? stateAfterVerdict(verdict, deal, of.stateOf(deal)) : noVerdict)
      }),
    )
  }

  /**
   * Reads the lists, marks deals that they no longer show as closed, and adds deals that have appeared.
   * @returns what to send now, and whether to wait; null if the lists cannot be read
   */
  async #compareWithLists(): Promise<{ toSend: readonly Item[]; isWaiting: boolean } | null> {
    const lists = await this.#ports.broker.readAccount(this.#login).catch((error: unknown) => {
      if (error instanceof BrokerError && error.kind === 'allowance') this.#waitForRoom()
      return nullIfUnanswered(error)
    })
    if (!lists || !(await this.#followRolls(lists))) return null
    this.#hasRead = true
    this.#listed = positionsIn(lists)
    // The entries of reversals are decided with these lists.
    await this.#ports.store.saveAccountState(this.#account, lists)
    const toSend: Item[] = []
    let isWaiting = false
    for (const of of [...this.#closings]) {
      const found = of.compareWith(lists)
      if (this.#stop !== null) continue
      if (found.appeared.length > 0 && !(await this.#addAppeared(of, found.appeared))) continue
      toSend.push(...found.toSend.map((deal) => ({ of, deal })))
      isWaiting ||= found.isWaiting
    }
    return { toSend, isWaiting }
  }

  /** Follows rolls that may have happened while the exit waited. Returns false if the broker does not answer now. */
  async #followRolls(lists: AccountState): Promise<boolean> {
    if (!this.#mayHaveRolled) return true
    const followed = await followRolls(this.#ports, this.#login, this.#ledger, lists).catch(nullIfUnanswered)
    if (!followed) return false
    this.#mayHaveRolled = false
    this.#ledger = followed
    for (const closing of this.#closings) {
      const claim = storedClaim(followed, closing.claim)
      if (claim) closing.renamed(claim)
    }
    return true
  }

  /** Makes unsent closes wait until the request limit has room, because the lists must be read first. */
  #waitForRoom() {
    this.#hasNoRoom = true
    for (const { of, deal } of this.#those('untouched'))
      of.know(deal, { ...(of.stateOf(deal) as Extract<State, { kind: 'untouched' }>), waitsFor: 'room' })
  }

  async #addAppeared(closing: ClosingAlert, appeared: readonly Deal[]): Promise<boolean> {
    const change = { claim: closing.claim, intent: closing.intentWith(appeared) }
    const changed = await replaceIntents(this.#ports, this.#account, this.#ledger, [change])
    this.#ledger = changed.ledger
    const claim = changed.claims.get(closing.alert.alertId)
    // If the claim could not be replaced, another run has continued with this alert and closes the deals that appeared.
    if (claim) closing.add(claim, appeared)
    else this.#giveUp(closing)
    return claim !== undefined
  }

  /** Looks up what became of the sent closes: in the history if there are many, with confirms if there are few. */
  async #confirmSome(isListed: boolean): Promise<void> {
    const sent = this.#those('sent')
    // A working order that is in no list was deleted or filled.
    const vanished = this.#those('vanished')
    if (sent.length + vanished.length === 0 || !isListed) return
    this.#reads += 1
    const isMany = sent.length >= limits.verdictsTogether || vanished.length > 0
    if (this.#reads === 1 && isMany) await this.#askHistory([...sent, ...vanished])
    const few = this.#those('sent').slice(0, limits.verdictsTogether)
    for (const { of, deal } of few) {
      if (this.#ports.clock.now() >= this.#until) return
      const { broker } = this.#ports
      const verdict = await broker.confirm(this.#login, referenceOf(of.stateOf(deal))).catch(nullIfUnanswered)
      if (verdict && confirmsClosing(verdict))
        of.know(deal, stateAfterVerdict(verdict, deal, of.stateOf(deal)))
    }
    if (this.#reads >= maxReads) for (const { of, deal } of this.#those('sent')) of.know(deal, noVerdict)
  }

  async #askHistory(sent: readonly Item[]): Promise<void> {
    const from = Math.min(...sent.map(({ of }) => of.claim.claimedAt)) - limits.clockSkew
    const activity = await this.#ports.broker.readActivity(this.#login, from).catch(nullIfUnanswered)
    for (const { of, deal } of activity ? sent : []) {
      const state = of.stateOf(deal)
      const end = closingInHistory(activity ?? [], deal.dealId, referenceOf(state))
      if (end === 'closed') of.know(deal, { kind: 'done', isGone: deal.rest !== '0' })
      else if (end !== null) of.know(deal, rejectedState(end))
    }
  }
}

const firstReadDelayMs = 500

const referenceOf = (state: State) => (state.kind === 'sent' ? state.dealReference : '')
