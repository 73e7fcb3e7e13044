import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { secondsKept } from '../../stack/error-caching.ts'
import { cacheControlOf } from '../../stack/site-folder.ts'
import { local } from './template.ts'

/** The response of a Lambda behind an HTTP API (payload format 2.0). */
type Result = {
  readonly statusCode?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
  readonly body?: string
  readonly isBase64Encoded?: boolean
}

export type Route = {
  readonly method: string
  /** Path in API Gateway's notation, such as `/api/v1/users/{id}`. */
  readonly path: string
  readonly invoke: (event: unknown) => Promise<unknown>
}

export type FrontOptions = {
  readonly routes: readonly Route[]
  readonly siteFolder: string
  /** Headers that CloudFront adds to every response. */
  readonly headers: Readonly<Record<string, string>>
  /** Headers that CloudFront adds to every API call. */
  readonly originHeaders: Readonly<Record<string, string>>
  /** Path prefixes that CloudFront serves from a bucket, with the address of the bucket. */
  readonly buckets?: readonly { readonly prefix: string; readonly url: string }[]
  /** Seconds for which CloudFront caches an API error, by status. Default: 0. */
  readonly errorTimes?: ReadonlyMap<number, number>
  /** While true, every API call gets CloudFront's own error, as if the API were unreachable. */
  readonly isApiGone?: () => boolean
  /** Called for each API call, like API Gateway's access log. */
  readonly onCall?: (call: { readonly routeKey: string; readonly status: string }) => void
  /** Called with errors that the caller of the API does not see. Default: prints them. */
  readonly onTrouble?: (line: string) => void
  /** Handles requests below /_local; null if there is no such control. */
  readonly control: (method: string, path: string) => Promise<unknown>
}

/** API Gateway's maximum for a request body, in bytes. */
const largestBody = 10 * 1024 * 1024

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Serves the site and passes API calls to their Lambdas, as CloudFront and the HTTP API do in the cloud. */
export const createFront = (options: FrontOptions) => {
  const front: Front = { ...options, errors: new Map() }
  return createServer((request, response) => {
    serve(front, request, response).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      if (!response.headersSent) sendJson(response, 500, { message: 'Internal Server Error' })
      else response.destroy()
    })
  })
}

type Front = FrontOptions & {
  /** Cached API errors by path. As in CloudFront, they are served to every caller, whatever the query. */
  readonly errors: Map<string, { readonly result: Result; readonly until: number }>
}

const serve = async (front: Front, request: IncomingMessage, response: ServerResponse) => {
  // A URL would read the part after two leading slashes as a host name.
  const url = new URL(`http://localhost${request.url ?? '/'}`)
  if (url.pathname === '/_local' || url.pathname.startsWith('/_local/')) {
    const answer = await front.control(request.method ?? 'GET', url.pathname)
    return answer === null
      ? sendJson(response, 404, { message: 'No such control' })
      : sendJson(response, 200, answer)
  }
  for (const [name, value] of Object.entries(front.headers)) response.setHeader(name, value)
  if (url.pathname.startsWith('/api/')) return serveApi(front, request, response, url)
  const bucket = front.buckets?.find(({ prefix }) => url.pathname.startsWith(prefix))
  if (bucket) return serveBucket(bucket.url, request, response, url)
  serveSite(front.siteFolder, request, response, url)
}

/** Forwards only path and query, like the distribution's request policy. */
const serveBucket = async (bucket: string, request: IncomingMessage, response: ServerResponse, url: URL) => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendJson(response, 405, { message: 'Method Not Allowed' })
  const answer = await fetch(`${bucket}${url.pathname}${url.search}`, { method: request.method })
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body) await pipeline(Readable.fromWeb(answer.body as ReadableStream), response)
  else response.end()
}

const sendJson = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body, null, 2))
}

// --- The site ---

const serveSite = (folder: string, request: IncomingMessage, response: ServerResponse, url: URL) => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendJson(response, 405, { message: 'Method Not Allowed' })
  const isScreen = url.pathname.lastIndexOf('.') <= url.pathname.lastIndexOf('/')
  // The API refuses calls of a page from 127.0.0.1, because its own origin is localhost.
  if (isScreen && request.headers.host?.startsWith('127.0.0.1')) {
    const location = `http://localhost:${request.socket.localPort}${url.pathname}${url.search}`
    response.writeHead(302, { location })
    return response.end()
  }
  const path = isScreen ? '/index.html' : normalize(decoded(url.pathname))
  const file = join(folder, path)
  if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile())
    return sendJson(response, 404, { message: 'Not Found' })
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'cache-control': cacheControlOf(path),
  })
  if (request.method === 'HEAD') response.end()
  else createReadStream(file).pipe(response)
}

