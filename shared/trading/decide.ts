import type { InstrumentFields } from '../instrument.ts'
import { plain } from './decimal.ts'
import type { Decision } from './decision.ts'
import type { RuleName, TraceStep } from './outcome.ts'
import type { RuleResult } from './rule.ts'
import { alertAge } from './rules/alert-age.ts'
import { positionChange } from './rules/position-change.ts'
import { askFirst } from './rules/ask-first.ts'
import {
  closingPriceSanity,
  cooldown,
  dividendDate,
  instrument as knownInstrument,
  priceSanity,
} from './rules/instrument.ts'
import {
  atrKnown,
  type Distances,
  distances,
  marketOpen,
  type Sized,
  size,
  type Terms,
} from './rules/order.ts'
import {
  duplicate,
  openPositions,
  oppositePosition,
  positionsAndOrders,
  somethingToClose,
} from './rules/positions.ts'
import { credentials, mode, tradingNotPaused } from './rules/standing.ts'
import type { CloseRequest, OrderToPlace, SmallestFirst, Snapshot } from './snapshot.ts'
import { capitalised } from './words.ts'

export type { Decision } from './decision.ts'
export { describeClose, describeOrder, sentenceOf } from './sentence.ts'

/** Walks the rules in their order and stops at the first that refuses, or that must know more. */
export const decide = (snapshot: Snapshot): Decision => {
  const trace: TraceStep[] = []
  const rules = rulesFor(snapshot)
  let next = rules.next()
  while (!next.done) {
    const { rule, verdict } = next.value
    if (verdict.kind === 'unread') return { kind: 'incomplete', needs: verdict.needs, trace }
    const { actual, required, sentence } = verdict
    trace.push({ rule, passed: verdict.kind === 'passed', actual, required, sentence: capitalised(sentence) })
    if (verdict.kind === 'refused') {
      const { outcome, answerBy } = verdict
      return {
        kind: 'refuse',
        outcome,
        rule,
        sentence: `${capitalised(outcome.toLowerCase())}: ${sentence}`,
        trace,
        ...(answerBy === undefined ? {} : { answerBy }),
      }
    }
    next = rules.next(verdict.found)
  }
  return { ...next.value, trace }
}

type Action =
  | { readonly kind: 'place'; readonly order: OrderToPlace; readonly smallestFirst?: SmallestFirst }
  | { readonly kind: 'close'; readonly close: CloseRequest }

type Evaluated = { readonly rule: RuleName; readonly verdict: RuleResult<unknown> }

/** Hands a verdict to the loop over the rules, and goes on only if it passed, with what the rule found. */
function* check<Found>(rule: RuleName, verdict: RuleResult<Found>): Generator<Evaluated, Found, unknown> {
  return (yield { rule, verdict }) as Found
}

function* rulesFor(snapshot: Snapshot): Generator<Evaluated, Action, unknown> {
  const { action } = snapshot.alert
  yield* check('mode', mode(snapshot))
  yield* check('trading not paused', tradingNotPaused(snapshot))
  yield* check('credentials', credentials(snapshot))
  yield* check('alert age', alertAge(snapshot))
  const { change } = snapshot.alert
  if (change) yield* check('position change', positionChange(change))
  const instrument = yield* check('instrument', knownInstrument(snapshot))
  if (action === 'CLOSE') {
    yield* check('price sanity', closingPriceSanity(snapshot, instrument))
    return { kind: 'close', close: yield* whatToClose(snapshot, instrument) }
  }

  const { price, market } = yield* check('price sanity', priceSanity(snapshot, instrument))
  yield* check('cooldown', cooldown(snapshot))
  yield* check('dividend date', dividendDate(snapshot, instrument))
  yield* check('duplicate', duplicate(snapshot, instrument))
  yield* check('opposite position', oppositePosition(snapshot, instrument))
  yield* check('open positions', openPositions(snapshot))
  yield* check('positions and orders', positionsAndOrders(snapshot))
  const terms = { direction: action, price, market, instrument }
  const atr = yield* check('ATR known', atrKnown(snapshot, instrument))
  const sized = yield* check('size', size(snapshot, terms))
  const away = yield* check('stop and limit distance', distances(terms, sized, atr))
  yield* check('market open', marketOpen(snapshot, terms))
  const order = orderOf(snapshot, terms, sized, away)
  if (snapshot.settings.askFirst && !snapshot.isConfirmed)
    yield* check('ask first', askFirst(snapshot, order))
  const { smallestFirst } = snapshot
  return { kind: 'place', order, ...(smallestFirst ? { smallestFirst } : {}) }
}

function* whatToClose(
  snapshot: Snapshot,
  instrument: InstrumentFields,
): Generator<Evaluated, CloseRequest, unknown> {
  const verdict = somethingToClose(snapshot, instrument)
  // A close that has something to do is none of this rule's business: it lowers the count.
  return verdict.kind === 'passed' ? verdict.found : yield* check('open positions', verdict)
}

const orderOf = (
  { now, settings }: Snapshot,
  { direction, market }: Terms,
  { level, size }: Sized,
  { stop, profit }: Distances,
): OrderToPlace => ({
  type: settings.orderType,
  epic: market.epic,
  expiry: market.expiry,
  currencyCode: market.currencyCode,
  direction,
  size: plain(size),
  level: level && level.toFixed(market.decimalPlaces),
  stopDistance: plain(stop),
  limitDistance: plain(profit),
  goodTill: level && now + settings.maximumOrderAgeInMinutes * 60_000,
})
