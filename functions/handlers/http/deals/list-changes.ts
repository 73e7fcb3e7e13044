import { accounts } from '../../../../shared/contract/accounts.ts'
import { administration } from '../../../../shared/contract/administration.ts'
import { alerts } from '../../../../shared/contract/alerts.ts'
import { deals } from '../../../../shared/contract/deals.ts'
import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as z from 'zod/mini'
import { findCaller } from '../../../accounts/find-caller.ts'
import { readAppSettings, readMe } from '../../../accounts/read-me.ts'
import { readBrokerAccount, readOrders, readPositions, readStats } from '../../../deals/read-views.ts'
import type { Caller } from '../../../http/caller.ts'
import { endpoint, type Handle, Reply } from '../../../http/endpoint.ts'
import { parseRequest } from '../../../http/request.ts'
import { readAlertPage } from '../../../alerts/read-alert-page.ts'
import { readLogPage } from '../../../logs/read-log-page.ts'
import { readSettingsView } from '../../../settings/settings-view.ts'
import { mostReads, type ReadAnswer } from '../../../../shared/contract/changes.ts'
import type { Endpoint, PolledRead, RequestOf } from '../../../../shared/contract/index.ts'
import { logs } from '../../../../shared/contract/logs.ts'
import { settings } from '../../../../shared/contract/settings.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'

const handles: { readonly [Name in PolledRead]: Handle<Name> } = {
  getStats: readStats,
  getBrokerAccount: readBrokerAccount,
  listPositions: readPositions,
  listOrders: readOrders,
  listLogs: readLogPage,
  listAlerts: readAlertPage,
  getSettings: ({ caller }) => readSettingsView(caller.userId),
  getMe: readMe,
  getAppSettings: readAppSettings,
}

const { getStats, getBrokerAccount, listPositions, listOrders } = deals
const { listLogs } = logs
const { listAlerts } = alerts
const { getSettings } = settings
const { getMe } = accounts
const { getAppSettings } = administration
const polled: Readonly<Record<PolledRead, Endpoint>> = {
  getStats,
  getBrokerAccount,
  listPositions,
  listOrders,
  listLogs,
  listAlerts,
  getSettings,
  getMe,
  getAppSettings,
}

/**
 * The dashboard's poll, which makes several reads in one call. A refused read reports its own error, and the others are
 * still answered. An unexpected failure fails the whole call, so that it triggers the alarm on failed calls.
 */
export const handler = endpoint(
  deals,
  'listChanges',
  async ({ request, caller, event }) => {
    const tags = (request.since ?? '').split(',')
    const answers = await Promise.all(
      readsFrom(request.reads).map((read, place) => answerTo(read, caller, event, tags[place] ?? '')),
    )
    return answers.every(({ status }) => status === 304)
      ? new Reply<{ answers: ReadAnswer[] }>(undefined, { status: 304 })
      : { answers }
  },
  findCaller,
)

const Reads = z.array(z.string()).check(z.minLength(1), z.maxLength(mostReads))

/** @throws VisibleError INVALID_REQUEST */
const readsFrom = (text: string): URL[] => {
  try {
    return Reads.parse(JSON.parse(text)).map((path) => new URL(path, 'http://reads'))
  } catch {
    const expected = `a JSON array of 1 to ${mostReads} paths`
    throw new VisibleError('INVALID_REQUEST', `reads must be ${expected}`, { reads: expected })
  }
}

/** @param tag the version that the caller has; empty if the caller has none */
const answerTo = async (
  { pathname, searchParams }: URL,
  caller: Caller,
  event: APIGatewayProxyEventV2,
  tag: string,
): Promise<ReadAnswer> => {
  try {
    const name = (Object.keys(handles) as PolledRead[]).find((each) => polled[each].path === pathname)
    if (!name) throw new VisibleError('INVALID_REQUEST', `${pathname} cannot be read together with others`)
    const asked = {
      ...event,
      queryStringParameters: Object.fromEntries(searchParams),
      headers: { ...event.headers, 'if-none-match': `"${tag}"` },
    }
    return await answerOf(name, caller, asked, tag)
  } catch (error) {
    if (!(error instanceof VisibleError)) throw error
    return { status: error.status, error: error.body }
  }
}

const answerOf = async <Name extends PolledRead>(
  name: Name,
  caller: Caller,
  event: APIGatewayProxyEventV2,
  tag: string,
): Promise<ReadAnswer> => {
  const request = (await parseRequest(polled[name], event)) as RequestOf<Name>
  const handle = handles[name] as Handle<PolledRead>
  const given = await handle({ request, caller, event } as Parameters<Handle<PolledRead>>[0])
  const { body, options } = given instanceof Reply ? given : new Reply(given)
  if (options.status === 304) return { status: 304 }
  const ofBody = () => createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 16)
  const next = options.headers?.etag?.replaceAll('"', '') ?? ofBody()
  return next === tag ? { status: 304 } : { status: 200, tag: next, body }
}
