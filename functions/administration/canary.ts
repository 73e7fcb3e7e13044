import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { TLSSocket } from 'node:tls'
import * as z from 'zod/mini'
import { alerts } from '../../shared/contract/alerts.ts'
import { apiBasePath } from '../../shared/contract/api-path.ts'

/** The result of one call to the webhook from outside. */
export const Canary = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  isWell: z.boolean(),
  milliseconds: z.number(),
  /** The problem in words; empty if there is no problem. */
  problem: z.string(),
  /** When the site's certificate expires, in epoch milliseconds; null without TLS or a response. */
  certificateEnds: z.nullable(z.number()),
  /** Fingerprints of the root keys that were valid at the time of the call. */
  rootKeys: z._default(z.array(z.string()), []),
})
export type Canary = z.infer<typeof Canary>
type Call = Omit<Canary, 'rootKeys'>

/** Timeout in milliseconds. TradingView also waits three seconds. */
const timeoutMs = 3_000

/**
 * This body is not an alert and contains no secret. The webhook responds that it is not an alert, and does not count it
 * as a guess of a secret. A response from a proxy in front of the webhook has another code.
 */
const body = JSON.stringify({ canary: true })
const expectedCode = 'INVALID_ALERT'

type Answer = { readonly text: string; readonly status: number; readonly certificateEnds: number | null }

const post = (url: string) =>
  new Promise<Answer>((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    // Each call opens a new connection, because DNS and certificate are part of the check.
    const call = send(url, { method: 'POST', headers, agent: false, timeout: timeoutMs }, (response) => {
      const validTo = (response.socket as Partial<TLSSocket>).getPeerCertificate?.().valid_to
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          text: Buffer.concat(pieces).toString(),
          status: response.statusCode ?? 0,
          certificateEnds: validTo ? Date.parse(validTo) : null,
        }),
      )
    })
    const deadline = setTimeout(() => call.destroy(new Error('no answer within 3 seconds')), timeoutMs)
    call.on('close', () => clearTimeout(deadline))
    call.on('error', reject)
    call.end(body)
  })

const codeIn = (text: string): string => {
  try {
    return String((JSON.parse(text) as { code?: unknown }).code ?? 'none')
  } catch {
    return 'none'
  }
}

/**
 * Calls the webhook once as TradingView would.
 * @param origin the site's origin, e.g. https://signals.example.com
 */
export const callWebhook = async (origin: string, now: () => number): Promise<Call> => {
  const at = now()
  try {
    const { text, status, certificateEnds } = await post(`${origin}${apiBasePath}${alerts.receiveAlert.path}`)
    const code = codeIn(text)
    const isWell = code === expectedCode
    const problem = isWell ? '' : `responded ${status} with code ${code} instead of ${expectedCode}`
    return { at, isWell, milliseconds: now() - at, problem, certificateEnds }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { at, isWell: false, milliseconds: now() - at, problem, certificateEnds: null }
  }
}
