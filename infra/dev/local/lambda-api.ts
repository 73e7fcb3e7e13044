import type { RunningTemplate } from './run-template.ts'
import { close, createRespondingServer, listen, type Reply } from '../servers.ts'

/**
 * Emulates Lambda's Invoke, Lambda's event source mappings (including enabling and disabling them), and
 * CloudFormation's list of resources.
 * @returns a function that stops the emulator
 */
export const startLambdaApi = async (
  port: number,
  template: RunningTemplate,
  onTrouble: (line: string) => void,
): Promise<() => Promise<void>> => {
  const invoke = async (url: string, type: unknown, body: string): Promise<Reply> => {
    const name = /^\/2015-03-31\/functions\/([^/]+)\/invocations/.exec(url)?.[1]
    const spec = name && template.findFunction(decodeURIComponent(name))
    if (!spec) return notFound
    const running = template.invoke(spec, body ? JSON.parse(body) : {})
    if (type === 'Event') {
      running.catch((error: unknown) => onTrouble(wordsOf(error)))
      return { status: 202 }
    }
    return running.then(
      (result) => ({ status: 200, body: result ?? undefined }),
      (error: unknown) => ({
        status: 200,
        headers: { 'x-amz-function-error': 'Unhandled' },
        body: { errorMessage: wordsOf(error) },
      }),
    )
  }
  const answerMapping = (url: string, method: string, body: string): Reply => {
    const id = decodeURIComponent(url.split('/').at(-1) ?? '')
    const mapping = template.mappings.get(id)
    if (!mapping) return notFound
    if (method === 'PUT') mapping.setEnabled((JSON.parse(body) as { Enabled?: boolean }).Enabled !== false)
    return { status: 200, body: { UUID: id, State: mapping.isEnabled() ? 'Enabled' : 'Disabled' } }
  }
  const listResources = () => {
    const member = ({ id, type, ref }: RunningTemplate['resources'][number]) =>
      `<member><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>${ref}</PhysicalResourceId><ResourceType>${type}</ResourceType></member>`
    const members = template.resources.map(member).join('')
    return `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>${members}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`
  }
  const server = createRespondingServer(({ url = '', method = 'GET', headers }, body) => {
    if (url === '/')
      return { status: 200, headers: { 'content-type': 'text/xml' }, body: Buffer.from(listResources()) }
    if (url.startsWith('/2015-03-31/event-source-mappings/')) return answerMapping(url, method, String(body))
    return invoke(url, headers['x-amz-invocation-type'], String(body))
  })
  await listen(server, port)
  return () => close(server)
}

const notFound: Reply = {
  status: 404,
  headers: { 'x-amzn-errortype': 'ResourceNotFoundException' },
  body: {},
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
