import { limits } from '../../../functions/trading/ports/limits.ts'
import type { AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import { type Evidence, isOfTwo, lookbackMs, openerOf, recordedAt } from './evidence.ts'

/** Compares the numbers that users read with the broker’s book. */

const numberOf = (words: string) => Number(words.replaceAll(',', ''))

/** What an outcome says is left of a deal is what the broker's book says. */
export const wrongSizes = (seen: Evidence): string[] => {
  const { world, alerts } = seen
  return alerts.flatMap((record) => {
    const { alertId, outcome } = record
    if (!outcome || isOfTwo(world, alertId)) return []
    const at = recordedAt(world, record)
    return [
      ...outcome.sentence.matchAll(
        /(\w+) \((?:(?:BUY|SELL) )?([\d.,]+)(?:, ([\d.,]+) still open| still open)?\)/g,
      ),
    ].flatMap(([, dealId = '', size = '', left = size]) => {
      const { broker } = world
      const hasEnded = broker.stood.some((item) => item.dealId === dealId && item.until <= at)
      const cuts = broker.cuts.filter((cut) => cut.dealId === dealId && cut.at <= at - lookbackMs)
      const late = broker.cuts.some((cut) => cut.dealId === dealId && Math.abs(cut.at - at) < lookbackMs)
      const opened = Number(openerOf(seen, dealId)?.deal.order.size ?? Number.NaN)
      const truth = cuts.at(-1)?.left ?? opened
      const stated = Number(left.replaceAll(',', ''))
      return hasEnded || late || Number.isNaN(truth) || Math.abs(truth - stated) < 0.011
        ? []
        : [`words: ${alertId} says ${stated} of ${dealId} is open, it is ${truth}`]
    })
  })
}

/** What an outcome says was ordered, filled, closed, moved or counted is what the broker's book says. */
export const wrongSums = (seen: Evidence): string[] =>
  seen.alerts.flatMap((record) => {
    const { alertId, outcome } = record
    if (!outcome || isOfTwo(seen.world, alertId)) return []
    return [wrongOrder, wrongCloses, wrongStops, wrongCounts].flatMap((wrongWith) =>
      wrongWith(seen, record, outcome.sentence).map((what) => `words: ${alertId} says ${what}`),
    )
  })

type Wrong = (seen: Evidence, record: AlertRecord, sentence: string) => string[]

const orderWords =
  /^Placed: (Buy|Sell) ([\d.,]+)(?: \(of [\d.,]+\))? (\S+) (?:at the market|at ([\d.,]+) or better), stop ([\d.,]+) points, limit ([\d.,]+) points(?:.*, filled at (\d[\d,]*(?:\.\d+)?))?/

const wrongOrder: Wrong = ({ world, dealsOf }, { alert, outcome }, sentence) => {
  const stated = orderWords.exec(sentence)
  const made = world.broker.deals.find(({ dealId }) => dealId === outcome?.dealIds?.[0])
  if (!stated || !made || dealsOf.size === 0) return []
  const [, direction = '', size = '', market = '', level, stop = '', limit = '', filled] = stated
  const { order } = made
  const opened = world.broker.book.state.accounts[made.login.accountId]?.activity.find(
    ({ dealId, actions }) =>
      dealId === made.dealId && actions.some(({ actionType }) => actionType === 'POSITION_OPENED'),
  )
  const isSame = (words: string | undefined, truth: string | number | null | undefined) =>
    words === undefined || truth == null || Math.abs(numberOf(words) - Number(truth)) < 1e-6
  return [
    ...(direction.toUpperCase() === order.direction ? [] : [`it is a ${direction}`]),
    ...(market === alert.market ? [] : [`it is on ${market}, it is on ${alert.market}`]),
    ...(isSame(size, order.size) ? [] : [`its size is ${size}, it is ${order.size}`]),
    ...(isSame(level, order.level) ? [] : [`its level is ${level}, it is ${order.level}`]),
    ...(isSame(stop, order.stopDistance) ? [] : [`its stop is ${stop}, it is ${order.stopDistance}`]),
    ...(isSame(limit, order.limitDistance) ? [] : [`its limit is ${limit}, it is ${order.limitDistance}`]),
    ...(isSame(filled, opened?.level) ? [] : [`it was filled at ${filled}, it was at ${opened?.level}`]),
  ]
}

/** How many deals a sentence says were ended: `Closed 2 deals and deleted 1 working order on …`. Null: it says nothing of that. */
export const endedIn = (sentence: string): number | null => {
  const [what] = /^(?:Closed|Cancelled|Deleted) .*? on /.exec(sentence) ?? []
  if (what === undefined) return null
  return [...what.matchAll(/(\d+) (?:deal|working order)/g)].reduce((sum, [, each]) => sum + Number(each), 0)
}

const wrongCloses: Wrong = ({ world }, record, sentence) => {
  const count = endedIn(sentence)
  const { dealIds = [], rests = {} } = record.outcome ?? {}
  if (count === null) return []
  const at = recordedAt(world, record)
  const open = dealIds.filter(
    (dealId) =>
      rests[dealId] === undefined &&
      world.broker.stood.some((item) => item.dealId === dealId && item.until > at),
  )
  return [
    ...(count === dealIds.length ? [] : [`${count} deals, it names ${dealIds.length}`]),
    ...(open.length === 0 ? [] : [`${open.join(', ')} is closed, and it is open`]),
  ]
}

const wrongStops: Wrong = ({ world }, { outcome }, sentence) => {
  const stated = /^Moved the stop of (\d+) positions? on \S+ to (.+?)(?:, trailing.*)?$/.exec(sentence)
  if (!stated) return []
  const [, count = '', levels = ''] = stated
  const { dealIds = [] } = outcome ?? {}
  // A look-up may find that another alert of the same kind has moved the stop to where this one wanted it.
  const sent = world.broker.wire.filter(({ kind, name }) => kind === 'stop' && dealIds.includes(name))
  const moved = new Set(sent.map(({ stop }) => Number(stop?.stopLevel)))
  const isSent = levels.split(/, | and /).every((level) => moved.has(numberOf(level)))
  return [
    ...(Number(count) === dealIds.length ? [] : [`${count} stops, it names ${dealIds.length}`]),
    ...(isSent ? [] : [`the stop is at ${levels}, it was sent to ${[...moved].join(', ')}`]),
  ]
}

/** What a rule counts may have ended this long ago, in milliseconds: the list of orders may be old, and the decision takes time. */
const counting = limits.comparedOrdersAge + limits.decisionHolds

/** In a calm world: "3 positions open and 1 order being placed; your limit is 3". */
const wrongCounts: Wrong = ({ world, alerts }, record, sentence) => {
  const stated = /^Refused: (?:open positions|positions and orders) — (.+); your limit is \d+/.exec(
    sentence,
  )?.[1]
  if (!world.calm || stated === undefined) return []
  const count = [...stated.matchAll(/(\d+) (?:position|working order|order)/g)].reduce(
    (sum, [, each = '']) => sum + Number(each),
    0,
  )
  const at = recordedAt(world, record)
  const here = world.broker.stood.filter(({ accountId }) => accountId === record.captured.accountId)
  // A working order without a verdict may also be listed: the list does not say whose it is.
  const orders = alerts.filter((other) => other.acceptedAt < at && other.outcome?.order)
  const unconfirmed = orders.filter((other) => recordedAt(world, other) > at).length
  // A late verdict is newer than the lists, which may therefore lack an order that has ended since.
  const justConfirmed = orders.filter((other) => recordedAt(world, other) > at - counting)
  const open = new Set([
    ...here.flatMap(({ dealId, from, until }) => (from <= at && until >= at - counting ? dealId : [])),
    ...justConfirmed.flatMap(({ outcome }) => outcome?.dealIds ?? []),
  ])
  const all = open.size + unconfirmed
  return count <= all ? [] : [`${count} are open or on their way, of at most ${all}`]
}
