import type { deals as endpoints } from '../../../shared/contract/deals.ts'
import { type Grant, signedIn, broker, brokerView, namedView } from './grant.ts'

const brokerDeal = signedIn({ ...broker, read: ['settings', 'accounts'], write: ['brokerCache', 'logs'] })

export const deals = {
  // What lies at the broker carries the name that its user gave the instrument.
  listOrders: namedView,
  deleteOrder: brokerDeal,
  listPositions: namedView,
  closePosition: brokerDeal,
  getStats: namedView,
  getBrokerAccount: brokerView,
  listChanges: { ...namedView, read: [...(namedView.read ?? []), 'logs'] },
} as const satisfies Record<keyof typeof endpoints, Grant>
