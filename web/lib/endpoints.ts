import type { contract, EndpointName } from '../../shared/contract/index.ts'

type Endpoints = {
  readonly [Name in EndpointName]: Pick<(typeof contract)[Name], 'method' | 'path'>
}

/** Filled in by `web/contract-paths.ts` at build time: `GET /users`. */
declare const CONTRACT_PATHS: Readonly<Record<EndpointName, string>>

/** Method and path of each endpoint. The contract's schemas are larger, and are loaded with the first form. */
export const endpoints = Object.fromEntries(
  Object.entries(CONTRACT_PATHS).map(([name, text]) => {
    const [method, path] = text.split(' ')
    return [name, { method, path }]
  }),
) as unknown as Endpoints
