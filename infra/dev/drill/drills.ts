import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { isEnded } from '../../../shared/logs/is-ended.ts'
import type { LogEntry } from '../../../shared/logs/log.schema.ts'
import { ApiClient } from '../../api-client.ts'
import type { Mail } from '../local/mails.ts'
import type { OutageName } from '../local/outages.ts'
import { demoUser } from '../local/seed.ts'
import { localAccess } from '../local/template.ts'
import { type CloudUnderTest, until } from '../testing/local-cloud.ts'
import { postAlert } from '../testing/webhook.ts'
import { localRootSecret } from '../testing/local-root-secret.ts'
import { alarmsIn, type Logs, type Rung, type Search, searchesOf } from './alarms.ts'

/** The report of a drill: what happened, what the user was shown, and what an operator would see. */
export type Report = {
  readonly played: string
  readonly userReads: string
  readonly alarms: readonly Rung[]
  /** The searches from the section of the runbook for this problem. */
  readonly searches: readonly Search[]
}

type Scene = {
  readonly cloud: CloudUnderTest
  readonly post: () => Promise<{ readonly status: number; readonly alertId: string }>
  /**
   * Sends an alert that must be accepted.
   * @returns the alert's ID
   */
  readonly send: () => Promise<string>
  /** Waits until an alert has an outcome. Returns its entry in the user's log. */
  readonly entryOf: (alertId: string) => Promise<LogEntry>
}

type Drill = {
  /** The alarm that must fire; null if no alarm may fire. */
  readonly alarm: string | null
  /** The heading of the runbook's section about this problem. */
  readonly page: string
  readonly does: string
  /**
   * Runs the drill.
   * @returns what the user was shown
   */
  readonly play: (scene: Scene) => Promise<string>
}

const entryText = ({ message, description }: LogEntry) => [message, description].filter(Boolean).join('. ')

export const drills: Readonly<Record<string, Drill>> = {
  'ig-down': {
    alarm: 'ig-down',
    page: 'ig-down',
    does: 'IG responds 503 to everything while an alert arrives',
    play: async ({ cloud, send, entryOf }) => {
      await cloud.control(`${cloud.paperOrigin}/_paper/faults`, {
        times: 1_000,
        apply: false,
        respond: { status: 503, body: {} },
      })
      return entryText(await entryOf(await send()))
    },
  },
  stuck: {
    alarm: 'dead-letters',
    page: 'Poisoned alert',
    does: 'the executor keeps failing on an alert because a stored list cannot be read, and another alert waits behind it',
    play: async ({ cloud, send, entryOf }) => {
      await breakInstruments(cloud)
      const first = await send()
      // The second alert waits behind the first alert.
      await send()
      return entryText(await entryOf(first))
    },
  },
  credentials: {
    alarm: null,
    page: 'ig-down',
    does: 'IG refuses one user’s API key, and an alert comes',
    play: async ({ cloud, send, entryOf }) => {
      await cloud.control(`${cloud.paperOrigin}/_paper/settings`, {
        refusedKeys: { 'paper-key-demo': 'disabled' },
      })
      await cloud.control(`${cloud.paperOrigin}/_paper/expire-sessions`, {})
      const entry = await entryOf(await send())
      const mail = await until(async () =>
        ((await cloud.control(`${cloud.origin}/_local/mails`)) as Mail[]).find(({ subject, text }) =>
          // Notifications of the same minute share an email.
          `${subject} ${text}`.includes('IG rejected your login'),
        ),
      )
      return `${entryText(entry)}, and by email: ${/IG rejected your login[^\n.]*/.exec(`${mail.subject}\n${mail.text}`)?.[0]}`
    },
  },
  canary: {
    alarm: 'webhook-down',
    page: 'webhook-down',
    does: 'nothing behind the site’s name answers, and the canary calls',
    play: async ({ cloud }) => {
      await during(cloud, 'api', () => cloud.runSchedule('canary'))
      return 'nothing: no alert arrived'
    },
  },
  'root-secret': {
    alarm: 'webhook-down',
    page: 'Root secret replaced manually',
    does: 'the root secret is replaced manually, and an alert comes',
    play: async ({ cloud, post }) => {
      await cloud.runSchedule('canary')
      const before = await replaceRootSecret(cloud, 'f'.repeat(64))
      await restart(cloud)
      await cloud.runSchedule('canary')
      const { status } = await post()
      await replaceRootSecret(cloud, before)
      await restart(cloud)
      return `nothing: the alert was answered ${status}. With the secret put back, the next one was answered ${(await post()).status}`
    },
  },
  kms: {
    alarm: 'webhook-down',
    page: 'KMS denied',
    does: 'the key of the tables is denied, and an alert comes',
    play: async ({ cloud, post, entryOf }) => {
      const { status } = await during(cloud, 'tables', async () => {
        await cloud.runSchedule('finish-deletions').catch(() => null)
        return post()
      })
      const again = await post()
      return `nothing: the alert was answered ${status}. Sent again after the outage: ${entryText(await entryOf(again.alertId))}`
    },
  },
  ses: {
    alarm: 'run-failed',
    page: 'SES paused, or sending nothing',
    does: 'SES has paused sending, and a user asks for a reset link',
    play: async ({ cloud }) => {
      const client = new ApiClient(cloud.origin)
      await during(cloud, 'mails', async () => {
        await client.call('requestPasswordReset', { email: demoUser.email })
        await until(() => Promise.resolve(hasLine(cloud, 'send-mail', 'SendingPaused')))
      })
      return 'the page says that a link is on its way, and no email comes'
    },
  },
  concurrency: {
    alarm: 'throttles',
    page: 'Concurrency taken by another application',
    does: 'other applications use up the account’s executions, and an alert comes',
    play: async ({ cloud, post, entryOf }) => {
      const { status } = await during(cloud, 'lambdas', post)
      const again = await post()
      return `nothing: the alert was answered ${status}. Sent again afterwards: ${entryText(await entryOf(again.alertId))}`
    },
  },
  flood: {
    alarm: 'under-attack',
    page: 'Log flood',
    does: 'a program tries 200 logins within a minute',
    play: async ({ cloud }) => {
      const client = new ApiClient(cloud.origin)
      for (const number of Array(200).keys())
        await client
          .call('login', { email: `flood-${number}@example.com`, password: 'Wrong-Pass-1' })
          .catch(() => null)
      return 'nothing: no user takes part'
    },
  },
}

