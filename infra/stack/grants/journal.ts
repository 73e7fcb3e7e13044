import type { journal as endpoints } from '../../../shared/contract/journal.ts'
import { broker, type Grant, signedIn } from './grant.ts'

const read = signedIn({ read: ['settings', 'journal'] })
const write = signedIn({ read: ['settings'], write: ['journal'] })

export const journal = {
  // The first request about an account creates its journal.
  getJournal: write,
  listTrades: read,
  getTrade: signedIn({ read: ['settings', 'journal', 'alerts'] }),
  getTradePrices: signedIn({
    ...broker,
    yahoo: true,
    read: ['settings', 'instruments'],
    write: ['brokerCache', 'journal'],
  }),
  getPrices: signedIn({ ...broker, read: ['settings'], write: ['brokerCache', 'journal'] }),
  saveTradeText: write,
  readHistory: write,
  importHistory: write,
  exportJournal: read,
} as const satisfies Record<keyof typeof endpoints, Grant>
