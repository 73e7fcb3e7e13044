import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** An answer. An undefined body is empty, a buffer is sent as it is, and anything else is sent as JSON. */
export type Reply = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
}

/**
 * Creates a server that reads each request completely before it answers.
 * @param answer null, or an error, ends the connection without an answer
 */
export const createRespondingServer = (
  answer: (request: IncomingMessage, body: Buffer) => Reply | null | Promise<Reply | null>,
) =>
  createServer((request, response) => {
    void (async () => {
      const reply = await answer(request, await buffer(request))
      if (reply === null) return void response.destroy()
      const { status, headers, body } = reply
      response.writeHead(status, { 'content-type': 'application/json', ...headers } as never)
      response.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body))
    })().catch(() => response.destroy())
  })

/**
 * Listens on this machine only.
 * @param port 0: any free one
 * @returns the URL
 * @throws Error if the port is taken
 */
export const listen = async (server: Server, port = 0): Promise<string> => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A port that is free now, for a server that does not report the one it took. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  const { port } = new URL(await listen(server))
  await close(server)
  return Number(port)
}

export const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
