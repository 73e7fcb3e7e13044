import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../paper-ig/environment.ts'
import { type PaperIg, startPaperIg } from '../paper-ig/paper-ig.ts'
import { siteFolder } from '../../stack/site-folder.ts'
import { buildIfChanged } from './build-cache.ts'
import { createFront } from './front.ts'
import { startLambdaApi } from './lambda-api.ts'
import { type LambdaOptions, LambdaRuntime, usualInstances } from './lambda.ts'
import { startMails } from './mails.ts'
import { type OutageName, outageNames, type Outages } from './outages.ts'
import { startQueues } from './queues.ts'
import { localTelegram, startReceivers } from './receivers.ts'
import { type RunningTemplate, runTemplate } from './run-template.ts'
import { LocalSecretsManager } from './secrets-manager.ts'
import { seedDemoUser } from './seed.ts'
import { close, listen } from '../servers.ts'
import { synthesize } from './synthesize.ts'
import { startTables } from './tables.ts'
import { startYahooStandIn } from '../yahoo-stand-in/yahoo-stand-in.ts'
import { local, localEnvironment } from './template.ts'
import { env } from '../../../shared/platform/env.ts'

export type LocalCloudOptions = {
  /** Port of the site and the API. The emulators use the ports from `port` + 10. */
  readonly port: number
  /** Port of paper IG's demo environment. Its live environment uses the next port. */
  readonly paperPort: number
  readonly dataFolder: string
  readonly seed: boolean
  /** Whether bundles and site have already been built into .build. */
  readonly built?: boolean
  /** Whether LIVE and the admin pages need a second factor, as in a deployment. Default: no. */
  readonly requireSecondFactor?: boolean
  /** Maximum number of parallel instances per Lambda. */
  readonly mostInstances?: number
  /** Starts the host that runs an instance. Default: a worker thread. */
  readonly launch?: LambdaOptions['launch']
  /** Environment variables that every Lambda gets. */
  readonly environment?: Readonly<Record<string, string>>
  /** The clock that paper IG uses. Default: the machine's. */
  readonly clock?: Clock
  readonly onStep?: (step: string, milliseconds: number) => void
  readonly onTrouble?: (line: string) => void
}

export type LocalCloud = {
  readonly origin: string
  readonly paper: PaperIg
  readonly template: RunningTemplate
  readonly stop: () => Promise<void>
}

/** Builds, synthesizes and runs the whole product on this machine. It listens on 127.0.0.1 only. */
export const startLocalCloud = async (options: LocalCloudOptions): Promise<LocalCloud> => {
  const { port, paperPort, dataFolder } = options
  const onTrouble = options.onTrouble ?? (() => {})
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    options.onStep?.(name, performance.now() - began)
    return result
  }
  const stops: (() => Promise<void>)[] = []
  const outages = new Set<OutageName>()
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    mkdirSync(join(dataFolder, 'logs'), { recursive: true })
    const origin = `http://localhost:${port}`
    const cdkOut = join(dataFolder, 'cdk.out')

    if (!options.built) await step('built the Lambdas and the site', buildIfChanged)
    const [template, emulated] = await Promise.all([
      step('synthesized the CDK app', () =>
        synthesize(cdkOut, {
          stage: 'local',
          region: local.region,
          siteOrigin: origin,
          igDemoUrl: `http://127.0.0.1:${paperPort}/gateway/deal`,
          igLiveUrl: `http://127.0.0.1:${paperPort + 1}/gateway/deal`,
          yahooUrl: `http://127.0.0.1:${port + 16}`,
          mailFrom: 'signalpost@signalpost.test',
          telegramSecret: localTelegram.secret,
          requireSecondFactor: options.requireSecondFactor ? 'yes' : 'no',
        }),
      ),
      step('started the emulators and paper IG', () => startEmulators(options, stops, outages)),
    ])
    const environment = {
      ...emulated.environment,
      [env.paperBroker]: 'yes',
      [env.notificationStandIn]: emulated.receivers.endpoint,
      ...options.environment,
    }

    const { mostInstances = usualInstances, launch } = options
    const lambdas = new LambdaRuntime({
      folder: join(dataFolder, 'logs'),
      onTrouble,
      mostInstances,
      outages,
      launch,
    })
    stops.push(() => lambdas.stop())
    const running = await step('ran the template', () =>
      runTemplate(
        template,
        { ...emulated, lambdas },
        {
          cdkOut,
          siteOrigin: origin,
          environment,
          onTrouble,
          mostInstances,
        },
      ),
    )
    stops.push(running.stop)
    stops.push(await startLambdaApi(port + 14, running, onTrouble))

    const front = createFront({
      isApiGone: () => outages.has('api'),
      onCall: (call) => lambdas.writeLog('access-log', JSON.stringify(call)),
      routes: running.routes,
      headers: running.headers,
      errorTimes: running.errorTimes,
      originHeaders: running.originHeaders,
      buckets: running.buckets,
      siteFolder,
      onTrouble,
      control: controlsOf(running, lambdas, { ...emulated, environment }, outages),
    })
    await listen(front, port)
    stops.push(() => close(front))
    running.begin()
    if (options.seed) await step('created the demo user', () => seedDemoUser(origin))
    return { origin, paper: emulated.paper, template: running, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const startEmulators = async (
  { port, paperPort, dataFolder, clock }: LocalCloudOptions,
  stops: (() => Promise<void>)[],
  outages: Outages,
) => {
  const tables = await startTables(port + 10, join(dataFolder, 'dynamodb'), outages)
  stops.push(tables.stop)
  const queues = await startQueues(port + 11, join(dataFolder, 'sqs'))
  stops.push(queues.stop)
  const mails = await startMails(port + 12, outages)
  stops.push(mails.stop)
  const secrets = new LocalSecretsManager(join(dataFolder, 'secrets.json'))
  await listen(secrets.server, port + 13)
  stops.push(() => close(secrets.server))
  secrets.ensure(localTelegram.secret)
  const receivers = await startReceivers(port + 17)
  stops.push(receivers.stop)
  const paper = await startPaperIg({
    port: paperPort,
    livePort: paperPort + 1,
    dataFile: join(dataFolder, 'paper-ig.json'),
    ...(clock && { clock }),
  })
  stops.push(() => paper.stop())
  const yahoo = await startYahooStandIn(port + 16)
  stops.push(yahoo.stop)
  return {
    tables,
    queues,
    mails,
    receivers,
    secrets,
    paper,
    environment: {
      ...localEnvironment,
      AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint,
      AWS_ENDPOINT_URL_SQS: queues.endpoint,
      AWS_ENDPOINT_URL_S3: queues.endpoint,
      AWS_ENDPOINT_URL_SESV2: mails.endpoint,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port + 13}`,
      AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${port + 14}`,
    },
  }
}

