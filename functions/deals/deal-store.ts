import { getLedger, saveLedger } from '../broker/ledger-store.ts'
import type { DealStore } from './deals.ts'
import { openPositions, workingOrders } from './views.ts'

/** What is kept of an account that a person deals on, over DynamoDB. */
export const dealStore: DealStore = {
  getLedger,
  saveLedger,
  loadPositions: openPositions.load,
  savePositions: openPositions.save,
  saveOrders: workingOrders.save,
}
