import { brokerName } from '../model/broker-name.ts'
import type { Direction } from '../../deals/dealing.schema.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import {
  directionOf,
  opposite,
  percentOff,
  type PositionChange,
  positionInWords,
} from '../../alerts/position-change.ts'
import { passedWith, refused, unread, type RuleResult } from '../model/rule.ts'
import type { FollowedPosition, Snapshot } from '../model/snapshot.ts'
import type { Decimal } from '../../platform/units.ts'
import { instantInText } from '../../platform/words.ts'
import { type Holdings, countOf, holdingsInWords, ownOn, sideOf, withDirection } from './holdings.ts'
import { rulesOf } from './strategy.ts'

/** What an alert comes to, once it is known what its strategy holds. */
export type Meaning =
  /** @property closeFirst of its own, against the direction: closed and proved to be, before the order is decided */
  | { readonly kind: 'enter'; readonly direction: Direction; readonly closeFirst: boolean }
  /** @property only positions of this direction; null: of both @property keepNewest what a later entry opened stays */
  | { readonly kind: 'close'; readonly only: Direction | null; readonly keepNewest?: boolean }
  | { readonly kind: 'reduce'; readonly percent: Decimal }

/**
 * Compares where the strategy stood by its own word with what it applies at the broker. An exit always passes. If they
 * differ, an entry is let pass, refused, or made to lead to the position that the strategy has now, as the user has set.
 */
export const inStep = (
  snapshot: Snapshot,
  { igEpic }: InstrumentFields,
  change: PositionChange,
): RuleResult<Meaning> => {
  const { account, alert, closedLeg, followed } = snapshot
  const { kind, from, to } = change
  const isExit = kind === 'close' || kind === 'reduce'
  if (!account) return unread(isExit ? 'freshAccount' : 'account')
  const held = ownOn(account, alert, igEpic)
  const side = sideOf(held)
  const same = side === from && !differsInSize(change, followed)
  const { outOfStep } = rulesOf(snapshot)
  const actual = `TradingView: ${positionInWords(from, change.sizeBefore)}, ${brokerName}: ${side}`
  const required = 'the same on both sides'
  const since =
    followed && !same ? `; last in sync at ${instantInText(followed.at)} (${followed.position})` : ''
  const words = {
    actual,
    required,
    sentence: same
      ? `TradingView and ${brokerName} agree: ${positionInWords(from, change.sizeBefore)}`
      : `out of sync: TradingView had ${positionInWords(from, change.sizeBefore)} before this alert, ${brokerName} has ${holdingsInWords(held)}${since}`,
  }
  if (closedLeg)
    return snapshot.isOvertaken
      ? refused({
          ...words,
          sentence:
            'a later alert from the strategy arrived before this one could open in the opposite direction',
        })
      : passedWith(enter(closedLeg.direction, false), {
          ...words,
          sentence: 'the strategy’s opposite position is closed',
        })
  if (isExit || same || outOfStep === 'WARN') return passedWith(meantBy(change, held, snapshot), words)
  if (outOfStep === 'REFUSE')
    return refused({
      ...words,
      sentence: `${words.sentence}. Your rules refuse entries while they disagree`,
    })
  const next = leadingTo(change, held, snapshot)
  const sentence = `${words.sentence}; matching the strategy: ${positionInWords(to, change.sizeAfter)}`
  return next
    ? passedWith(next, { ...words, sentence })
    : refused({ ...words, sentence: `${sentence}, which ${brokerName} already holds` })
}

/** Whether the strategy's last word that was carried out was of another size than it says it had. */
const differsInSize = ({ from, sizeBefore }: PositionChange, followed: FollowedPosition | undefined) =>
  followed !== undefined &&
  followed.position === from &&
  from !== 'flat' &&
  followed.size !== null &&
  sizeBefore !== null &&
  Number(followed.size) !== Number(sizeBefore)

const enter = (direction: Direction, closeFirst: boolean): Meaning => ({
  kind: 'enter',
  direction,
  closeFirst,
})

/** What the change says on its own; of its own position against the direction an entry leaves nothing. */
const meantBy = (change: PositionChange, held: Holdings, snapshot: Snapshot): Meaning => {
  const { kind, from, to } = change
  const { outOfStep } = rulesOf(snapshot)
  const direction = directionOf(to)
  if (kind === 'close' || !direction) {
    if (isBehindReentry(change, snapshot)) return { kind: 'close', only: directionOf(from), keepNewest: true }
    // An exit to flat closes everything that its strategy owns, also what a refused reversal left on the other side.
    const closesAll = snapshot.alert.strategy !== undefined || outOfStep === 'FOLLOW'
    return { kind: 'close', only: closesAll && !isOvertaken(change, snapshot) ? null : directionOf(from) }
  }
  if (kind === 'reduce') {
    const percent = snapshot.alert.percent ?? '0'
    const known = outOfStep === 'FOLLOW' ? fromFollowed(change, snapshot.followed) : null
    return { kind: 'reduce', percent: known ?? percent }
  }
  return enter(direction, countOf(withDirection(held, opposite(direction))) > 0)
}

/** An exit of the same bar that arrives behind the entry that came after it: what that opened is none of its business. */
export const isOvertaken = (
  { from }: Pick<PositionChange, 'from'>,
  { alert, followed }: Pick<Snapshot, 'alert' | 'followed'>,
): boolean =>
  followed !== undefined &&
  followed.position !== from &&
  alert.firedAt !== null &&
  followed.firedAt !== null &&
  alert.firedAt <= followed.firedAt

/**
 * An exit that arrives behind the entry on the same side that followed it at TradingView (one bar, same time). The entry came
 * while our last word from the strategy was still the position that this exit ends: so the exit belongs before it.
 */
export const isBehindReentry = (
  { from }: Pick<PositionChange, 'from'>,
  { alert, said }: Pick<Snapshot, 'alert' | 'said'>,
): boolean =>
  said !== undefined &&
  said.position === from &&
  said.was === from &&
  alert.firedAt !== null &&
  said.firedAt !== null &&
  alert.firedAt <= said.firedAt

/** The way from what is held to where the strategy is now; null if nothing is missing. */
const leadingTo = (change: PositionChange, held: Holdings, snapshot: Snapshot): Meaning | null => {
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

/** By how much what is held is to become smaller, if it is known to which of the strategy's sizes it corresponds. */
const fromFollowed = (
  { to, sizeAfter }: PositionChange,
  followed: FollowedPosition | undefined,
): Decimal | null => (followed?.position === to ? percentOff(followed.size, sizeAfter) : null)
