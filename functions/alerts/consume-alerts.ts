import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import * as z from 'zod/mini'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { queueTimes } from '../../shared/platform/queue-times.ts'
import { Mode } from '../../shared/accounts/user.schema.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { describeError, log } from '../aws/log.ts'
import type { Delivery, Handled, Redelivery } from '../trading/handle-messages.ts'
import type { AlertMessage } from '../trading/ports/alert-record.ts'

const Message = z.object({ alertId: z.string(), userId: z.string(), mode: Mode })

/** Unfinished messages are returned this number of milliseconds before an invocation runs out of time. */
const lastMoments = 2_000

/**
 * Handles the messages of one event. Accounts run in parallel, and each account's alerts run in their order. If a
 * message fails or must be redelivered, the later messages of its account are also redelivered, so the order stays the
 * same.
 * @param handle handles one account's alerts in their order and starts nothing after `beginBefore`
 * @param onFailure called for a message that will be redelivered, with the number of seconds if known. It is also
 * called shortly before the time runs out. Otherwise the account would wait for the visibility timeout of a Lambda that
 * has ended
 */
export const consumeAlerts =
  (
    handle: Handle,
    onFailure: (record: SQSRecord, afterSeconds?: number) => Promise<void> = () => Promise.resolve(),
  ) =>
  async (event: SQSEvent, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<SQSBatchResponse> => {
    const remaining = context.getRemainingTimeInMillis()
    const beginBefore = Date.now() + remaining - queueTimes.leftToBegin * 1_000
    const bringBack = (record: SQSRecord, afterSeconds?: number) =>
      onFailure(record, afterSeconds).catch((error: unknown) =>
        log('warn', 'could not shorten the retry delay of a message', { error: describeError(error) }),
      )
    const open = new Set(event.Records)
    const failed = new Set<string>()
    const runsOut = setTimeout(() => {
      for (const record of open) {
        logFailure(record, readMessage(record.body), new Error(operatorLines.timeRunsOut))
        void bringBack(record)
      }
    }, remaining - lastMoments)
    const consume = async (records: readonly SQSRecord[]) => {
      for (const [record, result] of await resultsOf(records, handle, beginBefore)) {
        open.delete(record)
        if (result === 'done') continue
        failed.add(record.messageId)
        await bringBack(record, result.afterSeconds)
      }
    }
    const accounts = Object.values(
      Object.groupBy(event.Records, ({ attributes }) => attributes.MessageGroupId ?? ''),
    )
    await Promise.all(accounts.map((records = []) => consume(records)))
    clearTimeout(runsOut)
    return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) }
  }

type Handle = (deliveries: readonly Delivery[], beginBefore: Instant) => Promise<ReadonlyMap<string, Handled>>

type Result = 'done' | Redelivery

const resultsOf = async (
  records: readonly SQSRecord[],
  handle: Handle,
  beginBefore: Instant,
): Promise<[SQSRecord, Result][]> => {
  const read = records.map((record) => ({ record, message: readMessage(record.body) }))
  const deliveries = read.flatMap(({ record, message }) =>
    message ? [{ message, receives: Number(record.attributes.ApproximateReceiveCount) }] : [],
  )
  const handled: ReadonlyMap<string, Handled> = await handle(deliveries, beginBefore).catch(
    (failed: unknown) => new Map(deliveries.map(({ message }) => [message.alertId, { failed }])),
  )
  return read.map(({ record, message }) => {
    if (!message) {
      log('error', 'message without an alert on the alerts queue', { messageId: record.messageId })
      return [record, 'done']
    }
    const result = handled.get(message.alertId) ?? {}
    if (result === 'given up') {
      log('error', operatorLines.alertGivenUp, {
        ...message,
        receives: record.attributes.ApproximateReceiveCount,
      })
      return [record, 'done']
    }
    if (result !== 'done' && result.failed !== undefined) logFailure(record, message, result.failed)
    return [record, result]
  })
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
