import type { AccountBroker, BrokerOptions } from './port.ts'
import { igBroker } from './ig/broker.ts'

export { readTallies } from './allowance/store.ts'
export { forgetSession, wasLoginRefused } from './ig/session-store.ts'
export { testConnection } from './ig/test-connection.ts'

/**
 * Opens the broker that Signalpost trades with. Only this file knows that the broker is IG. Another broker implements
 * `AccountBroker` in its own folder and is opened here.
 */
export const openBroker = (options: BrokerOptions): AccountBroker => igBroker(options)
