import { igBroker } from '../ig/broker.ts'
import { systemClock } from '../lib/system.ts'
import { getDailyAtr, saveDailyAtr, saveSnapshot } from '../stores/broker-cache.ts'
import { readCredentials } from '../stores/user-secrets.ts'
import type { TryPorts } from '../trading/try-alert.ts'
import { dailyPrices } from './daily-prices.ts'
import { getDossierToDecide } from './dossier-to-decide.ts'
import { getMarket, saveMarket } from './markets.ts'

let ports: TryPorts | undefined

/** A rehearsal's view of the real world: it can read and keep what it read, and nothing else. */
export const tryPorts = (): TryPorts =>
  (ports ??= {
    clock: systemClock,
    broker: igBroker({ credentials: readCredentials }),
    dailyPrices,
    store: {
      getDossier: getDossierToDecide,
      saveSnapshot: ({ userId, mode }, snapshot) => saveSnapshot(userId, mode, snapshot),
      getMarket,
      saveMarket,
      getDailyAtr,
      saveDailyAtr,
    },
  })
