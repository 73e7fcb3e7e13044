import { openBroker } from '../broker/open-broker.ts'
import { systemClock } from '../aws/system.ts'
import { getDailyAtr, saveDailyAtr, saveAccountState } from '../broker/cache-store.ts'
import { getWatch } from '../limits/watch-store.ts'
import { readCredentials } from '../settings/user-secret-store.ts'
import type { TryPorts } from '../trading/decide/try-alert.ts'
import { dailyPrices } from './daily-prices.ts'
import { getDecisionContext } from './decision-context.ts'
import { getMarket, saveMarket } from './market-cache.ts'

let ports: TryPorts | undefined

/** A rehearsal's view of the real world: it can read and keep what it read, and nothing else. */
export const tryPorts = (): TryPorts =>
  (ports ??= {
    clock: systemClock,
    broker: openBroker({ credentials: readCredentials }),
    dailyPrices,
    store: {
      getAlertContext: async (message) => ({
        ...(await getDecisionContext(message)),
        // A rehearsal is alone.
        listUndecided: () => Promise.resolve([]),
      }),
      saveAccountState: ({ userId, mode }, snapshot) => saveAccountState(userId, mode, snapshot),
      getMarket,
      saveMarket,
      getDailyAtr,
      saveDailyAtr,
      getWatch,
      // What a rehearsal sees stops nothing.
      saveWatch: () => Promise.resolve(true),
    },
  })
