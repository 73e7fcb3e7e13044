import { everyMarket } from '../alerts/alert-action.ts'
import type { Direction } from '../deals/dealing.schema.ts'
import type { InstrumentFields } from '../instruments/instrument.schema.ts'
import { plain } from './model/decimal.ts'
import type { Decision } from './decision.ts'
import type { Instant } from '../platform/units.ts'
import type { RuleName } from './model/outcome.schema.ts'
import type { RuleFacts, TraceStep } from './rules/trace.ts'
import { dealingQuote } from './model/market.ts'
import type { RuleResult } from './model/rule.ts'
import { alertAge } from './rules/alert-age.ts'
import { alertOrder, entryInTime, nothingOpenedSince } from './rules/alert-order.ts'
import { positionChange } from './rules/position-change.ts'
import { askFirst } from './rules/ask-first.ts'
import { toCancel, toClose, toReduce, toReverse, wayToReverse } from './rules/exits.ts'
import { inStep, type AlertInstruction } from './rules/in-step.ts'
import {
  closingPriceSanity,
  cooldown,
  dividendDate,
  instrument as knownInstrument,
  priceSanity,
} from './rules/instrument.ts'
import { atrKnown, type Distances, distances, marketOpen, type Terms } from './rules/order.ts'
import { type OrderSize, size } from './rules/size.ts'
import { duplicate, openPositions, oppositePosition, positionsAndOrders } from './rules/positions.ts'
import { credentials, exitsNotHeld, mode, tradingNotPaused } from './rules/account.ts'
import { margin } from './rules/margin.ts'
import { limitsOf, lossLimits, notTripped, openRisk } from './rules/limits.ts'
import { stopsToMove } from './rules/stops.ts'
import { rulesOf, strategyPaused, strategyPositions } from './rules/strategy.ts'
import type {
  AmendRequest,
  CloseRequest,
  Market,
  OrderToPlace,
  SmallestFirst,
  Snapshot,
} from './model/snapshot.ts'

export type { Decision } from './decision.ts'
export { describeAmend, describeClose, describeOrder } from './model/describe.ts'
export { sentenceOf } from './sentence.ts'

/** Evaluates the rules in order and stops at the first rule that refuses or needs more data. */
export const decide = (snapshot: Snapshot): Decision => {
  const trace: TraceStep[] = []
  const rules = rulesFor(snapshot)
  let next = rules.next()
  while (!next.done) {
    const { rule, verdict } = next.value
    if (verdict.kind === 'unread') return { kind: 'incomplete', needs: verdict.needs, trace }
    trace.push({ rule, passed: verdict.kind === 'passed', fact: verdict.fact } as TraceStep)
    if (verdict.kind === 'refused') {
      const { outcome, answerBy, order } = verdict
      return {
        kind: 'refuse',
        outcome,
        rule,
        trace,
        ...(answerBy === undefined ? {} : { answerBy }),
        ...(order === undefined ? {} : { order }),
      }
    }
    next = rules.next(verdict.found)
  }
  return { ...next.value, trace }
}

type Action =
  | {
      readonly kind: 'place'
      readonly order: OrderToPlace
      readonly smallestFirst?: SmallestFirst
      readonly tradingDay?: Instant
    }
  | { readonly kind: 'close'; readonly close: CloseRequest }
  | { readonly kind: 'amend'; readonly amend: AmendRequest }

type RuleEvaluation = { readonly rule: RuleName; readonly verdict: RuleResult<unknown, unknown> }

/**
 * Passes a rule's result to the loop over the rules. If the rule has passed, the loop resumes this function, which
 * returns the value that the rule found.
 */
function* check<Rule extends RuleName, Found>(
  rule: Rule,
  verdict: RuleResult<RuleFacts[Rule], Found>,
): Generator<RuleEvaluation, Found, unknown> {
  return (yield { rule, verdict }) as Found
}

type Rules<Found> = Generator<RuleEvaluation, Found, unknown>

function* rulesFor(snapshot: Snapshot): Rules<Action> {
  const { alert } = snapshot
  yield* check('mode', mode(snapshot))
  // A pause blocks entries. It blocks exits only if it is *Stop everything*. The entry of a reversal is checked once
  // the first part is closed.
  const opens = alert.action === 'BUY' || alert.action === 'SELL'
  if (opens) yield* notPaused(snapshot)
  yield* check('credentials', credentials(snapshot))
  yield* check('alert age', alertAge(snapshot))
  if (snapshot.newer) yield* check('alert order', alertOrder(snapshot, snapshot.newer))
  if (snapshot.heldAt !== undefined) yield* check('alert order', nothingOpenedSince(snapshot))
  if (!opens && snapshot.settings.stoppedSince !== null)
    yield* check('trading not paused', exitsNotHeld(snapshot))
  const { change } = alert
  if (change) yield* check('position change', positionChange(change, alert.percent))
  if (alert.action === 'CLOSE_ALL')
    return {
      kind: 'close',
      close: yield* check('something to leave', toClose(snapshot, everyMarket, { only: null })),
    }
  const instrument = yield* check('instrument', knownInstrument(snapshot))
  const meaning = change
    ? yield* check('in step', inStep(snapshot, instrument, change))
    : yield* meantByAction(snapshot, instrument)
  switch (meaning.kind) {
    case 'close':
      yield* check('price sanity', closingPriceSanity(snapshot, instrument))
      return {
        kind: 'close',
        close: yield* check('something to leave', toClose(snapshot, instrument.igEpic, meaning)),
      }
    case 'reduce':
      return {
        kind: 'close',
        close: yield* check('something to leave', toReduce(snapshot, instrument, meaning.percent)),
      }
    case 'cancel':
      return {
        kind: 'close',
        close: yield* check('something to leave', toCancel(snapshot, instrument.igEpic)),
      }
    case 'amend':
      return { kind: 'amend', amend: yield* check('stop to move', stopsToMove(snapshot, instrument)) }
    case 'enter':
      if (meaning.closeFirst) {
        const close = yield* check('something to leave', toReverse(snapshot, instrument, meaning.direction))
        return { kind: 'close', close }
      }
      if (snapshot.heldAt !== undefined) yield* check('alert order', entryInTime(snapshot))
      // A reversal's entry is always as old as its alert is now. Only the reversal's exit keeps the age that it had
      // before it waited.
      const age = alertAge({ ...snapshot, takenAt: undefined, waitsSince: undefined })
      if (snapshot.waitsSince !== undefined || age.kind !== 'passed') yield* check('alert age', age)
      if (!opens) yield* notPaused(snapshot)
      return yield* entering(snapshot, instrument, meaning.direction)
  }
}

