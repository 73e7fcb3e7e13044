import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { env } from '../../shared/platform/env.ts'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { parseAlert } from '../../shared/alerts/alert-parser.ts'
import { handler } from '../handlers/schedule/canary.ts'
import { callWebhook } from './canary.ts'
import { getCanary } from './canary-store.ts'

useEmbeddedDynamoDb()

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
  vi.restoreAllMocks()
})

/** A site whose webhook gives these answers, the last of them again and again; null never answers. */
const site = async (...answers: readonly (readonly [status: number, body: string] | null)[]) => {
  const calls: string[] = []
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => (text += String(piece)))
    request.on('end', () => {
      const answer = answers[Math.min(calls.length, answers.length - 1)]
      calls.push(`${request.method} ${request.url} ${text}`)
      if (answer) response.writeHead(answer[0]).end(answer[1])
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { calls, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
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
  it('is well if the webhook itself answers that this is no alert', async () => {
    const { origin, calls } = await site(well)
    expect(await callWebhook(origin, Date.now)).toMatchObject({ isWell: true, problem: '' })
    expect(calls).toEqual(['POST /api/v1/trading-view-webhook {"canary":true}'])
  })

  it('carries no secret, so that the webhook counts it as no guess', () => {
    expect(parseAlert('{"canary":true}')).toMatchObject({ kind: 'invalid', secret: null })
  })

  it.each([
    ['a page of something in front of it', [403, '<html>'] as const, 'responded 403 with code none'],
    ['another answer', [503, '{"code":"UNAVAILABLE"}'] as const, 'responded 503 with code UNAVAILABLE'],
    ['no answer', null, 'no answer within 3 seconds'],
  ])('is not well at %s', async (_, answer, problem) => {
    const { origin } = await site(answer)
    const canary = await callWebhook(origin, Date.now)
    expect(canary.isWell).toBe(false)
    expect(canary.problem).toContain(problem)
  })

  it('is not well if nothing listens', async () => {
    const { isWell, problem } = await callWebhook('http://127.0.0.1:9', Date.now)
    expect([isWell, problem]).toEqual([false, expect.stringContaining('ECONNREFUSED')])
  })
})

describe('each minute', () => {
  it('keeps the last, and says nothing if all is well', async () => {
    process.env[env.siteOrigin] = (await site(well)).origin
    expect(await linesOf(() => handler())).toEqual([])
    expect(await getCanary()).toMatchObject({ isWell: true, certificateEnds: null })
  })

  it('tries twice before it tells the operator', async () => {
    process.env[env.siteOrigin] = (await site([502, ''], well)).origin
    expect(await linesOf(() => handler())).toEqual([])
    process.env[env.siteOrigin] = (await site([502, ''])).origin
    const [line, ...others] = await linesOf(() => handler())
    expect(line).toMatchObject({ message: operatorLines.canaryFailed })
    expect(line?.problem).toContain('responded 502')
    expect(others).toEqual([])
    expect(await getCanary()).toMatchObject({ isWell: false })
  }, 30_000)
})
