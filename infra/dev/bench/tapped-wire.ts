import { Agent, type IncomingMessage, request as send, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { close, createRespondingServer, listen, type Reply } from '../servers.ts'

/**
 * Functions that run before and after each call is carried out. `cut` means that the caller was killed and receives no
 * answer.
 */
export type Tap = {
  readonly before: () => 'on' | 'cut'
  readonly after: () => 'on' | 'cut'
}

/** Base URLs of the real services. */
export type Behind = Readonly<Record<'dynamodb' | 'sqs' | 'secrets' | 'broker', string>>

/** Each call uses a new connection, because a reused connection may close just before its next use. */
const agent = new Agent()

/** A proxy between one process and the services that it calls. */
export class TappedWire {
  readonly origin: string
  private readonly server: Server

  static async open(behind: Behind, tap: Tap): Promise<TappedWire> {
    const server = createRespondingServer(async (request, body) => {
      if (tap.before() === 'cut') return null
      const target = String(request.headers['x-amz-target'] ?? '')
      const answer = await forward(baseOf(behind, target), request, body)
      return tap.after() === 'cut' ? null : answer
    })
    server.keepAliveTimeout = 0
    return new TappedWire(server, await listen(server))
  }

  private constructor(server: Server, origin: string) {
    this.server = server
    this.origin = origin
  }

  close() {
    void close(this.server)
  }
}

const baseOf = (behind: Behind, target: string): string => {
  if (target.startsWith('DynamoDB')) return behind.dynamodb
  if (target.startsWith('AmazonSQS')) return behind.sqs
  if (target.startsWith('secretsmanager')) return behind.secrets
  return behind.broker
}

const forward = (base: string, { method, url, headers }: IncomingMessage, body: Buffer) =>
  new Promise<Reply>((resolve, reject) => {
    const { connection: _, ...rest } = headers
    const target = new URL(base)
    const outgoing = send(
      {
        agent,
        host: target.hostname,
        port: target.port,
        method,
        path: url,
        headers: { ...rest, host: target.host },
      },
      (answer) => {
        buffer(answer).then((body) => {
          const kept: Record<string, string | string[]> = {}
          for (const [name, value] of Object.entries(answer.headers))
            if (value !== undefined && !/^(connection|transfer-encoding|keep-alive)$/.test(name))
              kept[name] = value
          resolve({ status: answer.statusCode ?? 502, headers: kept, body })
        }, reject)
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