function* notPaused(snapshot: Snapshot): Rules<void> {
  const { alert, settings } = snapshot
  yield* check('trading not paused', tradingNotPaused(snapshot))
  if (settings.strategies[alert.strategy ?? '']) yield* check('strategy paused', strategyPaused(snapshot))
  if (settings.lossLimits || limitsOf(snapshot).length > 0)
    yield* check('no limit reached', notTripped(snapshot))
}

/** Finds out from the action what an alert means if the alert does not report its strategy's position. */
function* meantByAction(
  snapshot: Snapshot,
  instrument: InstrumentFields,
): Rules<AlertInstruction | { readonly kind: 'cancel' | 'amend' }> {
  const { alert, sameTime } = snapshot
  const { action, percent = '0', isFlat } = alert
  switch (action) {
    case 'BUY':
    case 'SELL':
      return { kind: 'enter', direction: action, closeFirst: false }
    case 'REVERSE': {
      const { direction, isClosed } = yield* check('something to leave', wayToReverse(snapshot, instrument))
      return { kind: 'enter', direction, closeFirst: !isClosed }
    }
    case 'REDUCE':
      return { kind: 'reduce', percent }
    case 'CANCEL':
      return { kind: 'cancel' }
    case 'STOP':
    case 'TRAIL':
      return { kind: 'amend' }
    case 'CLOSE':
    case 'CLOSE_ALL':
      return { kind: 'close', only: null, ...(isFlat && sameTime ? { keeps: sameTime.opened } : {}) }
  }
}

function* entering(snapshot: Snapshot, instrument: InstrumentFields, direction: Direction): Rules<Action> {
  const { price, market } = yield* check('price sanity', priceSanity(snapshot, instrument))
  yield* check('cooldown', cooldown(snapshot))
  yield* check('dividend date', dividendDate(snapshot, instrument))
  const active = limitsOf(snapshot)
  if (active.length > 0) yield* check('loss limits', lossLimits(snapshot, active))
  yield* check('duplicate', duplicate(snapshot, instrument, direction))
  if (!snapshot.alert.change)
    yield* check('opposite position', oppositePosition(snapshot, instrument, direction))
  yield* check('open positions', openPositions(snapshot))
  yield* check('positions and orders', positionsAndOrders(snapshot))
  const own = rulesOf(snapshot)
  if (own.maximumPositions !== null) yield* check('strategy positions', strategyPositions(snapshot))
  const terms = { direction, price, market, instrument }
  const atr = yield* check('ATR known', atrKnown(snapshot, instrument))
  const sized = yield* check('size', size(snapshot, terms, atr))
  const away = yield* check('stop and limit distance', distances(terms, sized, atr))
  yield* check('market open', marketOpen(snapshot, terms))
  const atStake = snapshot.settings.lossLimits?.openRisk
  const risk = atStake ? yield* check('open risk', openRisk(snapshot, atStake, terms, { sized, away })) : null
  const taken = yield* check('margin', margin(snapshot, terms, sized))
  const order = {
    ...orderOf(snapshot, terms, sized, away),
    ...(risk === null ? {} : { risk }),
    ...(taken === null ? {} : { margin: taken }),
  }
  const asks = snapshot.settings.askFirst || own.askFirst || snapshot.proposedBy !== undefined
  if (asks && !snapshot.isConfirmed) yield* check('ask first', askFirst(snapshot, order))
  const { smallestFirst, limits } = snapshot
  const isCounted = limits && active.some(({ limit }) => limit === 'tradesToday')
  return {
    kind: 'place',
    order,
    ...(smallestFirst ? { smallestFirst } : {}),
    ...(isCounted ? { tradingDay: limits.watch.dayStart } : {}),
  }
}

const orderOf = (
  { now, settings }: Snapshot,
  { direction, price, market }: Terms,
  { level, size }: OrderSize,
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
  seen: { price: plain(price), quote: quoteOf(market, direction) },
})

const quoteOf = (market: Market, direction: Direction) => {
  const quote = dealingQuote(market, direction)
  return quote && plain(quote)
}
