import { brokerName } from '../model/broker-name.ts'
import type { Direction } from '../../deals/dealing.schema.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import {
  directionOf,
  opposite,
  percentOff,
  type PositionChange,
  positionInWords,
  type StrategyPosition,
} from '../../alerts/position-change.ts'
import { passedWith, refused, unread, type InWords, type RuleResult } from '../model/rule.ts'
import type { AccountState, FollowedPosition, Snapshot } from '../model/snapshot.ts'
import type { Decimal } from '../../platform/units.ts'
import { instantInText } from '../../platform/words.ts'
import {
  type Holdings,
  type HoldingCounts,
  countOf,
  countsInWords,
  countsOf,
  ownOn,
  type Side,
  sideOf,
  withDirection,
  withNames,
} from './holdings.ts'
import { rulesOf } from './strategy.ts'

/** What an alert must do, given its strategy's positions. */
export type AlertInstruction =
  /**
   * @property closeFirst whether the strategy's opposite positions must provably be closed before the order is decided
   */
  | { readonly kind: 'enter'; readonly direction: Direction; readonly closeFirst: boolean }
  /**
   * @property only the direction of the positions to close; null for both @property keeps deals that stay open, by deal
   * ID or our reference @property opensNothing whether this is a reversal that opens nothing @property isUnclear
   * whether the strategy's position is unknown
   */
  | {
      readonly kind: 'close'
      readonly only: Direction | null
      readonly keeps?: readonly string[]
      readonly opensNothing?: boolean
      readonly isUnclear?: boolean
    }
  | { readonly kind: 'reduce'; readonly percent: Decimal }

/**
 * The strategy's previous position according to its report (`from`, `size`), and the direction of its positions at the
 * broker (`side`). `over`: alerts with the same time lead to another position. `unclear`: alerts with the same time
 * contradict one another. `part unclear`: the strategy also entered at the same time.
 */
type InStepFact = {
  readonly from: StrategyPosition
  readonly size: Decimal | null
  readonly side: Side
} & (
  | { readonly kind: 'in step' | 'leg closed' | 'unclear' | 'part unclear' }
  | { readonly kind: 'over'; readonly to: StrategyPosition; readonly end: StrategyPosition | null }
  /** @property next the position that the entry must lead to at the broker; null unless `outOfStep` is FOLLOW */
  | {
      readonly kind: 'out of step'
      readonly held: HoldingCounts
      readonly last: Pick<FollowedPosition, 'position' | 'at'> | null
      readonly next: Pick<FollowedPosition, 'position' | 'size'> | null
    }
)

/**
 * Compares the strategy's reported previous position with its positions at the broker. An exit always passes. If the
 * positions differ, the user's setting decides whether an entry passes, is refused, or leads to the strategy's current
 * position. An entry passes only if the alerts with the same time lead to its position.
 */
