import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFront } from '../local/front.ts'
import type { LambdaRuntime } from '../local/lambda.ts'
import { startQueues } from '../local/queues.ts'
import { runTemplate } from '../local/run-template.ts'
import { LocalSecretsManager } from '../local/secrets-manager.ts'
import { synthesize } from '../local/synthesize.ts'
import { startTables } from '../local/tables.ts'
import { local } from '../local/template.ts'
import { close, freePort, listen } from '../servers.ts'
import { startPaperIg } from '../paper-ig/paper-ig.ts'
import { siteFolder } from '../../stack/site-folder.ts'
import { holdMarkets } from './paper-world.ts'
import { ProcessLambdas, type Strike } from './process-lambdas.ts'

/** Side by side; the cloud has fifty. */
const executors = 10

export type ProcessCloudOptions = {
  readonly strikeFor?: (name: string, event: unknown) => Strike | null
  readonly onKill?: (name: string, strike: Strike) => void
}

/**
 * The local cloud's template with each Lambda in a process of its own, so that kill -9 can strike it at any step, and
 * with a clock that can jump: the broker's and the Lambdas' together.
 */
export const startProcessCloud = async (options: ProcessCloudOptions = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-bench-'))
  mkdirSync(join(folder, 'dynamodb'), { recursive: true })
  const cdkOut = join(folder, 'cdk.out')
  let ahead = 0
  const paper = await startPaperIg({ port: 0, livePort: 0, clock: { now: () => Date.now() + ahead } })
  await holdMarkets(`http://127.0.0.1:${paper.port}`)
  const tables = await startTables(0, join(folder, 'dynamodb'))
  const queues = await startQueues(await freePort(), join(folder, 'sqs'))
  const secrets = new LocalSecretsManager(join(folder, 'secrets.json'))
  const behind = {
    dynamodb: tables.endpoint,
    sqs: queues.endpoint,
    secrets: await listen(secrets.server),
    broker: `http://127.0.0.1:${paper.port}`,
  }
  /** What a killed executor held comes back in a second, not after the visibility timeout of two minutes. */
  const bringBack = async (event: unknown) => {
    const { Records = [] } = event as { Records?: { receiptHandle: string; eventSourceARN: string }[] }
    for (const { receiptHandle, eventSourceARN } of Records)
      await queues.client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: queues.urlOf(eventSourceARN.split(':').at(-1) ?? ''),
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: 1,
        }),
      )
  }
  const lambdas = new ProcessLambdas({
    strikeFor: options.strikeFor ?? (() => null),
    onKill: (name, strike, event) => {
      options.onKill?.(name, strike)
      // A message that the queue has given away or forgotten meanwhile needs no help.
      bringBack(event).catch(() => {})
    },
    behind,
  })
  const template = await synthesize(cdkOut, {
    stage: 'local',
    region: local.region,
    siteOrigin: 'http://localhost',
    igDemoUrl: `${behind.broker}/gateway/deal`,
    igLiveUrl: `${behind.broker}/gateway/deal`,
    yahooUrl: 'http://localhost',
    mailFrom: 'signalpost@signalpost.test',
  })
  const environment = {
    AWS_REGION: local.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: behind.dynamodb,
    AWS_ENDPOINT_URL_SQS: behind.sqs,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: behind.secrets,
    AWS_ENDPOINT_URL_SESV2: 'http://127.0.0.1:9',
  }
  const running = await runTemplate(
    template,
    // Only `invoke` is asked of it there.
    { tables, queues, secrets, lambdas: lambdas as unknown as LambdaRuntime },
    { cdkOut, siteOrigin: 'http://localhost', environment, onTrouble: () => {}, mostInstances: executors },
  )
  const front = createFront({
    ...running,
    routes: running.routes.map((route) => ({
      ...route,
      // API Gateway's answer to a Lambda that died.
      invoke: (event) => route.invoke(event).catch(() => ({ statusCode: 500, body: '{}' })),
    })),
    siteFolder,
    control: () => Promise.resolve(null),
  })
  const origin = await listen(front)
  // What is measured here is the way of an alert: notifications wait in their queue.
  for (const [id, mapping] of running.mappings)
    if (id.startsWith('functionssendnotices')) mapping.setEnabled(false)
  running.begin()
  const tableNames = Object.fromEntries(
    running.functions.flatMap(({ environment: given }) =>
      Object.entries(given).filter(([name]) => name.startsWith('TABLE_')),
    ),
  )
  return {
    origin,
    paperOrigin: behind.broker,
    tables: { endpoint: tables.endpoint, names: tableNames },
    /** The name under which all Lambdas together are reported. */
    environment: Object.assign({}, ...running.functions.map((spec) => spec.environment)) as Record<
      string,
      string
    >,
    /** A run that fails is repeated by the next one, as in AWS. */
    reconcile: async () => {
      await running.schedules
        .get('reconcile-alerts')?.()
        .catch(() => {})
    },
    /** Milliseconds. */
    moveClock: (milliseconds: number) => {
      ahead += milliseconds
      lambdas.moveClock(ahead)
    },
    stop: async () => {
      void close(front)
      lambdas.stop()
      await running.stop()
      await queues.stop()
      await tables.stop()
      await close(secrets.server)
      await paper.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
