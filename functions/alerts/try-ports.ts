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

/** The ports of a dry run. A dry run can only read, and store what it read. */
export const tryPorts = (): TryPorts =>
  (ports ??= {
    clock: systemClock,
    broker: openBroker({ credentials: readCredentials }),
    dailyPrices,
    store: {
      getAlertContext: async (message) => ({
        ...(await getDecisionContext(message)),
        // A dry run knows no other alerts.
        listUndecided: () => Promise.resolve([]),
      }),
      saveAccountState: ({ userId, mode }, snapshot) => saveAccountState(userId, mode, snapshot),
      getMarket,
      saveMarket,
      getDailyAtr,
      saveDailyAtr,
      getWatch,
      // The equity that a dry run reads never triggers a limit, so it is not stored.
      saveWatch: () => Promise.resolve(true),
    },
  })
