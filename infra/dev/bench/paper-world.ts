import { megabytesOf } from '../../stack/lambdas.ts'
import { startPaperIg } from '../paper-ig/paper-ig.ts'
import { type PaperMarket, usualMarkets } from '../paper-ig/markets.ts'

/** The spread-betting markets of paper IG, with TradingView's names and prices. */
export const benchMarkets = usualMarkets
  .filter(({ accountType }) => accountType === 'SPREADBET')
  .map(({ tradingView, epic, price, multiplier }) => ({
    market: tradingView,
    epic,
    price: Number((price / multiplier).toPrecision(8)),
    multiplier,
  }))

/**
 * Stops all markets at their current quote. In a moving market, orders might be filled, or the price of an alert might
 * be out of date.
 */
export const holdMarkets = async (origin: string, markets: readonly PaperMarket[] = usualMarkets) => {
  for (const { epic, price, spread } of markets) {
    const answer = await fetch(`${origin}/_paper/market/${epic}`, {
      method: 'POST',
      body: JSON.stringify({ bid: price - spread / 2, offer: price + spread / 2, marketStatus: 'TRADEABLE' }),
    })
    if (!answer.ok) throw new Error(`paper IG did not hold ${epic}: ${answer.status}`)
  }
}

/** Starts paper IG on free ports. The caller moves its clock. */
export const startPaperWorld = async () => {
  let time = Date.now()
  const paper = await startPaperIg({ port: 0, livePort: 0, clock: { now: () => time } })
  await holdMarkets(`http://127.0.0.1:${paper.port}`)
  return {
    environment: {
      BENCH_WORLD: JSON.stringify({
        igUrls: {
          DEMO: `http://127.0.0.1:${paper.port}/gateway/deal`,
          LIVE: `http://127.0.0.1:${paper.livePort}/gateway/deal`,
        },
        markets: benchMarkets,
        gigabytes: {
          webhook: megabytesOf('receiveAlert') / 1024,
          executor: megabytesOf('execute-alerts') / 1024,
        },
      }),
    },
    moveClock: (message: unknown) => {
      time = (message as { now: number }).now
    },
    stop: () => paper.stop(),
  }
}
