import type { contract, EndpointName } from '../../shared/contract.ts'

type Endpoints = {
  readonly [Name in EndpointName]: Pick<(typeof contract)[Name], 'method' | 'path'>
}

/** Put in by `web/contract-paths.ts` at build time. */
declare const CONTRACT_PATHS: Endpoints

/** Method and path of each endpoint. The schemas of the contract weigh more, and come with the first form. */
export const endpoints = CONTRACT_PATHS
