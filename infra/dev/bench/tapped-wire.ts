import { Agent, createServer, type IncomingMessage, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Asked for each call, before it is carried out and after. `cut`: the caller is gone and hears nothing. */
export type Tap = {
  readonly before: () => 'on' | 'cut'
  readonly after: () => 'on' | 'cut'
}

/** Base URLs of what is behind, by the service that a call names. */
export type Behind = Readonly<Record<'dynamodb' | 'sqs' | 'secrets' | 'broker', string>>

const agent = new Agent({ keepAlive: true })

/** Stands between one process and everything that it calls. */
export class TappedWire {
  readonly origin: string
  private readonly server: Server

  static async open(behind: Behind, tap: Tap): Promise<TappedWire> {
    const server = createServer((request, response) => {
      void (async () => {
        const pieces: Buffer[] = []
        for await (const piece of request) pieces.push(piece as Buffer)
        if (tap.before() === 'cut') return void response.destroy()
        const target = String(request.headers['x-amz-target'] ?? '')
        const answer = await forward(baseOf(behind, target), request, Buffer.concat(pieces))
        if (tap.after() === 'cut') return void response.destroy()
        response.writeHead(answer.status, answer.headers).end(answer.body)
      })().catch(() => response.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new TappedWire(server)
  }

  private constructor(server: Server) {
    this.server = server
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  close() {
    this.server.close()
    this.server.closeAllConnections()
  }
}

const baseOf = (behind: Behind, target: string): string => {
  if (target.startsWith('DynamoDB')) return behind.dynamodb
  if (target.startsWith('AmazonSQS')) return behind.sqs
  if (target.startsWith('secretsmanager')) return behind.secrets
  return behind.broker
}

const forward = (base: string, { method, url, headers }: IncomingMessage, body: Buffer) =>
  new Promise<{ status: number; headers: Record<string, string | string[]>; body: Buffer }>(
    (resolve, reject) => {
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
          const pieces: Buffer[] = []
          answer.on('data', (piece: Buffer) => pieces.push(piece))
          answer.on('error', reject)
          answer.on('end', () => {
            const kept: Record<string, string | string[]> = {}
            for (const [name, value] of Object.entries(answer.headers))
              if (value !== undefined && !/^(connection|transfer-encoding|keep-alive)$/.test(name))
                kept[name] = value
            resolve({ status: answer.statusCode ?? 502, headers: kept, body: Buffer.concat(pieces) })
          })
        },
      )
      outgoing.once('error', reject)
      outgoing.end(body)
    },
  )
