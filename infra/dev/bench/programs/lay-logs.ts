import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { LogFilter, LogType } from '../../../../shared/logs/log.schema.ts'
import {
  type Head,
  type Item,
  markEvery,
  markItem,
  nextItem,
  pointersTo,
} from '../../../../functions/logs/log-items.ts'
import { dynamo, tableName } from '../../../../functions/aws/table.ts'

/**
 * This module writes a log of any length directly into the table, with the same items as if every entry had been
 * appended. A page's cost depends only on the items that it reads, so only the measured stretches of a long log are
 * written.
 */

const types = ['ALERT', 'TRADE', 'ORDER', 'ERROR'] as const satisfies readonly LogType[]
/** Number of days that each log covers. It is so small that no entry expires. */
const days = 300

const words: Readonly<Record<(typeof types)[number], string>> = {
  ALERT: 'Refused: an order for LSE:VOD was placed 2 hours ago, and the cooldown is 24 hours',
  TRADE: 'Position opened: BUY 12.5 of KA.D.VOD.DAILY.IP at 88.42, stop 84.1, limit 96.9',
  ORDER: 'Order placed: BUY 12.5 of KA.D.VOD.DAILY.IP at 88.42, good for 10 minutes',
  ERROR: 'IG rejected the order: the stop is too close to the market (ATTACHED_ORDER_LEVEL_ERROR)',
}

export type LaidLog = {
  readonly userId: string
  readonly length: number
  /** Returns the time of an entry by its number. */
  readonly at: (number: number) => number
}

export const layLog = async (userId: string, length: number, now: number): Promise<LaidLog> => {
  const gen = 1
  const begun = now - days * 86_400_000
  const at = (number: number) => begun + Math.floor(((number - 1) / length) * days * 86_400_000)
  const countsAt = (number: number): Head => ({
    gen,
    begun,
    total: number,
    at: number === 0 ? begun : at(number),
    byType: {
      UNSPECIFIED: 0,
      AUTHENTICATION: 0,
      ...(Object.fromEntries(
        types.map((type, index) => [type, Math.floor((number - index + types.length - 1) / types.length)]),
      ) as Record<(typeof types)[number], number>),
    },
    item: {},
  })
  let items: Item[] = []
  const flush = async () => {
    for (let from = 0; from < items.length; from += 25)
      await dynamo().send(
        new BatchWriteCommand({
          RequestItems: {
            [tableName('logs')]: items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } })),
          },
        }),
      )
    items = []
  }
  for (const number of stretches(length)) {
    const type = types[(number - 1) % types.length] as (typeof types)[number]
    const entry = { userId, mode: 'DEMO' as const, type, message: words[type], at: at(number) }
    const item = nextItem(number === 1 ? null : countsAt(number - 1), [entry])
    const own = countsAt(number).byType[type]
    const marks = (
      [
        ['ALL', number],
        [type, own],
      ] as [LogFilter, number][]
    ).filter(([, each]) => each % markEvery === 1)
    items.push(item, ...pointersTo(userId, item))
    items.push(...marks.map(([list, each]) => markItem({ userId, list, gen }, each, at(number))))
    if (items.length > 500) await flush()
  }
  await flush()
  return { userId, length, at }
}

/** Number of entries in each stretch, so that even the entries of one of the four types fill more than a page. */
const stretch = 400

/** Yields all entries of a short log, or the first, middle and last stretches of a long log. */
function* stretches(length: number): Iterable<number> {
  const middle = Math.floor(length / 2)
  for (let number = 1; number <= length; number += 1) {
    const isLaid = number <= stretch || Math.abs(number - middle) <= stretch / 2 || number > length - stretch
    if (isLaid || length <= 2 * stretch + 200) yield number
  }
}
