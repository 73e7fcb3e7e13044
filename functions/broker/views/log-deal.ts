import type { DealVerdict } from '../../../shared/deals/dealing.schema.ts'
import { VisibleError } from '../../../shared/platform/error.schema.ts'
import type { LogType } from '../../../shared/logs/log.schema.ts'
import { describeError, log } from '../../aws/log.ts'
import { appendLog } from '../../logs/write-log.ts'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import type { ViewWorld } from './shared-reading.ts'

/** Writes into the user's log what came of a deal made manually; a log that fails changes nothing about the deal. */
export const logDeal = async (
  { clock }: ViewWorld,
  { userId, mode }: BrokerLogin,
  type: LogType,
  dealId: string,
  deal: () => Promise<DealVerdict>,
): Promise<DealVerdict> => {
  const write = async (kind: LogType, message: string, extra: Record<string, unknown>) => {
    try {
      await appendLog([{ userId, mode, type: kind, message, extra: { dealId, ...extra }, at: clock.now() }])
    } catch (error) {
      log('error', 'could not log a manual deal', { userId, dealId, error: describeError(error) })
    }
  }
  try {
    const verdict = await deal()
    await write(type, `${verdict.message} (by hand)`, { status: verdict.status })
    return verdict
  } catch (error) {
    if (error instanceof VisibleError && error.code !== 'NOT_FOUND')
      await write('ERROR', error.message, error.details)
    throw error
  }
}
