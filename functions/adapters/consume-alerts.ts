import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import * as z from 'zod/mini'
import { operatorLines } from '../../shared/operator-lines.ts'
import { Mode } from '../../shared/user.ts'
import { describeError, log } from '../lib/log.ts'
import type { AlertMessage } from '../trading/ports.ts'

const Message = z.object({ alertId: z.string(), userId: z.string(), mode: Mode })

/**
 * A queue's Lambda around one alert at a time. A message that fails, or must come again, fails alone; those behind it
 * in the same group wait for it, so that one account's alerts keep their order.
 * @param onFailure what is done about a message that will come again
 */
export const consumeAlerts =
  (
    handle: (message: AlertMessage) => Promise<'done' | 'later'>,
    onFailure: (record: SQSRecord) => Promise<void> = () => Promise.resolve(),
  ) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const failed = new Set<string>()
    const waiting = new Set<string>()
    for (const record of event.Records) {
      const group = record.attributes.MessageGroupId ?? ''
      if (!waiting.has(group) && (await succeeds(record, handle))) continue
      failed.add(record.messageId)
      waiting.add(group)
      await onFailure(record).catch((error: unknown) =>
        log('warn', 'a failed message could not be brought back early', { error: describeError(error) }),
      )
    }
    return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) }
  }

const succeeds = async (
  { messageId, body, attributes }: SQSRecord,
  handle: (message: AlertMessage) => Promise<'done' | 'later'>,
): Promise<boolean> => {
  const message = readMessage(body)
  if (!message) {
    log('error', 'a message on the alerts queue names no alert', { messageId })
    return true
  }
  try {
    return (await handle(message)) === 'done'
  } catch (error) {
    const receives = attributes.ApproximateReceiveCount
    log('error', operatorLines.executionFailed, {
      ...message,
      receives,
      error: describeError(error),
    })
    return false
  }
}

const readMessage = (body: string): AlertMessage | null => {
  try {
    const parsed = Message.safeParse(JSON.parse(body))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
