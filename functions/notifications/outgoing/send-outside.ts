import { request as httpRequest } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { type BlockList, connect, type LookupFunction, type NetConnectOpts, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import { env } from '../../../shared/platform/env.ts'
import { privateAddresses, problemWithAddress } from './public-address.ts'

/** Maximum milliseconds for DNS, connection and response together. */
const longest = 5_000
/** Maximum number of bytes of a response that are read. */
const mostRead = 16 * 1024

export type Outgoing = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export type Incoming = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The first 16 KiB of the response body. */
  readonly text: string
}

/** Thrown if the address is forbidden. No connection was made. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** Thrown if no response came in time. The request may have arrived. */
export class NoAnswer extends Error {}

/**
 * Connects only to public addresses. The socket is created here for each request, because only `net.connect` checks
 * `blockList` after it has resolved the name. `https.request`, `tls.connect` and `https.Agent` ignore it. Only IPv4 is
 * used, because a Lambda outside a VPC has nothing else.
 */
class PublicAgent extends Agent {
  private readonly test: TestSetup

  constructor(test: TestSetup = {}) {
    super({ keepAlive: false })
    this.test = test
  }

  override createConnection(options: ConnectionOptions): Socket {
    const { lookup, port = 443, blockList = privateAddresses, ca } = this.test
    const socket = connect({
      host: options.host,
      port,
      family: 4,
      blockList,
      ...(lookup ? { lookup } : {}),
    } as NetConnectOpts)
    return connectTls({ ...options, ...(ca ? { ca } : {}), socket })
  }
}

/** Lets a test replace DNS, port 443, the blocked networks and the trusted certificates. */
export type TestSetup = {
  readonly lookup?: LookupFunction
  readonly port?: number
  readonly blockList?: BlockList
  readonly ca?: string
}

/**
 * Sends a POST request to an address from a user. Redirects are not followed, because their target is not checked.
 * @throws AddressRefused, NoAnswer; Error if there was no connection
 */
export const sendOutside = async (outgoing: Outgoing, test?: TestSetup): Promise<Incoming> => {
  const problem = problemWithAddress(outgoing.url)
  if (problem) throw new AddressRefused(`It ${problem}`)
  const standIn = process.env[env.notificationStandIn]
  const { url, headers, body } = outgoing
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    signal: AbortSignal.timeout(longest),
  }
  return new Promise((resolve, reject) => {
    const request = standIn
      ? httpRequest(new URL(`/${url.host}${url.pathname}${url.search}`, standIn), options)
      : httpsRequest(url, { ...options, agent: new PublicAgent(test) })
    request.on('error', (error: Error & { code?: string }) =>
      reject(
        error.code === 'ERR_IP_BLOCKED'
          ? new AddressRefused('It points to a private network')
          : error.name === 'AbortError'
            ? new NoAnswer('no answer within 5 s')
            : new Error('no connection'),
      ),
    )
    request.on('response', (response) => {
      const pieces: Buffer[] = []
      let size = 0
      const end = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(pieces).toString('utf8').slice(0, mostRead),
        })
      response.on('data', (piece: Buffer) => {
        size += piece.length
        pieces.push(piece)
        if (size > mostRead) {
          end()
          request.destroy()
        }
      })
      response.on('end', end)
      response.on('error', () => reject(new Error('the response was cut off')))
    })
    request.end(body)
  })
}
