import { env } from '../../shared/platform/env.ts'
import type { ExecutorPorts } from '../trading/ports/ports.ts'
import { dailyPrices } from './daily-prices.ts'
import { enginePorts } from './engine-ports.ts'
import { executorStore } from './executor-store.ts'

export const executorPorts = (): ExecutorPorts => ({
  ...enginePorts(),
  store: executorStore,
  dailyPrices,
  ordersAtOnce: Number(process.env[env.ordersAtOnce] ?? 4),
})
