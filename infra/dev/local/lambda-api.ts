import { createServer } from 'node:http'
import type { RunningTemplate } from './run-template.ts'

/**
 * Lambda's Invoke call, by which one function starts another; its event source mappings, which can be turned off and on;
 * and what CloudFormation lists of the stack.
 * @returns what stops it
 */
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
  const answerMapping = (url: string, method: string, body: string) => {
    const id = decodeURIComponent(url.split('/').at(-1) ?? '')
    const mapping = template.mappings.get(id)
    if (!mapping)
      return { status: 404, headers: { 'x-amzn-errortype': 'ResourceNotFoundException' }, answer: {} }
    if (method === 'PUT') mapping.setEnabled((JSON.parse(body) as { Enabled?: boolean }).Enabled !== false)
    const answer = { UUID: id, State: mapping.isEnabled() ? 'Enabled' : 'Disabled' }
    return { status: 200, headers: {}, answer }
  }
  const listResources = () => {
    const member = ({ id, type, ref }: RunningTemplate['resources'][number]) =>
      `<member><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>${ref}</PhysicalResourceId><ResourceType>${type}</ResourceType></member>`
    const members = template.resources.map(member).join('')
    return `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>${members}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      if (request.url === '/') {
        response.writeHead(200, { 'content-type': 'text/xml' }).end(listResources())
        return
      }
      if (request.url?.startsWith('/2015-03-31/event-source-mappings/')) {
        const { status, headers, answer } = answerMapping(request.url, request.method ?? 'GET', body)
        response.writeHead(status, headers).end(JSON.stringify(answer))
        return
      }
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
