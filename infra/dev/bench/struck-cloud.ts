import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOf, startLocalCloud } from '../local/cloud.ts'
import { local } from '../local/template.ts'
import { freePorts } from '../testing/local-cloud.ts'
import { holdMarkets } from './paper-world.ts'
import { inTappedProcess, type Strikes } from './tapped-process.ts'

/** Maximum number of executors. In production there are fifty. */
const executors = 10

/**
 * Starts a local cloud that runs each Lambda in a separate process, so that kill -9 can stop it at any call. The clocks
 * of the cloud and of the broker can be moved together.
 */
export const startStruckCloud = async ({ strikeFor, onKill }: Strikes) => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-bench-'))
  const clockFile = join(folder, 'clock')
  let ahead = 0
  const moveClock = (milliseconds: number) => {
    ahead += milliseconds
    // The file is renamed in one step, so that no process reads an incomplete time.
    writeFileSync(`${clockFile}.new`, String(ahead))
    renameSync(`${clockFile}.new`, clockFile)
  }
  moveClock(0)
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
    clock: { now: () => Date.now() + ahead },
    environment: {
      CLOCK_FILE: clockFile,
      NODE_OPTIONS: `--import=${new URL('../testing/shifted-clock.ts', import.meta.url).href}`,
    },
    launch: inTappedProcess({
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
    region: local.region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
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
    tables: { endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '', names: environment },
    /** Runs the reconciler. A failure is ignored, because the next run repeats the work, as in AWS. */
    reconcile: async () => {
      await template.schedules
        .get('reconcile-alerts')?.()
        .catch(() => {})
    },
    /** Moves all clocks by a number of milliseconds. */
    moveClock,
    stop: async () => {
      queues.destroy()
      await cloud.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
