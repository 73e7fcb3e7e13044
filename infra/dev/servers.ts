import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A response. An undefined body is sent empty, a buffer unchanged, and anything else as JSON. */
export type Reply = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
}

/**
 * Creates a server that reads each request completely before it answers.
 * @param answer creates the response; if it returns null or throws an error, the connection is closed without a
 * response
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
 * @param port 0 for any free port
 * @returns the URL
 * @throws Error if the port is in use
 */
export const listen = async (server: Server, port = 0): Promise<string> => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Finds a port that is free now. Used for servers that do not report their port. */
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