/** The environment variables of all Lambdas. They tell other programs the names of the tables. */
export const environmentOf = ({ functions }: RunningTemplate): Readonly<Record<string, string>> =>
  Object.assign({}, ...functions.map(({ environment }) => environment)) as Record<string, string>

/** Handles GET and POST requests below /_local. */
const controlsOf =
  (
    running: RunningTemplate,
    lambdas: LambdaRuntime,
    { mails, receivers, tables, environment, paper }: Awaited<ReturnType<typeof startEmulators>>,
    outages: Set<OutageName>,
  ) =>
  async (method: string, path: string): Promise<unknown> => {
    if (method === 'GET' && path === '/_local')
      return {
        routes: running.routes.map((route) => `${route.method} ${route.path}`),
        functions: running.functions.map(({ name }) => name),
        liveWorkers: lambdas.liveCount,
        underWay: lambdas.underWay,
        throttles: lambdas.throttles,
        memoryMegabytes: Math.round(process.memoryUsage().rss / 1024 / 1024),
        tables: running.tables,
        queues: running.queues,
        schedules: [...running.schedules.keys()],
        environment: environmentOf(running),
        // The Lambda emulator also serves CloudFormation's list of the stack's resources.
        endpoints: { ...environment, AWS_ENDPOINT_URL_CLOUDFORMATION: environment.AWS_ENDPOINT_URL_LAMBDA },
        notices: '/_local/notices',
        paperIg: { demo: paper.url('DEMO'), live: paper.url('LIVE') },
      }
    if (method === 'GET' && path === '/_local/mails') return mails.list()
    if (path.startsWith('/_local/notices')) return receivers.control(method, path)
    const [, what, turned] = /^\/_local\/outage\/(\w+)\/(on|off)$/.exec(path) ?? []
    const outage = outageNames.find((name) => name === what)
    if (method === 'POST' && outage) {
      if (turned === 'on') outages.add(outage)
      else outages.delete(outage)
      return { outages: [...outages] }
    }
    if (method === 'POST' && path === '/_local/tables/keep')
      return { kept: new Date(await tables.keep(running.tables)).toISOString() }
    const run = running.schedules.get(/^\/_local\/schedules\/([^/]+)$/.exec(path)?.[1] ?? '')
    return method === 'POST' && run ? { result: (await run()) ?? null } : null
  }

export const forget = (dataFolder: string) => rmSync(dataFolder, { recursive: true, force: true })