/** Does some work while a service of AWS refuses all calls. */
const during = async <T>(cloud: CloudUnderTest, outage: OutageName, work: () => Promise<T>): Promise<T> => {
  await cloud.control(`${cloud.origin}/_local/outage/${outage}/on`, {})
  try {
    return await work()
  } finally {
    await cloud.control(`${cloud.origin}/_local/outage/${outage}/off`, {})
  }
}

/** Restarts the cloud, so that every Lambda reads the root secret again. */
const restart = async (cloud: CloudUnderTest) => {
  await cloud.end()
  await cloud.start()
}

const hasLine = (cloud: CloudUnderTest, name: string, part: string) =>
  cloud
    .logs()
    .get(name)
    ?.some((line) => line.includes(part)) || null

/**
 * Replaces the root secret.
 * @returns the previous value
 */
const replaceRootSecret = async (cloud: CloudUnderTest, next: string): Promise<string> => {
  const { read, write } = await localRootSecret((await stateOf(cloud)).endpoints)
  const before = await read()
  await write(next)
  return before
}

type LocalState = { readonly endpoints: Readonly<Record<string, string>>; readonly throttles: number }
const stateOf = async (cloud: CloudUnderTest) => (await cloud.control(`${cloud.origin}/_local`)) as LocalState

/** Breaks the demo user's list of instruments, which then refers to chunks that do not exist. */
const breakInstruments = async (cloud: CloudUnderTest) => {
  const { endpoints } = await stateOf(cloud)
  const client = new DynamoDBClient({
    endpoint: endpoints.AWS_ENDPOINT_URL_DYNAMODB as string,
    ...localAccess,
  })
  const { TableNames = [] } = await client.send(new ListTablesCommand({}))
  const TableName = TableNames.find((name) => name.includes('instruments')) ?? ''
  const dynamo = DynamoDBDocumentClient.from(client)
  const { Items = [] } = await dynamo.send(
    new ScanCommand({ TableName, FilterExpression: 'attribute_exists(chunks)' }),
  )
  for (const { pk, sk, chunks } of Items)
    await dynamo.send(
      new UpdateCommand({
        TableName,
        Key: { pk, sk },
        UpdateExpression: 'SET chunks = :gone',
        ExpressionAttributeValues: { ':gone': (chunks as string[]).map((id) => id && 'a999999') },
      }),
    )
}

