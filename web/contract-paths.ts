import { contract } from '../shared/contract.ts'

const paths = Object.fromEntries(
  Object.entries(contract).map(([name, { method, path }]) => [name, { method, path }]),
)

/** For the `define` of Vite and Vitest: method and path of each endpoint, without the schemas. */
export const contractPaths = { CONTRACT_PATHS: JSON.stringify(paths) }
