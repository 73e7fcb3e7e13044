import { takeTurns } from '../../../../shared/platform/take-turns.ts'
import type { Instant } from '../../../../shared/platform/units.ts'

/** Something that happened at a time. Only what has the same key can be the same. */
export type Timed<Item> = {
  readonly item: Item
  readonly key: string
  readonly at: Instant
  /** Decides between what has the same key and time, so that the order in which items are given makes no difference. */
  readonly order: string
}

/** Milliseconds that sending and arrival may be apart: a resend comes after 15 seconds at the latest, and clocks differ. */
export const maxApart = 30_000

/** An item within the line of those with its key, by time. */
type Place<Sent, Arrived> = {
  readonly at: Instant
  readonly sent?: Timed<Sent>
  readonly arrived?: Timed<Arrived>
  before: Place<Sent, Arrived> | undefined
  after: Place<Sent, Arrived> | undefined
  isPaired: boolean
}

/**
 * Pairs what was sent with what arrived: each at most once, the nearest times first. The nearest of all pairs are always
 * neighbours in time, and new neighbours are never nearer than those that were taken out between them. So one pass over the
 * milliseconds of distance is enough, and the work grows with the number of items only.
 */
export const pairNearest = async <Sent, Arrived>(
  sent: readonly Timed<Sent>[],
  arrived: readonly Timed<Arrived>[],
): Promise<ReadonlyMap<Sent, Arrived>> => {
  type Pair = readonly [Place<Sent, Arrived>, Place<Sent, Arrived>]
  const turn = takeTurns()
  const byDistance: Pair[][] = []
  const note = (one: Place<Sent, Arrived> | undefined, other: Place<Sent, Arrived> | undefined) => {
    if (!one || !other || (one.sent === undefined) === (other.sent === undefined)) return
    const distance = Math.ceil(other.at - one.at)
    if (distance <= maxApart) (byDistance[distance] ??= []).push([one, other])
  }
  for (const line of await linesOf(sent, arrived, turn)) {
    line.forEach((place, index) => {
      place.before = line[index - 1]
      place.after = line[index + 1]
      note(place.before, place)
    })
    await turn()
  }
  const pairs = new Map<Sent, Arrived>()
  for (let distance = 0; distance <= maxApart; distance += 1)
    // While it is gone through, pairs of the same distance are added.
    for (const [one, other] of byDistance[distance] ?? []) {
      await turn()
      if (one.isPaired || other.isPaired) continue
      one.isPaired = true
      other.isPaired = true
      const message = one.sent ?? other.sent
      const alert = one.arrived ?? other.arrived
      if (message && alert) pairs.set(message.item, alert.item)
      if (one.before) one.before.after = other.after
      if (other.after) other.after.before = one.before
      note(one.before, other.after)
    }
  return pairs
}

/** What has the same key, by time. */
const linesOf = async <Sent, Arrived>(
  sent: readonly Timed<Sent>[],
  arrived: readonly Timed<Arrived>[],
  turn: () => Promise<void>,
): Promise<readonly Place<Sent, Arrived>[][]> => {
  const lines = new Map<string, Place<Sent, Arrived>[]>()
  const add = async (timed: Timed<unknown>, place: Pick<Place<Sent, Arrived>, 'sent' | 'arrived'>) => {
    const line = lines.get(timed.key) ?? []
    lines.set(timed.key, line)
    line.push({ ...place, at: timed.at, before: undefined, after: undefined, isPaired: false })
    await turn()
  }
  for (const each of sent) await add(each, { sent: each })
  for (const each of arrived) await add(each, { arrived: each })
  for (const line of lines.values()) {
    line.sort(byTime)
    await turn()
  }
  return [...lines.values()]
}

const byTime = <Sent, Arrived>(one: Place<Sent, Arrived>, other: Place<Sent, Arrived>) =>
  one.at - other.at ||
  // What was sent in the millisecond of an arrival was sent before.
  Number(one.sent === undefined) - Number(other.sent === undefined) ||
  compareTexts(orderOf(one), orderOf(other))

/** Compares code units, which gives the same order on every machine. */
export const compareTexts = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const orderOf = <Sent, Arrived>({ sent, arrived }: Place<Sent, Arrived>) => (sent ?? arrived)?.order ?? ''
