import type { deals as endpoints } from '../../../shared/contract/deals.ts'
import { type Grant, signedIn, broker, namedView } from './grant.ts'

const ofBroker = { ...broker, read: ['settings', 'accounts'], write: ['brokerCache', 'logs'] } as const

export const deals = {
  // Positions and orders show the instrument's name.
  listOrders: namedView,
  deleteOrder: signedIn(ofBroker),
  listPositions: namedView,
  getDayPrices: signedIn({ ...broker, read: ['settings', 'accounts'], write: ['brokerCache', 'journal'] }),
  // A close is recorded on the account, so that no alert is decided on lists that are older than the close.
  closePosition: signedIn({ ...ofBroker, read: ['settings'], write: ['accounts', ...ofBroker.write] }),
  moveStop: signedIn(ofBroker),
  getStats: namedView,
  // The account's limit on open risk may apply to groups of instruments, so the names of the instruments are read.
  getBrokerAccount: namedView,
  listChanges: {
    ...namedView,
    read: [...(namedView.read ?? []), 'logs', 'alerts'],
    openAlerts: true,
    listAlerts: true,
  },
} as const satisfies Record<keyof typeof endpoints, Grant>
