import { getLedger, saveLedger } from '../broker/ledger-store.ts'
import type { DealStore } from './deals.ts'
import { openPositions, workingOrders } from './views.ts'

export const dealStore: DealStore = {
  getLedger,
  saveLedger,
  loadPositions: openPositions.load,
  savePositions: openPositions.save,
  saveOrders: workingOrders.save,
}
