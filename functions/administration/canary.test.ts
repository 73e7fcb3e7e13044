import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { close, createRespondingServer, listen } from '../../infra/dev/servers.ts'
import { startStandInAws } from '../../infra/dev/testing/stand-in-aws.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { env } from '../../shared/platform/env.ts'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { parseAlert } from '../../shared/alerts/alert-parser.ts'
import { secrets } from '../aws/secrets.ts'
import { dynamo, tableName } from '../aws/table.ts'
import { handler } from '../handlers/schedule/canary.ts'
import { callWebhook } from './canary.ts'
import { getCanary } from './canary-store.ts'
import { hasFallenSilent, weekdayHoursSince } from './silence.ts'

useEmbeddedDynamoDb()
let aws: Awaited<ReturnType<typeof startStandInAws>>
beforeAll(async () => {
  aws = await startStandInAws()
})
afterAll(() => aws.stop())

process.env[env.quietHours] = '72'

let server: Server | undefined
afterEach(() => {
  if (server) void close(server)
  vi.restoreAllMocks()
})

/**
 * Starts a site whose webhook gives these responses in order. The last response is repeated. null means no response.
 */
const site = async (...answers: readonly (readonly [status: number, body: string] | null)[]) => {
  const calls: string[] = []
  server = createRespondingServer(({ method, url }, text) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)]
    calls.push(`${method} ${url} ${String(text)}`)
    if (!answer) return new Promise<never>(() => {})
    const [status, body] = answer
    return { status, body: Buffer.from(body) }
  })
  return { calls, origin: await listen(server) }
}
const well = [400, JSON.stringify({ code: 'INVALID_ALERT', message: 'Couldn’t read the alert' })] as const

const linesOf = async (run: () => Promise<unknown>) => {
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  await run()
  vi.restoreAllMocks()
  return written.map((line) => JSON.parse(line) as { message: string; problem?: string })
}

describe('a call of the canary', () => {
  it('succeeds if the webhook itself responds that the body is not an alert', async () => {
    const { origin, calls } = await site(well)
    expect(await callWebhook(origin, Date.now)).toMatchObject({ isWell: true, problem: '' })
    expect(calls).toEqual(['POST /api/v1/trading-view-webhook {"canary":true}'])
  })

  it('sends no secret, so that the webhook does not count it as a guess', () => {
    expect(parseAlert('{"canary":true}')).toMatchObject({ kind: 'invalid', secret: null })
  })

  it.each([
    ['a page of a proxy or firewall', [403, '<html>'] as const, 'responded 403 with code none'],
    ['another answer', [503, '{"code":"UNAVAILABLE"}'] as const, 'responded 503 with code UNAVAILABLE'],
    ['no answer', null, 'no answer within 3 seconds'],
  ])('reports a failure if it gets %s', async (_, answer, problem) => {
    const { origin } = await site(answer)
    const canary = await callWebhook(origin, Date.now)
    expect(canary.isWell).toBe(false)
    expect(canary.problem).toContain(problem)
  })

  it('reports a failure if no server listens at the address', async () => {
    const { isWell, problem } = await callWebhook('http://127.0.0.1:9', Date.now)
    expect([isWell, problem]).toEqual([false, expect.stringContaining('ECONNREFUSED')])
  })
})

describe('the handler of the canary', () => {
  it('stores the last result, and logs nothing if all is well', async () => {
    process.env[env.siteOrigin] = (await site(well)).origin
    expect(await linesOf(() => handler())).toEqual([])
    expect(await getCanary()).toMatchObject({ isWell: true, certificateEnds: null })
  })

  it('retries once before it alerts the operator', async () => {
    process.env[env.siteOrigin] = (await site([502, ''], well)).origin
    expect(await linesOf(() => handler())).toEqual([])
    process.env[env.siteOrigin] = (await site([502, ''])).origin
    const [line, ...others] = await linesOf(() => handler())
    expect(line).toMatchObject({ message: operatorLines.canaryFailed })
    expect(line?.problem).toContain('responded 502')
    expect(others).toEqual([])
    expect(await getCanary()).toMatchObject({ isWell: false })
  })
})

