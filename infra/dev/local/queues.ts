import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { startFauxqs } from 'fauxqs'
import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { local, localAccess } from './template.ts'

/**
 * Makes fauxqs listen on loopback only. Normally it listens on every interface, and its option `host` only changes the
 * URLs that it returns.
 */
const onLoopbackOnly = async <Started>(start: () => Promise<Started>): Promise<Started> => {
  const { listen } = Server.prototype
  Server.prototype.listen = function (this: Server, ...all: unknown[]) {
    const [first, ...others] = all
    const isAnywhere = typeof first === 'object' && (first as { host?: string } | null)?.host === '0.0.0.0'
    const options = isAnywhere ? { ...first, host: '127.0.0.1' } : first
    return Reflect.apply(listen, this, [options, ...others]) as Server
  }
  try {
    return await start()
  } finally {
    Server.prototype.listen = listen
  }
}

/** The members of fauxqs' queue class that the local cloud uses or replaces. */
type FauxQueue = {
  readonly fifoMessages: Map<string, { readonly sequenceNumber: string }[]>
  readonly fifoLockedGroups: Map<string, number>
  readonly inflightMessages: ReadonlyMap<string, { readonly message: { readonly messageGroupId: string } }>
  processTimers(): void
  dequeueFifo(most: number, ...more: unknown[]): { readonly ReceiptHandle: string }[]
}

/**
 * Makes fauxqs deliver FIFO groups as SQS does. One receive gets as many messages of a group as it asks for, and
 * redelivered messages come in order. Plain fauxqs delivers one message per group, and returns messages in any order.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-understanding-logic.html
 */
const takeWholeGroups = async () => {
  const store = new URL('./sqs/sqsStore.js', import.meta.resolve('fauxqs')).href
  const { prototype } = ((await import(store)) as { SqsQueue: { prototype: FauxQueue & { takes?: true } } })
    .SqsQueue
  if (prototype.takes) return
  prototype.takes = true
  const takeOne = prototype.dequeueFifo
  prototype.dequeueFifo = function (this: FauxQueue, most: number, ...more: unknown[]) {
    this.processTimers()
    const taken: ReturnType<typeof takeOne> = []
    /** The groups that this receive has locked. */
    const own = new Map<string, number>()
    for (const messages of this.fifoMessages.values())
      messages.sort((a, b) => (BigInt(a.sequenceNumber) < BigInt(b.sequenceNumber) ? -1 : 1))
    while (taken.length < Math.min(most, 10)) {
      for (const group of own.keys()) this.fifoLockedGroups.delete(group)
      const [next] = Reflect.apply(takeOne, this, [1, ...more]) as ReturnType<typeof takeOne>
      const group = next && this.inflightMessages.get(next.ReceiptHandle)?.message.messageGroupId
      if (group !== undefined) own.set(group, (own.get(group) ?? 0) + 1)
      for (const [shut, count] of own) this.fifoLockedGroups.set(shut, count)
      if (!next) break
      taken.push(next)
    }
    return taken
  }
}

/** Starts SQS and S3 (fauxqs), which store their data in a folder. */
export const startQueues = async (port: number, folder: string) => {
  await takeWholeGroups()
  const server = await onLoopbackOnly(() =>
    startFauxqs({
      port,
      host: '127.0.0.1',
      logger: false,
      dataDir: folder,
      defaultRegion: local.region,
    }),
  )
  const endpoint = `http://127.0.0.1:${port}`
  const client = new SQSClient({
    endpoint,
    ...localAccess,
  })
  return {
    endpoint,
    client,
    urlOf: (name: string) => `${endpoint}/${local.account}/${name}`,
    ensureQueue: async (name: string, attributes: Record<string, string>) => {
      await client.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }))
    },
    /** Redelivers the messages that were in flight when the previous run ended. */
    bringBack: async (name: string) => {
      for (const { receiptHandle } of server.inspectQueue(name)?.messages.inflight ?? [])
        await client.send(
          new ChangeMessageVisibilityCommand({
            QueueUrl: `${endpoint}/${local.account}/${name}`,
            ReceiptHandle: receiptHandle,
            // The shortest timeout; fauxqs does not accept 0.
            VisibilityTimeout: 1,
          }),
        )
    },
    ensureBucket: (name: string) => server.createBucket(name),
    stop: async () => {
      client.destroy()
      await server.stop()
    },
  }
}
export type Queues = Awaited<ReturnType<typeof startQueues>>

export type Mapping = {
  readonly queueUrl: string
  readonly queueArn: string
  readonly batchSize: number
  readonly isEnabled: () => boolean
  /** Number of parallel long polls, so that accounts do not wait for one another. */
  readonly pollers: number
  /**
   * Calls the function with an SQS event.
   * @returns the IDs of the messages that failed
   */
  readonly deliver: (event: { Records: unknown[] }) => Promise<readonly string[]>
}

/**
 * Emulates an event source mapping: it receives messages, calls the function, and deletes the messages that succeeded.
 * A failed message stays hidden until its visibility timeout, which the function may shorten. After too many failures,
 * the queue moves it to the dead-letter queue.
 */
export const mapQueue = (queues: Queues, mapping: Mapping, onTrouble: (line: string) => void) => {
  const stopping = new AbortController()
  const poll = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (!mapping.isEnabled()) {
          await wait(500, undefined, { signal: stopping.signal })
          continue
        }
        const { Messages = [] } = await queues.client.send(
          new ReceiveMessageCommand({
            QueueUrl: mapping.queueUrl,
            MaxNumberOfMessages: mapping.batchSize,
            WaitTimeSeconds: 5,
            MessageSystemAttributeNames: ['All'],
          }),
          { abortSignal: stopping.signal },
        )
        if (Messages.length > 0) await handOver(queues, mapping, Messages)
      } catch (error) {
        if (stopping.signal.aborted) return
        onTrouble(`queue ${mapping.queueArn}: ${error instanceof Error ? error.message : String(error)}`)
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }
  }
  const running = Array.from({ length: mapping.pollers }, poll)
  return async () => {
    stopping.abort()
    await Promise.all(running)
  }
}

const handOver = async ({ client }: Queues, mapping: Mapping, messages: readonly Message[]) => {
  const failed = await mapping.deliver({ Records: messages.map((message) => recordOf(message, mapping)) })
  for (const { MessageId, ReceiptHandle } of messages)
    if (!failed.includes(MessageId as string))
      await client.send(new DeleteMessageCommand({ QueueUrl: mapping.queueUrl, ReceiptHandle }))
}

const recordOf = (message: Message, { queueArn }: Mapping) => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes ?? {},
  messageAttributes: {},
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: local.region,
})
