import { contract } from '../shared/contract/index.ts'

const paths = Object.fromEntries(
  Object.entries(contract).map(([name, { method, path }]) => [name, `${method} ${path}`]),
)

/** Passed to `define` of Vite and Vitest: each endpoint as `GET /users`, without the schemas. */
export const contractPaths = { CONTRACT_PATHS: JSON.stringify(paths) }
