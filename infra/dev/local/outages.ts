import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Parts of the cloud that can be made to fail every request in a drill: CloudFront's origin, DynamoDB, SES, and Lambda
 * for lack of capacity.
 */
export const outageNames = ['api', 'tables', 'mails', 'lambdas'] as const
export type OutageName = (typeof outageNames)[number]
export type Outages = ReadonlySet<OutageName>

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Replaces the listener of a server. The new listener can pass requests on to the previous one. */
export const putBefore = (server: Server, listen: (own: Listener) => Listener) => {
  const [own] = server.listeners('request') as [Listener]
  server.removeAllListeners('request')
  server.on('request', listen(own))
}

/** Answers a call with an error in AWS's JSON protocol. */
export const refuse = (response: ServerResponse, __type: string, message: string) =>
  response
    .writeHead(400, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': __type })
    .end(JSON.stringify({ __type, message }))
