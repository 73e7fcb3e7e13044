import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import * as z from 'zod/mini'
import { NotificationEvent } from '../../shared/notifications/notifications.schema.ts'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { describeError, log } from '../aws/log.ts'
import { flushChannel } from './flush-channel.ts'
import { retryMessageIn } from './retry-message.ts'
import type { NotificationMessage } from './notifications-queue.ts'
import type { NotificationPorts } from './ports.ts'
import { spreadEvent } from './spread-event.ts'

/** No new message is started if the invocation has fewer than this many milliseconds left. */
const leftToBegin = 12_000

/**
 * Handles a batch of the notification queue. Each channel is a message group, and groups run in parallel. One message
 * of a group is enough to send everything that waits for its channel.
 * @param retryIn makes a message visible again after a given time, which replaces the visibility timeout. SQS blocks a
 * whole group while one of its messages is invisible
 */
export const consumeNotifications =
  (portsOf: () => NotificationPorts, retryIn = retryMessageIn) =>
  async (event: SQSEvent, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<SQSBatchResponse> => {
    const ports = portsOf()
    const until = ports.clock.now() + context.getRemainingTimeInMillis() - leftToBegin
    const failed: string[] = []
    const groups = Object.values(
      Object.groupBy(event.Records, ({ attributes }) => attributes.MessageGroupId ?? ''),
    )
    await Promise.all(
      groups.map(async (records = []) => {
        failed.push(...(await consumeGroup(ports, records, until, retryIn)))
      }),
    )
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
  }

/** @returns the IDs of the messages that must be delivered again */
const consumeGroup = async (
  ports: NotificationPorts,
  records: readonly SQSRecord[],
  until: number,
  retryIn: typeof retryMessageIn,
): Promise<readonly string[]> => {
  let isChecked = false
  for (const [index, record] of records.entries()) {
    const message = readMessage(record)
    if (!message) continue
    const wait = await handle(ports, message, isChecked, until).catch((error: unknown) => {
      log('error', operatorLines.notificationFailed, {
        messageId: record.messageId,
        error: describeError(error),
      })
      return 5_000
    })
    isChecked ||= message.what === 'look'
    if (wait === null) continue
    // Events must keep their order, so the messages after this event are also redelivered. A check sends everything
    // that waits, so the messages after a check need no redelivery.
    const redelivered = message.what === 'look' ? [record] : records.slice(index)
    await Promise.all(
      redelivered.map(({ receiptHandle }) =>
        retryIn(receiptHandle, Math.ceil(wait / 1_000)).catch((error: unknown) =>
          log('warn', 'a notice could not be brought back early', { error: describeError(error) }),
        ),
      ),
    )
    return redelivered.map(({ messageId }) => messageId)
  }
  return []
}

/** @returns milliseconds after which the message must be delivered again; null if it has been handled */
const handle = async (
  ports: NotificationPorts,
  message: NotificationMessage,
  isChecked: boolean,
  until: number,
): Promise<number | null> => {
  if (message.what === 'look')
    return isChecked ? null : flushChannel(ports, message.userId, message.channel, until)
  const { event, only, except } = message
  await spreadEvent(ports, event, { only, except })
  return null
}

const Message = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('event'),
    event: NotificationEvent,
    only: z.optional(z.string()),
    except: z.optional(z.string()),
  }),
  z.object({ what: z.literal('look'), userId: z.string(), channel: z.string() }),
])

const readMessage = (record: SQSRecord): NotificationMessage | null => {
  try {
    const parsed = Message.safeParse(JSON.parse(record.body))
    if (parsed.success) return parsed.data
  } catch {
    // A message that is not JSON is logged below.
  }
  log('error', 'unknown message on the notifications queue', { messageId: record.messageId })
  return null
}