const sceneOf = async (cloud: CloudUnderTest): Promise<Scene> => {
  const client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)
  const { demoWebhookSecret: secret } = await client.call('getSettings', {})
  let number = 0
  const post = async () => {
    number += 1
    const alert = {
      secret,
      market: number % 2 ? 'NASDAQ:AAPL' : 'LSE:BP.',
      action: 'BUY',
      price: number % 2 ? '229' : '431',
      time: new Date().toISOString(),
      id: `drill-${number}-${Date.now()}`,
    }
    return { alertId: '', ...(await postAlert(cloud.origin, JSON.stringify(alert))) }
  }
  const send = async () => (await post()).alertId
  const entryOf = (alertId: string) =>
    until<LogEntry>(async () => {
      const { results } = await client.call('listLogs', { offset: 0, limit: 100, type: 'ALL' })
      return results.filter(isEnded).find(({ extra }) => extra.alertId === alertId)
    }, 200)
  return { cloud, post, send, entryOf }
}

/** Returns the log lines that were written after an earlier reading. */
const since = (before: Logs, now: Logs): Logs =>
  new Map([...now].map(([name, lines]) => [name, lines.slice(before.get(name)?.length ?? 0)]))

/**
 * Waits until the log contains what the drill's alarm counts or its runbook search finds. If that does not happen,
 * returns the log as it is.
 */
const logsOnceWritten = async (
  { alarm, page }: Drill,
  read: () => Logs,
  throttles: number,
): Promise<Logs> => {
  const isSeenIn = (logs: Logs) =>
    alarm === null
      ? searchesOf(page, logs).some(({ found }) => found.length > 0)
      : alarmsIn(logs, throttles).some((each) => each.alarm === alarm && each.isRinging)
  return until(() => {
    const logs = read()
    return Promise.resolve(isSeenIn(logs) && logs)
  }).catch(read)
}

/**
 * Returns the log lines that are counted in a drill. Lines of the canary are counted only in drills of the webhook,
 * because a busy test machine may be too slow for the canary.
 */
const linesOf = ({ alarm }: Drill, logs: Logs): Logs =>
  alarm === 'webhook-down' ? logs : new Map([...logs].filter(([name]) => name !== 'canary'))

/** Runs a drill on a local cloud with the demo user. */
export const playDrill = async (drill: Drill, cloud: CloudUnderTest): Promise<Report> => {
  const scene = await sceneOf(cloud)
  // The work of an earlier drill must be finished, so that it writes no lines during this drill.
  await cloud.comesToRest()
  const before = cloud.logs()
  const earlier = (await stateOf(cloud)).throttles
  const userReads = await drill.play(scene)
  const throttles = Math.max(0, (await stateOf(cloud)).throttles - earlier)
  const logs = await logsOnceWritten(drill, () => linesOf(drill, since(before, cloud.logs())), throttles)
  return {
    played: drill.does,
    userReads: userReads,
    alarms: alarmsIn(logs, throttles),
    searches: searchesOf(drill.page, logs),
  }
}

const shortened = (line: string) => (line.length > 220 ? `${line.slice(0, 220)} …` : line)

export const inWords = (name: string, { played, userReads: toldUser, alarms, searches }: Report): string =>
  [
    `Drill ${name}: ${played}`,
    `  The user is notified    ${toldUser}`,
    ...alarms
      .filter(({ counted }) => counted > 0)
      .map(
        ({ alarm, counted, threshold, isRinging }) =>
          `  ${isRinging ? 'Fires ' : 'Silent'}  ${alarm}: ${counted} counted, ${threshold} ring`,
      ),
    ...(alarms.some(({ isRinging }) => isRinging) ? [] : ['  No alarm rings']),
    ...searches.flatMap(({ pattern, found }) => [
      `  The runbook’s search  ${pattern}`,
      found[0] ? `    ${found.length} lines, such as ${shortened(found[0])}` : '    nothing',
    ]),
  ].join('\n')
