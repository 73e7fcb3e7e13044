import type { ResponseOf } from '../../shared/contract/index.ts'
import { barLengths, type SidedBar } from '../../shared/journal/price-bars.schema.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { getReading, saveReading } from '../broker/cache-store.ts'
import { forCaller } from '../deals/for-caller.ts'
import { type Shared, sharedReading } from '../deals/shared-reading.ts'
import { openPositions } from '../deals/views.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import { readIgBars } from './ig-bars.ts'

type DayPrices = ResponseOf<'getDayPrices'>
type MarketDay = DayPrices['markets'][number]
/** `until` is the end of the last requested hour. `dueAt` is when the next hours are requested. */
type KeptDay = MarketDay & { readonly until: Instant; readonly dueAt: Instant }

const hour = barLengths.HOUR
/** Milliseconds before prices are requested again. Until then, the chart of a position ends with the current price. */
const freshFor = 2 * hour
const triedAgainAfter = 10 * 60_000
/**
 * Maximum number of markets to read in one call. IG serves one market at a time, and a call to our API lasts at most 29
 * seconds.
 */
const mostAtOnce = 4

const name = 'day-prices'
const days: Shared<KeptDay> = {
  name,
  // The maximum age is short, because a call requests only a few markets, and the next call requests the others.
  maxAge: 4_000,
  load: (login) => getReading(name, login),
  ask: async (world, login) => {
    const readAt = world.clock.now()
    const [{ rows: positions }, kept] = await Promise.all([
      sharedReading(world, login, openPositions),
      getReading<KeptDay>(name, login),
    ])
    const known = kept?.accountId === login.accountId ? kept.rows : []
    const rows = new Map(
      positions.map(({ epic }) => [
        epic,
        known.find((each) => each.epic === epic) ?? { epic, prices: [], reason: null, until: 0, dueAt: 0 },
      ]),
    )
    const due = [...rows.values()].filter(({ dueAt }) => dueAt <= readAt).slice(0, mostAtOnce)
    for (const each of due) rows.set(each.epic, await continued(login, each, readAt))
    return { accountId: login.accountId, currency: null, readAt, rows: [...rows.values()] }
  },
  save: (login, reading) => saveReading(name, login, reading),
}

const continued = async (login: BrokerLogin, day: KeptDay, now: Instant): Promise<KeptDay> => {
  const until = Math.floor(now / hour) * hour
  const begin = until - 24 * hour
  // Hours that were requested before are not requested again, even if the market was closed and had no prices.
  const from = Math.max(begin, day.until)
  const read = await readIgBars(
    { ...login, budget: 'days' },
    { epic: day.epic, length: 'HOUR', from, to: now },
    now,
    (broker, asking, window) => broker.readSidedBars(asking, day.epic, window),
  )
  if (read === 'spent')
    return { ...day, reason: 'this week’s budget of IG prices is used up', dueAt: now + freshFor }
  if (read === 'failed') return { ...day, reason: 'IG did not give its prices', dueAt: now + triedAgainAfter }
  const prices = [...day.prices, ...read.filter(({ at }) => at >= from).map(closeOf)]
  return {
    ...day,
    prices: prices.filter(({ at }) => at > begin && at <= until),
    reason: null,
    until,
    dueAt: now + freshFor,
  }
}

const closeOf = ({ at, bid, ask }: SidedBar) => ({ at: at + hour, bid: bid.close, ask: ask.close })

/**
 * Returns the prices of the last 24 hours for each market with an open position. Missing hours are requested from IG,
 * for a few markets at a time.
 * @throws VisibleError as `forCaller`
 */
export const readDayPrices = (userId: string): Promise<DayPrices> =>
  forCaller(userId, 'dashboard', async (world, login) => {
    const { rows } = await sharedReading(world, login, days)
    return { markets: rows.filter(({ dueAt }) => dueAt > 0).map(({ until: _, dueAt: __, ...day }) => day) }
  })
