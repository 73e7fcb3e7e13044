import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import * as z from 'zod/mini'
import * as operatorLines from '../../shared/operator-lines.ts'
import { Mode } from '../../shared/user.ts'
import { describeError, log } from '../aws/log.ts'
import type { Redelivery } from '../trading/handle-message.ts'
import type { AlertMessage } from '../trading/ports.ts'

const Message = z.object({ alertId: z.string(), userId: z.string(), mode: Mode })

/** Milliseconds before Lambda ends an invocation in which what it leaves behind is still brought back. */
const lastMoments = 2_000

/**
 * A queue's Lambda around one alert at a time. A message that fails, or must come again, fails alone; those behind it
 * in the same group wait for it, so that one account's alerts keep their order.
 * @param onFailure what is done about a message that will come again, after so many seconds where that is known. Also
 *   called shortly before the time runs out: the rest of the visibility timeout would keep the account waiting for a
 *   Lambda that is no more
 */
export const consumeAlerts =
  (
    handle: Handle,
    onFailure: (record: SQSRecord, afterSeconds?: number) => Promise<void> = () => Promise.resolve(),
  ) =>
  async (event: SQSEvent, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<SQSBatchResponse> => {
    const bringBack = (record: SQSRecord, afterSeconds?: number) =>
      onFailure(record, afterSeconds).catch((error: unknown) =>
        log('warn', 'a failed message could not be brought back early', { error: describeError(error) }),
      )
    const open = new Set(event.Records)
    const failed = new Set<string>()
    const waiting = new Set<string>()
    const runsOut = setTimeout(() => {
      for (const record of open) {
        logFailure(record, readMessage(record.body), new Error(operatorLines.timeRunsOut))
        void bringBack(record)
      }
    }, context.getRemainingTimeInMillis() - lastMoments)
    for (const record of event.Records) {
      const group = record.attributes.MessageGroupId ?? ''
      const result = waiting.has(group) ? {} : await resultOf(record, handle)
      open.delete(record)
      if (result === 'done') continue
      failed.add(record.messageId)
      waiting.add(group)
      await bringBack(record, result.afterSeconds)
    }
    clearTimeout(runsOut)
    return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) }
  }

/** @param receives how often the queue handed the message out, this time included */
type Handle = (message: AlertMessage, receives: number) => Promise<'done' | Redelivery>

const resultOf = async (record: SQSRecord, handle: Handle): Promise<'done' | Redelivery> => {
  const message = readMessage(record.body)
  if (!message) {
    log('error', 'a message on the alerts queue names no alert', { messageId: record.messageId })
    return 'done'
  }
  try {
    return await handle(message, Number(record.attributes.ApproximateReceiveCount))
  } catch (error) {
    logFailure(record, message, error)
    return {}
  }
}

const logFailure = ({ attributes }: SQSRecord, message: AlertMessage | null, error: unknown) =>
  log('error', operatorLines.executionFailed, {
    ...message,
    receives: attributes.ApproximateReceiveCount,
    error: describeError(error),
  })

const readMessage = (body: string): AlertMessage | null => {
  try {
    const parsed = Message.safeParse(JSON.parse(body))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
