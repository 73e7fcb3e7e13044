import { apiBasePath, pathParameters } from './api-path.ts'
import { toSnakeCase } from '../platform/wire.ts'

type Wire = Readonly<Record<string, unknown>>

/**
 * Builds a request for the wire. Path parameters are filled in. The other fields get the names of the wire format. They
 * are in the query of GET and DELETE, and otherwise in the body.
 */
export const wireOf = (
  { method, path }: { readonly method: string; readonly path: string },
  request: Wire,
) => {
  const rest = { ...request }
  const parameters: Record<string, string> = {}
  for (const name of pathParameters(path)) {
    parameters[name] = String(rest[name])
    delete rest[name]
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
  const wire = toSnakeCase(rest) as Wire
  const isQuery = method === 'GET' || method === 'DELETE'
  const query = Object.entries(wire).flatMap(([name, value]) =>
    isQuery && value !== undefined ? [[name, String(value)] as const] : [],
  )
  return {
    parameters,
    url: `${apiBasePath}${filled}`,
    query: Object.fromEntries(query),
    body: isQuery ? undefined : wire,
  }
}
