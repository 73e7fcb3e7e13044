import { VisibleError } from '../../../shared/platform/error.schema.ts'
import type { DealVerdict } from '../../../shared/deals/dealing.schema.ts'
import { closePosition, deleteOrder, type DealPorts, type DealStore } from '../../../functions/deals/deals.ts'
import { BrokerError, type BrokerLogin } from '../../../functions/trading/ports/broker.ts'
import type { AllPorts } from '../../../functions/trading/ports/ports.ts'
import type { SimBroker } from './broker.ts'
import type { Process } from './process.ts'
import type { SimTables } from './store.ts'

/**
 * A close or deletion that a user started on the dashboard, on the command line or with *Stop and close*, and its
 * result.
 */
export type DealByHand = { readonly dealId: string; readonly at: number; readonly verdict: DealVerdict }

export type DealToEnd = { readonly kind: 'position' | 'order'; readonly dealId: string }

type DealBroker = DealPorts['broker']

export const handPorts = (
  { clock, store, broker }: Pick<AllPorts, 'clock' | 'store'> & { readonly broker: AllPorts['broker'] },
  lists: ReturnType<SimBroker['listsFor']>,
  tables: SimTables,
  process: Pick<Process, 'call'>,
): DealPorts => {
  const { closePosition: close, deleteOrder: remove, confirm, readActivity } = broker
  const ofDeals: DealBroker = { ...lists, closePosition: close, deleteOrder: remove, confirm, readActivity }
  const kept: DealStore = {
    getLedger: store.getLedger,
    saveLedger: store.saveLedger,
    loadPositions: (login) => process.call(() => tables.listsOf(login).positions ?? null),
    savePositions: (login, positions) => process.call(() => tables.saveLists(login, { positions })),
    saveOrders: (login, orders) => process.call(() => tables.saveLists(login, { orders })),
  }
  return { clock, broker: ofDeals, store: kept }
}

/**
 * Closes or deletes a deal for a user.
 * @returns the result; null if an error was shown to the user
 */
export const dealByHand = async (
  ports: DealPorts,
  login: BrokerLogin,
  { kind, dealId }: DealToEnd,
): Promise<DealVerdict | null> => {
  try {
    return await (kind === 'position' ? closePosition : deleteOrder)(ports, login, dealId)
  } catch (error) {
    if (error instanceof VisibleError || error instanceof BrokerError) return null
    throw error
  }
}
