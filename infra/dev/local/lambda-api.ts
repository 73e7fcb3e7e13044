import { createServer } from 'node:http'
import type { RunningTemplate } from './run-template.ts'

/** Lambda's Invoke call, by which one function starts another. @returns what stops it */
export const startLambdaApi = async (
  port: number,
  template: RunningTemplate,
  onTrouble: (line: string) => void,
): Promise<() => Promise<void>> => {
  const invoke = async (url: string, type: unknown, body: string) => {
    const name = /^\/2015-03-31\/functions\/([^/]+)\/invocations/.exec(url)?.[1]
    const spec = name && template.findFunction(decodeURIComponent(name))
    if (!spec)
      return { status: 404, headers: { 'x-amzn-errortype': 'ResourceNotFoundException' }, answer: {} }
    const running = template.invoke(spec, body ? JSON.parse(body) : {})
    if (type === 'Event') {
      running.catch((error: unknown) => onTrouble(wordsOf(error)))
      return { status: 202, headers: {}, answer: null }
    }
    return running.then(
      (result) => ({ status: 200, headers: {}, answer: result ?? null }),
      (error: unknown) => ({
        status: 200,
        headers: { 'x-amz-function-error': 'Unhandled' },
        answer: { errorMessage: wordsOf(error) },
      }),
    )
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      void invoke(request.url ?? '', request.headers['x-amz-invocation-type'], body).then(
        ({ status, headers, answer }) =>
          response.writeHead(status, headers).end(answer === null ? undefined : JSON.stringify(answer)),
      )
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
