import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Parts that a drill can make refuse everything: CloudFront's origin, DynamoDB, SES, and Lambda for lack of executions.
 */
export const outageNames = ['api', 'tables', 'mails', 'lambdas'] as const
export type OutageName = (typeof outageNames)[number]
export type Outages = ReadonlySet<OutageName>

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Puts a listener in front of a server's own one, to which it may forward requests. */
export const putBefore = (server: Server, listen: (own: Listener) => Listener) => {
  const [own] = server.listeners('request') as [Listener]
  server.removeAllListeners('request')
  server.on('request', listen(own))
}

/** Refuses a call in AWS's JSON protocol. */
export const refuse = (response: ServerResponse, __type: string, message: string) =>
  response
    .writeHead(400, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': __type })
    .end(JSON.stringify({ __type, message }))
