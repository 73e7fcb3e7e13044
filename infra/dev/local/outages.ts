import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** What a drill can have refuse everything: what is behind CloudFront, DynamoDB, SES, and Lambda for want of executions. */
export const outageNames = ['api', 'tables', 'mails', 'lambdas'] as const
export type OutageName = (typeof outageNames)[number]
export type Outages = ReadonlySet<OutageName>

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Puts a listener in front of a server's own, which it may hand on to. */
export const putBefore = (server: Server, listen: (own: Listener) => Listener) => {
  const [own] = server.listeners('request') as [Listener]
  server.removeAllListeners('request')
  server.on('request', listen(own))
}

/** Refuses a call as AWS's JSON protocols do. */
export const refuse = (response: ServerResponse, __type: string, message: string) =>
  response
    .writeHead(400, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': __type })
    .end(JSON.stringify({ __type, message }))
