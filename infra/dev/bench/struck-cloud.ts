import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOf, startLocalCloud } from '../local/cloud.ts'
import { local, localAccess } from '../local/template.ts'
import { freePorts } from '../testing/local-cloud.ts'
import { PastClock } from '../testing/past-clock.ts'
import { holdMarkets } from './paper-world.ts'
import { inKillableProcess, type Strikes } from './killable-process.ts'

/** Maximum number of executors. In production there are fifty. */
const executors = 10

/**
 * Starts a local cloud that runs each Lambda in a separate process, so that kill -9 can stop it at any call. The clocks
 * of the cloud and of the broker can be moved together.
 */
export const startStruckCloud = async ({ strikeFor, onKill }: Strikes) => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-bench-'))
  const clock = new PastClock(Date.now(), Infinity)
  /**
   * Makes the queue deliver the messages of a killed executor again after a second, instead of after the visibility
   * timeout of two minutes.
   */
  const bringBack = async (event: unknown) => {
    const { Records = [] } = event as { Records?: { receiptHandle: string; eventSourceARN: string }[] }
    for (const { receiptHandle, eventSourceARN } of Records)
      await queues.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: `${environment.AWS_ENDPOINT_URL_SQS}/${local.account}/${eventSourceARN.split(':').at(-1)}`,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: 1,
        }),
      )
  }
  const port = await freePorts(24)
  const cloud = await startLocalCloud({
    port,
    paperPort: port + 20,
    dataFolder: folder,
    seed: false,
    built: true,
    mostInstances: executors,
    clock: { now: () => clock.now() },
    environment: clock.environment,
    launch: inKillableProcess({
      strikeFor,
      onKill: (name, strike, event) => {
        onKill(name, strike, event)
        // This fails if the queue has already delivered the message again or deleted it, which is fine.
        bringBack(event).catch(() => {})
      },
    }),
  })
  const { template } = cloud
  const environment = environmentOf(template)
  const queues = new SQSClient({
    endpoint: environment.AWS_ENDPOINT_URL_SQS ?? '',
    ...localAccess,
  })
  const paperOrigin = `http://127.0.0.1:${cloud.paper.port}`
  await holdMarkets(paperOrigin)
  // Only the path of an alert is measured, so notifications stay in their queue.
  for (const [id, mapping] of template.mappings)
    if (id.startsWith('functionssendnotices')) mapping.setEnabled(false)
  return {
    origin: cloud.origin,
    paperOrigin,
    environment,
    /** Runs the reconciler. A failure is ignored, because the next run repeats the work, as in AWS. */
    reconcile: async () => {
      await template.schedules
        .get('reconcile-alerts')?.()
        .catch(() => {})
    },
    /** Moves all clocks by a number of milliseconds. */
    moveClock: (milliseconds: number) => clock.goTo(clock.now() + milliseconds),
    stop: async () => {
      queues.destroy()
      await cloud.stop()
      clock.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