// --- The API ---

const serveApi = async (front: Front, request: IncomingMessage, response: ServerResponse, url: URL) => {
  const { errors, errorTimes } = front
  if (front.isApiGone?.()) {
    response.writeHead(502, { 'content-type': 'text/html' })
    return response.end('<h1>502 Bad Gateway</h1>')
  }
  const found = match(front.routes, request.method ?? 'GET', url.pathname)
  if (!found) return sendJson(response, 404, { message: 'Not Found' })
  const body = await readBody(request)
  if (body === null) return sendJson(response, 413, { message: 'Request Entity Too Large' })
  const routeKey = `${found.route.method} ${found.route.path}`
  response.once('finish', () => front.onCall?.({ routeKey, status: String(response.statusCode) }))
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const kept = errors.get(url.pathname)
  if (isRead && kept && kept.until > Date.now()) return sendResult(response, kept.result)
  let result: Result
  try {
    Object.assign(request.headers, front.originHeaders)
    result = ((await found.route.invoke(eventOf(request, url, body, found))) ?? {}) as Result
  } catch (error) {
    const line = error instanceof Error ? error.message : String(error)
    ;(front.onTrouble ?? console.error)(line)
    return sendJson(response, 500, { message: 'Internal Server Error' })
  }
  const { statusCode = 200, headers = {} } = result
  const seconds = errorTimes ? secondsKept(statusCode, headers['cache-control'], errorTimes) : 0
  if (isRead && seconds > 0) errors.set(url.pathname, { result, until: Date.now() + seconds * 1_000 })
  sendResult(response, result)
}

const sendResult = (response: ServerResponse, result: Result) => {
  const { statusCode = 200, headers = {}, cookies = [], body: answer = '', isBase64Encoded } = result
  response.writeHead(statusCode, {
    ...headers,
    ...(cookies.length > 0 ? { 'set-cookie': [...cookies] } : {}),
  })
  response.end(isBase64Encoded ? Buffer.from(answer, 'base64') : answer)
}

type Match = { readonly route: Route; readonly parameters: Readonly<Record<string, string>> }

/** The matching route. Fixed path parts have priority over parameters, as in API Gateway. */
export const match = (routes: readonly Route[], method: string, path: string): Match | null => {
  const parts = path.split('/')
  const candidates: (Match & { parameterCount: number })[] = []
  for (const route of routes) {
    const pattern = route.path.split('/')
    if (route.method !== method || pattern.length !== parts.length) continue
    const parameters: Record<string, string> = {}
    const fits = pattern.every((piece, index) => {
      const part = parts[index] as string
      if (!piece.startsWith('{')) return piece === part
      parameters[piece.slice(1, -1)] = decoded(part)
      return part !== ''
    })
    if (fits) candidates.push({ route, parameters, parameterCount: Object.keys(parameters).length })
  }
  return candidates.sort((a, b) => a.parameterCount - b.parameterCount)[0] ?? null
}

/** Decodes a path. A malformed path is returned unchanged, and so matches no route. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const readBody = async (request: IncomingMessage): Promise<Buffer | null> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length
    if (size <= largestBody) pieces.push(piece)
  }
  return size > largestBody ? null : Buffer.concat(pieces)
}

const isText = (type: string) =>
  /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded))/.test(type)

const eventOf = (request: IncomingMessage, url: URL, body: Buffer, { route, parameters }: Match) => {
  const { cookie, ...others } = request.headers
  const headers = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : (value ?? ''),
    ]),
  )
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1'
  const isPlain = isText(headers['content-type'] ?? '')
  const query = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name).join(',')]),
  )
  const now = new Date()
  return {
    version: '2.0',
    routeKey: `${route.method} ${route.path}`,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie ? { cookies: cookie.split(/;\s*/) } : {}),
    headers: {
      ...headers,
      'cloudfront-viewer-address': `${address}:${request.socket.remotePort ?? 0}`,
    },
    ...(Object.keys(query).length > 0 ? { queryStringParameters: query } : {}),
    ...(Object.keys(parameters).length > 0 ? { pathParameters: parameters } : {}),
    requestContext: {
      accountId: local.account,
      apiId: 'local',
      // Lambdas call the API under this name, so it includes the port.
      domainName: `localhost:${request.socket.localPort}`,
      domainPrefix: 'localhost',
      http: {
        method: route.method,
        path: url.pathname,
        protocol: 'HTTP/1.1',
        sourceIp: address,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: `${route.method} ${route.path}`,
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 ? { body: body.toString(isPlain ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: body.length > 0 && !isPlain,
  }
}
