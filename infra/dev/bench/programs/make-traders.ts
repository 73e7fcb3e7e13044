import type { TradingRules } from '../../../../shared/settings/settings.schema.ts'
import { defaultTradingRules } from '../../../../shared/settings/trading-settings.ts'
import type { Mode } from '../../../../shared/accounts/user.schema.ts'
import { type BenchMarket, makeTrader, wideRules } from './trader.ts'

/** This program creates traders in the tables that the environment names. It prints each trader as a line of JSON. */

type Order = {
  readonly names: readonly string[]
  readonly markets: readonly BenchMarket[]
  readonly mode?: Mode
  readonly rules?: Partial<TradingRules>
  readonly maxPositionSize?: string
}

const { names, markets, rules, ...more } = JSON.parse(process.env.BENCH_TRADERS ?? '{}') as Order
const options = { rules: { ...defaultTradingRules, ...wideRules, ...rules }, ...more }
// Only a few traders are created in parallel, because each takes a dozen writes, and all write to the list of admins.
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
