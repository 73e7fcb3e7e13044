import type { contract, EndpointName } from '../../shared/contract/index.ts'

type Endpoints = {
  readonly [Name in EndpointName]: Pick<(typeof contract)[Name], 'method' | 'path'>
}

/** The method and path of each endpoint, such as `GET /users`. `web/contract-paths.ts` inserts them at build time. */
declare const CONTRACT_PATHS: Readonly<Record<EndpointName, string>>

/**
 * The method and path of each endpoint. The contract's schemas are not included, because they are large; they are
 * loaded with the first form.
 */
export const endpoints = Object.fromEntries(
  Object.entries(CONTRACT_PATHS).map(([name, text]) => {
    const [method, path] = text.split(' ')
    return [name, { method, path }]
  }),
) as unknown as Endpoints
