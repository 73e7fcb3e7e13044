import type { TradingRules } from '../../../../shared/settings/settings.schema.ts'
import { defaultTradingRules } from '../../../../shared/settings/trading-settings.ts'
import type { Mode } from '../../../../shared/accounts/user.schema.ts'
import { type BenchMarket, makeTrader, wideRules } from './trader.ts'

/** Creates traders in the tables that the environment names, and prints each as a JSON line. */

type Order = {
  readonly names: readonly string[]
  readonly markets: readonly BenchMarket[]
  readonly mode?: Mode
  readonly rules?: Partial<TradingRules>
  readonly maxPositionSize?: string
}

const { names, markets, rules, ...more } = JSON.parse(process.env.BENCH_TRADERS ?? '{}') as Order
const options = { rules: { ...defaultTradingRules, ...wideRules, ...rules }, ...more }
// A few in parallel: each is a dozen writes, and all change the one item that lists admins.
const side = 4
await Promise.all(
  Array.from({ length: side }, async (_, lane) => {
    for (let index = lane; index < names.length; index += side) {
      const trader = await makeTrader(names[index] as string, markets, Date.now(), options)
      process.stdout.write(`${JSON.stringify(trader)}\n`)
    }
  }),
)
process.disconnect()
