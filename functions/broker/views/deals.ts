import type { DealVerdict } from '../../../shared/deals/dealing.schema.ts'
import { VisibleError } from '../../../shared/platform/error.schema.ts'
import { confirmsClosing } from '../../trading/look-up/closing-confirmation.ts'
import {
  type BrokerLogin,
  BrokerError,
  type SendResult,
  type Confirmation,
} from '../../trading/ports/broker.ts'
import { awaitConfirmation } from '../../trading/look-up/confirm.ts'
import { type Shared, sharedReading, type ViewWorld } from './shared-reading.ts'
import { openPositions, workingOrders } from './views.ts'
import type { QuotedPosition } from '../listed-deals.ts'

/** A person closes or deletes: done at once, once, and answered with the broker's verdict. */

/** @throws VisibleError NOT_FOUND, BROKER_REFUSED, OUTCOME_UNKNOWN; BrokerError if nothing was sent */
export const closePosition = async (
  world: ViewWorld,
  login: BrokerLogin,
  dealId: string,
): Promise<DealVerdict> => {
  const position = await findPosition(world, login, dealId)
  if (!position) throw new VisibleError('NOT_FOUND', 'This position is no longer open at IG')
  const verdict = await verdictOn(world, login, await world.broker.closePosition(login, position))
  const closed = verdict !== 'unknown' && verdict.effect !== 'partly closed'
  const left = await reread(world, login, openPositions, closed ? dealId : null)
  if (verdict === 'unknown') {
    if (left && !left.some((open) => open.dealId === dealId))
      return { dealId, status: 'CLOSED', message: 'The position is no longer open at IG' }
    throw new VisibleError(
      'OUTCOME_UNKNOWN',
      'IG didn’t confirm whether it closed the position. Check it in a moment before you try again',
    )
  }
  const at = verdict.level === null ? '' : ` at ${verdict.level}`
  return closed
    ? { dealId, status: 'CLOSED', message: `Position closed${at}${cameTo(verdict)}` }
    : {
        dealId,
        status: 'PARTIALLY_CLOSED',
        message: `IG closed ${verdict.size ?? 'part'} of ${position.size}${at}; the rest is still open`,
      }
}

/** @throws VisibleError NOT_FOUND, BROKER_REFUSED, OUTCOME_UNKNOWN; BrokerError if nothing was sent */
export const deleteOrder = async (
  world: ViewWorld,
  login: BrokerLogin,
  dealId: string,
): Promise<DealVerdict> => {
  const verdict = await verdictOn(world, login, await world.broker.deleteOrder(login, dealId))
  const left = await reread(world, login, workingOrders, verdict === 'unknown' ? null : dealId)
  if (verdict !== 'unknown') return { dealId, status: 'DELETED', message: 'Order deleted' }
  if (left && !left.some((order) => order.dealId === dealId))
    return { dealId, status: 'DELETED', message: 'The order is no longer at IG' }
  throw new VisibleError(
    'OUTCOME_UNKNOWN',
    'IG didn’t confirm whether it deleted the order. Check it in a moment before you try again',
  )
}

/** `, a profit of £12.50` */
const cameTo = ({ profit }: Extract<Confirmation, { kind: 'accepted' }>) => {
  if (!profit) return ''
  const { amount, currency } = profit
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(Math.abs(amount))
  return `, a ${amount < 0 ? 'loss' : 'profit'} of ${money}`
}

const findPosition = async (
  world: ViewWorld,
  login: BrokerLogin,
  dealId: string,
): Promise<QuotedPosition | undefined> => {
  const named = (position: QuotedPosition) => position.dealId === dealId
  const shared = await sharedReading(world, login, openPositions)
  if (shared.rows.some(named)) return shared.rows.find(named)
  const fresh = await world.broker.readPositions(login)
  await openPositions.save(login, fresh)
  return fresh.rows.find(named)
}

/** @throws VisibleError NOT_FOUND, BROKER_REFUSED with the broker's reason in words */
const verdictOn = async (
  world: ViewWorld,
  login: BrokerLogin,
  sent: SendResult,
): Promise<Extract<Confirmation, { kind: 'accepted' }> | 'unknown'> => {
  if (sent.kind === 'refused') throw refused(sent.code, sent.message)
  if (sent.kind === 'unknown') return 'unknown'
  const verdict = await awaitConfirmation(world, login, sent.dealReference, confirmsClosing)
  if (verdict?.kind === 'rejected') throw refused(verdict.reason, verdict.message)
  return verdict ?? 'unknown'
}

const gone: Readonly<Record<string, string>> = {
  POSITION_NOT_FOUND: 'This position is no longer open at IG',
  ORDER_NOT_FOUND: 'This order is no longer at IG',
}

const refused = (reason: string, message: string) =>
  gone[reason] === undefined
    ? new VisibleError('BROKER_REFUSED', `IG refused: ${message}`, { reason })
    : new VisibleError('NOT_FOUND', gone[reason], { reason })

/**
 * Reads the list again for everyone. IG's lists lag behind its verdicts: a deal that is surely gone is left out.
 * @returns null if it could not be read
 */
const reread = async <Row extends { readonly dealId: string }>(
  world: ViewWorld,
  login: BrokerLogin,
  list: Shared<Row>,
  gone: string | null,
): Promise<readonly Row[] | null> => {
  try {
    const reading = await list.ask(world, login)
    const rows = reading.rows.filter(({ dealId }) => dealId !== gone)
    await list.save(login, { ...reading, rows })
    return rows
  } catch (error) {
    if (error instanceof BrokerError) return null
    throw error
  }
}
