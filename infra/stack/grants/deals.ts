import type { deals as endpoints } from '../../../shared/contract/deals.ts'
import { type Grant, signedIn, broker, brokerView, namedView } from './grant.ts'

const brokerDeal = signedIn({ ...broker, read: ['settings', 'accounts'], write: ['brokerCache', 'logs'] })

export const deals = {
  // Positions and orders carry the name that their user gave the instrument.
  listOrders: namedView,
  deleteOrder: brokerDeal,
  listPositions: namedView,
  getDayPrices: signedIn({ ...broker, read: ['settings', 'accounts'], write: ['brokerCache', 'journal'] }),
  closePosition: brokerDeal,
  getStats: namedView,
  getBrokerAccount: brokerView,
  listChanges: { ...namedView, read: [...(namedView.read ?? []), 'logs'] },
} as const satisfies Record<keyof typeof endpoints, Grant>