export const inStep = (
  snapshot: Snapshot,
  { igEpic }: InstrumentFields,
  change: PositionChange,
): RuleResult<InStepFact, AlertInstruction> => {
  const { account, alert, closedLeg, followed, sameTime } = snapshot
  const { kind, from, to } = change
  const isExit = kind === 'close' || kind === 'reduce'
  if (!account) return unread(isExit ? 'freshAccount' : 'account')
  const own = ownOn(account, alert, igEpic)
  const held = isExit ? own : withoutLeaving(own, account, to)
  const seen = { from, size: change.sizeBefore, side: sideOf(held) }
  if (closedLeg) {
    const fact = { ...seen, kind: 'leg closed' } as const
    return snapshot.isOvertaken ? refused(fact) : passedWith(enter(closedLeg.direction, false), fact)
  }
  if (kind === 'reduce' && sameTime?.entered.includes(from)) return refused({ ...seen, kind: 'part unclear' })
  const isSame = seen.side === from && !differsInSize(change, followed)
  const { outOfStep } = rulesOf(snapshot)
  const follows = outOfStep === 'FOLLOW' && !isExit
  const fact: InStepFact = isSame
    ? { ...seen, kind: 'in step' }
    : {
        ...seen,
        kind: 'out of step',
        held: countsOf(held),
        last: followed ? { position: followed.position, at: followed.at } : null,
        next: follows ? { position: to, size: change.sizeAfter } : null,
      }
  const direction = directionOf(to)
  if (isExit || !direction) return passedWith(exiting(change, snapshot), fact)
  const elsewhere = endsElsewhere(change, snapshot)
  if (elsewhere) {
    const left = kind === 'reverse' ? directionOf(from) : null
    const keeps = sameTime?.end === from ? sameTime.reentered : []
    return left && countOf(withDirection(held, left)) > 0
      ? passedWith({ kind: 'close', only: left, keeps, opensNothing: true }, { ...seen, ...elsewhere })
      : refused({ ...seen, ...elsewhere })
  }
  if (isSame || outOfStep === 'WARN')
    return passedWith(enter(direction, countOf(withDirection(held, opposite(direction))) > 0), fact)
  const next = follows ? leadingTo(change, held, snapshot) : null
  return next ? passedWith(next, fact) : refused(fact)
}

const toCheck = 'check the strategy’s position in TradingView'

export const inStepInWords: InWords<InStepFact> = (fact, hasPassed) => {
  const stood = positionInWords(fact.from, fact.size)
  const actual = `TradingView: ${stood}, ${brokerName}: ${fact.side}`
  const saying = (sentence: string, required = 'the same on both sides') => ({ actual, required, sentence })
  switch (fact.kind) {
    case 'in step':
      return saying(`TradingView and ${brokerName} agree: ${stood}`)
    case 'out of step': {
      const { held, last, next } = fact
      const since = last ? `; last in sync at ${instantInText(last.at)} (${last.position})` : ''
      const matching = next ? `; matching the strategy: ${positionInWords(next.position, next.size)}` : ''
      const why = next
        ? `, which ${brokerName} already holds`
        : '. Your rules refuse entries while they disagree'
      return saying(
        `out of sync: TradingView had ${stood} before this alert, ${brokerName} has ${countsInWords(held)}${since}${matching}${hasPassed ? '' : why}`,
      )
    }
    case 'leg closed':
      return saying(
        hasPassed
          ? 'the strategy’s opposite position is closed'
          : 'a later alert from the strategy arrived before this one could open in the opposite direction',
      )
    case 'over':
      return saying(
        `the strategy’s other alerts of the same time lead to ${fact.end}, so this entry is already over`,
        `alerts of one time that lead to ${fact.to}`,
      )
    case 'unclear':
      return saying(
        `the strategy’s alerts of the same time don’t fit together, so it’s not known where it is now. An alert may be missing. Nothing is opened: ${toCheck}`,
        'alerts of one time that lead from one position to the next',
      )
    case 'part unclear':
      return saying(
        `the strategy also entered at the same time, so it’s not known which position this reduces. Nothing is closed: ${toCheck}`,
      )
  }
}

/** Whether this rule refused an entry because the broker already holds the position that the entry leads to. */
export const followsWhatIsHeld = (snapshot: Snapshot): boolean => {
  const { alert, closedLeg } = snapshot
  const isFollowing = rulesOf(snapshot).outOfStep === 'FOLLOW' && closedLeg === undefined
  return isFollowing && alert.change !== undefined && !endsElsewhere(alert.change, snapshot)
}

/**
 * Whether the size before this alert, as the strategy reports it, differs from the size of the strategy's last executed
 * alert.
 */
const differsInSize = ({ from, sizeBefore }: PositionChange, followed: FollowedPosition | undefined) =>
  followed !== undefined &&
  followed.position === from &&
  from !== 'flat' &&
  followed.size !== null &&
  sizeBefore !== null &&
  Number(followed.size) !== Number(sizeBefore)

