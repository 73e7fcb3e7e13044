import type { instruments as endpoints } from '../../../shared/contract/instruments.ts'
import { broker, type Grant, signedIn } from './grant.ts'

export const instruments = {
  listInstruments: signedIn({ read: ['instruments'] }),
  searchInstruments: signedIn({ read: ['instruments'] }),
  uploadInstruments: signedIn({ write: ['instruments', 'logs'], read: ['settings'] }),
  previewInstruments: signedIn({ read: ['instruments'] }),
  listEarlierInstruments: signedIn({ read: ['instruments'] }),
  restoreInstruments: signedIn({ write: ['instruments', 'logs'], read: ['settings'] }),
  exportInstruments: signedIn({ read: ['instruments'] }),
  addInstrument: signedIn({ write: ['instruments', 'logs'], read: ['settings'] }),
  removeInstrument: signedIn({ write: ['instruments', 'logs'], read: ['settings'] }),
  searchMarkets: signedIn({ ...broker, read: ['settings'], write: ['brokerCache'], yahoo: true }),
  startMatching: signedIn({ write: ['instruments'], startMatching: true }),
  getMatching: signedIn({ read: ['instruments'] }),
  stopMatching: signedIn({ write: ['instruments'] }),
  getLivePrice: signedIn({ ...broker, read: ['settings', 'instruments'], write: ['brokerCache'] }),
  listWatchlists: signedIn({ ...broker, read: ['settings'], write: ['brokerCache'] }),
  mergeInstruments: signedIn({ write: ['instruments', 'logs'], read: ['settings'] }),
  updateInstrument: signedIn({ write: ['instruments', 'logs'], read: ['settings'] }),
  fetchDividendDates: signedIn({ startDividends: true, write: ['logs', 'throttles'], read: ['settings'] }),
} as const satisfies Record<keyof typeof endpoints, Grant>
