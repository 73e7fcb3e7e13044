import { apiBasePath, contract, type EndpointName } from '../../shared/contract.ts'
import { readNoOptions } from '../command-line.ts'
import { bundleOf, hasHandler, strayHandlers } from '../lambdas.ts'

readNoOptions('npm run endpoints\n\nLists every endpoint of the contract and the handler that serves it.')

/** Prints every endpoint of the contract and what serves it; a missing handler, or one too many, is an error. */
const names = Object.keys(contract) as EndpointName[]
for (const name of names) {
  const { method, path, access } = contract[name]
  const served = hasHandler(name) ? `functions/handlers/http/${bundleOf(name)}.ts` : 'no handler'
  console.log(`${method.padEnd(6)} ${(apiBasePath + path).padEnd(50)} ${access.padEnd(8)} ${served}`)
}
const without = names.filter((name) => !hasHandler(name))
console.log(`${names.length} endpoints, ${without.length} without a handler`)
const stray = strayHandlers()
if (without.length > 0) process.exitCode = 1
if (stray.length > 0) {
  console.error(`No endpoint names these handlers: ${stray.join(', ')}`)
  process.exitCode = 1
}