const enter = (direction: Direction, closeFirst: boolean): AlertInstruction => ({
  kind: 'enter',
  direction,
  closeFirst,
})

/**
 * Leaves out deals in the entry's direction that other exits are already closing. The entry closes opposite deals in
 * any case.
 */
const withoutLeaving = (own: Holdings, { leaving = [] }: AccountState, to: StrategyPosition): Holdings => {
  const direction = directionOf(to)
  if (!direction || leaving.length === 0) return own
  const stays = withNames(withDirection(own, direction), leaving, true)
  const against = withDirection(own, opposite(direction))
  return {
    positions: [...stays.positions, ...against.positions],
    workingOrders: [...stays.workingOrders, ...against.workingOrders],
    inFlight: [...stays.inFlight, ...against.inFlight],
  }
}

/**
 * Returns why an entry has no effect: the alerts with the same time lead to another position, or contradict one
 * another. Returns null if neither is the case.
 */
const endsElsewhere = ({ to }: PositionChange, { sameTime }: Snapshot) => {
  if (!sameTime || (sameTime.isPath && sameTime.end === to)) return null
  return sameTime.isPath ? { kind: 'over' as const, to, end: sameTime.end } : { kind: 'unclear' as const }
}

/**
 * Finds out what an exit closes. This is its strategy's whole position, unless alerts with the same time led to another
 * position.
 */
const exiting = (change: PositionChange, snapshot: Snapshot): AlertInstruction => {
  const { kind, from } = change
  const { sameTime, alert, followed } = snapshot
  const { outOfStep } = rulesOf(snapshot)
  const side = directionOf(from)
  if (kind === 'reduce') {
    const known = outOfStep === 'FOLLOW' ? fromFollowed(change, followed) : null
    return { kind: 'reduce', percent: known ?? alert.percent ?? '0' }
  }
  // The strategy entered again in the same direction after this exit, but the alert of that entry arrived first. The
  // position that it opened stays open.
  if (sameTime && sameTime.end === from) return { kind: 'close', only: side, keeps: sameTime.reentered }
  const isElsewhere = sameTime !== undefined && sameTime.end !== null && sameTime.end !== 'flat'
  // An exit to flat closes all positions of its strategy, including those that a refused reversal left in the other
  // direction.
  const closesAll = alert.strategy !== undefined || outOfStep === 'FOLLOW'
  const only = closesAll && !isElsewhere ? null : side
  // It is unknown which alert came last, so positions that were entered at the same time stay open. A later alert with
  // that time may close them.
  const keeps = sameTime && sameTime.end === null ? { keeps: sameTime.opened } : {}
  const isUnclear = sameTime && !sameTime.isPath ? { isUnclear: true } : {}
  return { kind: 'close', only, ...keeps, ...isUnclear }
}

/** The instruction that makes the open positions match the strategy's position; null if there is nothing to do. */
const leadingTo = (change: PositionChange, held: Holdings, snapshot: Snapshot): AlertInstruction | null => {
  const direction = directionOf(change.to)
  if (!direction) return { kind: 'close', only: null }
  if (countOf(withDirection(held, opposite(direction))) > 0) return enter(direction, true)
  if (countOf(held) === 0) return enter(direction, false)
  const { followed } = snapshot
  const percent = fromFollowed(change, followed)
  if (percent !== null) return { kind: 'reduce', percent }
  const isLarger =
    followed?.position === change.to &&
    followed.size !== null &&
    change.sizeAfter !== null &&
    Number(change.sizeAfter) > Number(followed.size)
  return isLarger ? enter(direction, false) : null
}

/**
 * The percentage by which the open positions must shrink to the size after the alert; null if they need not shrink, or
 * if it is unknown which size TradingView reported for them.
 */
const fromFollowed = (
  { to, sizeAfter }: PositionChange,
  followed: FollowedPosition | undefined,
): Decimal | null => (followed?.position === to ? percentOff(followed.size, sizeAfter) : null)