describe('the check of the root secret', () => {
  it('logs once that the root secret was replaced without the rotation steps', async () => {
    process.env[env.siteOrigin] = (await site(well)).origin
    const SecretId = process.env[env.rootSecretArn] as string
    const messagesWith = async (SecretString: string, passedHours: number) => {
      await secrets().send(new PutSecretValueCommand({ SecretId, SecretString }))
      vi.useFakeTimers({ now: Date.now() + passedHours * 3_600_000, toFake: ['Date'] })
      const lines = await linesOf(handler)
      vi.useRealTimers()
      return lines.map(({ message }) => message)
    }
    const two = JSON.stringify({ old: 'first', new: 'second', use: 'old', since: '2026-11-26T10:00:00Z' })
    await messagesWith('first', 1)
    expect(await messagesWith(two, 2)).not.toContain(operatorLines.rootReplaced)
    expect(await messagesWith('second', 3)).not.toContain(operatorLines.rootReplaced)
    expect(await messagesWith('third', 4)).toContain(operatorLines.rootReplaced)
    expect(await messagesWith('third', 5)).not.toContain(operatorLines.rootReplaced)
  })

  it('does not stop the call of the webhook if the root secret cannot be read', async () => {
    process.env[env.siteOrigin] = (await site(well)).origin
    vi.resetModules()
    const { handler: another } = await import('../handlers/schedule/canary.ts')
    vi.stubEnv(env.rootSecretArn, 'gone')
    expect((await linesOf(another)).map(({ message }) => message)).toEqual(['root secret not read'])
    vi.unstubAllEnvs()
    expect((await getCanary())?.isWell).toBe(true)
  })
})

describe('a lack of alerts', () => {
  const monday = Date.UTC(2026, 10, 23, 9)
  const hours = (count: number) => count * 3_600_000

  it.each([
    ['within a day', monday, monday + hours(5), 5],
    ['from Friday evening to Monday morning', monday - hours(61), monday, 13],
    ['over a weekend alone', monday - hours(33), monday - hours(9), 0],
  ])('is measured in hours from Monday to Friday, here %s', (_name, from, until, expected) => {
    expect(weekdayHoursSince(from, until)).toBe(expected)
  })

  const secretUsedAt = (at: number) =>
    dynamo().send(
      new PutCommand({
        TableName: tableName('webhookSecrets'),
        Item: { pk: 'hash', userId: 'ann', countedMinute: at / 60_000 },
      }),
    )

  it('is logged once, in the hour in which it reaches the given number of hours', async () => {
    await secretUsedAt(monday)
    const noted = await Promise.all([23, 24, 25].map((passed) => hasFallenSilent(24, monday + hours(passed))))
    expect(noted).toEqual([false, true, false])
  })

  it('is logged once if it reaches the given number of hours just before a weekend', async () => {
    const friday = monday + hours(4 * 24)
    await secretUsedAt(friday)
    const checks = Array.from({ length: 72 }, (_, passed) => hasFallenSilent(15, friday + hours(passed)))
    expect((await Promise.all(checks)).filter(Boolean)).toHaveLength(1)
  })

  it('is not logged if no alert ever came', async () => {
    await secretUsedAt(0)
    expect(await hasFallenSilent(24, monday + hours(24))).toBe(false)
  })

  it('is checked by the canary on the hour', async () => {
    vi.stubEnv(env.quietHours, '24')
    const { origin } = await site(well)
    vi.stubEnv(env.siteOrigin, origin)
    await secretUsedAt(monday)
    const messagesAt = async (now: number) => {
      vi.useFakeTimers({ now, toFake: ['Date'] })
      const lines = await linesOf(handler)
      vi.useRealTimers()
      return lines.map(({ message }) => message)
    }
    expect(await messagesAt(monday + hours(24))).toContain(operatorLines.fallenSilent)
    expect(await messagesAt(monday + hours(24) + 120_000)).not.toContain(operatorLines.fallenSilent)
    vi.unstubAllEnvs()
  })
})
