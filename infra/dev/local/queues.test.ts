import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import { expect, test, vi } from 'vitest'
import { freePort } from '../servers.ts'
import { startQueues } from './queues.ts'

const listening = (port: number, host: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })

test('one receive gets all messages of a group in order, even after a redelivery, and locks the group', async () => {
  // The queue runs in this process, so messages stay hidden until the test advances the clock.
  vi.useFakeTimers({ toFake: ['Date'] })
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-queues-'))
  const queues = await startQueues(await freePort(), folder)
  try {
    await queues.ensureQueue('alerts.fifo', { FifoQueue: 'true' })
    const QueueUrl = queues.urlOf('alerts.fifo')
    for (let number = 1; number <= 12; number += 1)
      await queues.client.send(
        new SendMessageCommand({
          QueueUrl,
          MessageBody: `${number}`,
          MessageGroupId: 'ann',
          MessageDeduplicationId: `${number}`,
        }),
      )
    const receive = async () => {
      const command = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 })
      return (await queues.client.send(command)).Messages ?? []
    }
    const first = await receive()
    expect(first.map(({ Body }) => Body)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    expect(await receive()).toEqual([])
    for (const { ReceiptHandle } of first.slice(0, 7))
      await queues.client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
    for (const { ReceiptHandle } of first.slice(7))
      await queues.client.send(
        new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 3 }),
      )
    expect(await receive()).toEqual([])
    vi.setSystemTime(Date.now() + 3_000)
    expect((await receive()).map(({ Body }) => Body)).toEqual(['8', '9', '10', '11', '12'])
  } finally {
    vi.useRealTimers()
    await queues.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

// Only Linux lets a program listen on 127.0.0.2 without configuration.
test.runIf(process.platform === 'linux')('the queues listen only on 127.0.0.1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-queues-'))
  const port = await freePort()
  const queues = await startQueues(port, folder)
  try {
    // This fails if the queues listen on every interface, because that includes 127.0.0.2.
    const other = await listening(port, '127.0.0.2')
    await new Promise((resolve) => other.close(resolve))
    await expect(listening(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  } finally {
    await queues.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
