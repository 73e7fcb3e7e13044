import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOf, startLocalCloud } from '../local/cloud.ts'
import { local } from '../local/template.ts'
import { freePorts } from '../testing/local-cloud.ts'
import { holdMarkets } from './paper-world.ts'
import { inTappedProcess, type Strikes } from './tapped-process.ts'

/** Executors in parallel; the real cloud has fifty. */
const executors = 10

/**
 * Starts a local cloud whose Lambdas run in separate processes, so that kill -9 can strike at any call, and whose
 * clocks can jump together with the broker's.
 */
export const startStruckCloud = async ({ strikeFor, onKill }: Strikes) => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-bench-'))
  const clockFile = join(folder, 'clock')
  let ahead = 0
  const moveClock = (milliseconds: number) => {
    ahead += milliseconds
    // Renamed in one step, so that no reader sees a half-written time.
    writeFileSync(`${clockFile}.new`, String(ahead))
    renameSync(`${clockFile}.new`, clockFile)
  }
  moveClock(0)
  /** Redelivers the messages of a killed executor after a second instead of the visibility timeout of two minutes. */
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
        // A message that the queue has redelivered or forgotten needs no help.
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
    /** A failed run is repeated by the next one, as in AWS. */
    reconcile: async () => {
      await template.schedules
        .get('reconcile-alerts')?.()
        .catch(() => {})
    },
    /** Moves all clocks by milliseconds. */
    moveClock,
    stop: async () => {
      queues.destroy()
      await cloud.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
