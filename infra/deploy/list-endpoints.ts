import { apiBasePath, contract, endpointNames } from '../../shared/contract/index.ts'
import { readNoOptions } from '../command-line.ts'
import { handlerFile, hasHandler, strayHandlers } from '../stack/lambdas.ts'

readNoOptions(
  'npm run lint -- endpoints\n\nLists every endpoint of the contract and the handler that serves it.',
)

/**
 * Prints every endpoint of the contract with its handler. It fails if an endpoint has no handler or a handler has no
 * endpoint.
 */
for (const name of endpointNames) {
  const { method, path, access } = contract[name]
  const served = hasHandler(name) ? handlerFile(name) : `write ${handlerFile(name)}`
  console.log(`${method.padEnd(6)} ${(apiBasePath + path).padEnd(50)} ${access.padEnd(8)} ${served}`)
}
const without = endpointNames.filter((name) => !hasHandler(name))
console.log(`${endpointNames.length} endpoints, ${without.length} without a handler`)
const stray = strayHandlers()
if (without.length > 0) process.exitCode = 1
if (stray.length > 0) {
  console.error(`No endpoint names these handlers: ${stray.join(', ')}`)
  process.exitCode = 1
}
