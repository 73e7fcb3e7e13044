import { createServer } from 'node:http'
import type { RunningTemplate } from './run-template.ts'

/** Lambda's Invoke call, by which one function starts another. */
export const startLambdaApi = async (
  port: number,
  template: () => RunningTemplate,
  onTrouble: (line: string) => void,
) => {
  const server = createServer((request, response) => {
    const name = /^\/2015-03-31\/functions\/([^/]+)\/invocations/.exec(request.url ?? '')?.[1]
    const spec = name && template().findFunction(decodeURIComponent(name))
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      if (!spec) {
        response.writeHead(404, { 'x-amzn-errortype': 'ResourceNotFoundException' })
        return response.end('{}')
      }
      const running = template().invoke(spec, body ? JSON.parse(body) : {})
      if (request.headers['x-amz-invocation-type'] === 'Event') {
        running.catch((error: unknown) => onTrouble(error instanceof Error ? error.message : String(error)))
        response.writeHead(202)
        return response.end()
      }
      return running.then(
        (result) => response.writeHead(200).end(JSON.stringify(result ?? null)),
        (error: unknown) =>
          response
            .writeHead(200, { 'x-amz-function-error': 'Unhandled' })
            .end(JSON.stringify({ errorMessage: error instanceof Error ? error.message : String(error) })),
      )
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
