import type { DealVerdict } from '../../shared/deals/dealing.schema.ts'
import { type ErrorCode, VisibleError } from '../../shared/platform/error.schema.ts'
import type { LogType } from '../../shared/logs/log.schema.ts'
import { describeError, log } from '../aws/log.ts'
import { appendLog } from '../logs/write-log.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import type { ListedOrder, QuotedPosition } from '../broker/listed-deals.ts'
import type { Shared, ViewWorld } from './shared-reading.ts'
import { openPositions, workingOrders } from './views.ts'

/** The lists that contain a deal and its market, by type of log entry. */
const lists = { TRADE: openPositions, ORDER: workingOrders } as const

/** Returns the broker's name for the deal's market; null if no list contains the deal. */
const marketOf = async (
  list: Pick<Shared<QuotedPosition>, 'load'> | Pick<Shared<ListedOrder>, 'load'>,
  login: BrokerLogin,
  dealId: string,
) => {
  const reading = await list.load(login).catch(() => null)
  const rows: readonly (QuotedPosition | ListedOrder)[] = reading?.rows ?? []
  const row = rows.find((each) => each.dealId === dealId)
  return row ? (row.name ?? row.epic) : null
}

/** Codes of errors that are not logged, because no deal was sent to the broker. */
const unlogged: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'INVALID_REQUEST', 'STEP_UP_REQUIRED'])

/** Logs the result of a manual deal for the user. A failure to log it does not affect the deal. */
export const logDeal = async (
  { clock }: ViewWorld,
  login: BrokerLogin,
  { type, dealId }: { readonly type: keyof typeof lists; readonly dealId: string },
  deal: () => Promise<DealVerdict>,
): Promise<DealVerdict> => {
  const { userId, mode } = login
  // The market is looked up before the deal is closed or deleted, because no list contains the deal afterwards.
  const market = await marketOf(lists[type], login, dealId)
  const named = market === null ? '' : `${market}: `
  const write = async (kind: LogType, message: string, facts: Record<string, unknown>) => {
    try {
      await appendLog([
        {
          userId,
          mode,
          type: kind,
          message: `${named}${message}`,
          extra: { kind: 'note', facts: { dealId, ...facts } },
          at: clock.now(),
        },
      ])
    } catch (error) {
      log('error', 'could not log a manual deal', { userId, dealId, error: describeError(error) })
    }
  }
  try {
    const verdict = await deal()
    await write(type, `${verdict.message} (by hand)`, { status: verdict.status })
    return verdict
  } catch (error) {
    if (error instanceof VisibleError && !unlogged.has(error.code))
      await write('ERROR', error.message, error.details)
    throw error
  }
}
