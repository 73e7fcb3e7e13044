import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as z from 'zod/mini'
import { Mode } from '../../shared/user.ts'
import { describeError, log } from '../lib/log.ts'
import type { AlertMessage } from '../trading/ports.ts'

const Message = z.object({ alertId: z.string(), userId: z.string(), mode: Mode })

/**
 * A queue's Lambda around one alert at a time. A message that fails, or must come again, fails alone; those behind it
 * in the same group wait for it, so that one account's alerts keep their order.
 */
export const consumeAlerts =
  (handle: (message: AlertMessage) => Promise<'done' | 'later'>) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = []
    const waiting = new Set<string>()
    for (const { messageId, body, attributes } of event.Records) {
      const group = attributes.MessageGroupId ?? ''
      const failed = () => {
        batchItemFailures.push({ itemIdentifier: messageId })
        waiting.add(group)
      }
      if (waiting.has(group)) {
        failed()
        continue
      }
      const parsed = Message.safeParse(JSON.parse(body))
      if (!parsed.success) {
        log('error', 'a message on the alerts queue names no alert', { messageId })
        continue
      }
      const { alertId, userId, mode } = parsed.data
      try {
        if ((await handle(parsed.data)) === 'later') failed()
      } catch (error) {
        log('error', 'an alert failed and will be tried again', {
          alertId,
          userId,
          mode,
          receives: attributes.ApproximateReceiveCount,
          error: describeError(error),
        })
        failed()
      }
    }
    return { batchItemFailures }
  }
