import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { contract, type EndpointName, handlerFile } from '../shared/contract.ts'

/** The root folder of the repository. */
export const root = join(import.meta.dirname, '..')

/** The Lambdas other than the endpoints, by the folder of functions/handlers/ that applies their file. */
const backgroundLambdas = {
  'execute-alerts': 'queue',
  'handle-dead-letters': 'queue',
  'send-notices': 'queue',
  'reconcile-alerts': 'schedule',
  'fetch-dividend-dates': 'schedule',
  'send-mail': 'job',
  'match-symbols': 'job',
  'finish-deletions': 'schedule',
  'check-epics': 'schedule',
  canary: 'schedule',
} as const
export type BackgroundName = keyof typeof backgroundLambdas

const endpointFile = (name: EndpointName) => join('functions/handlers/http', `${handlerFile(name)}.ts`)

export const hasHandler = (name: EndpointName) => existsSync(join(root, endpointFile(name)))

export type FunctionName = EndpointName | BackgroundName

/** Every Lambda of Signalpost: the endpoints, then what runs in the background. */
export const functionNames = [
  ...(Object.keys(contract) as EndpointName[]),
  ...(Object.keys(backgroundLambdas) as BackgroundName[]),
]

export const isEndpoint = (name: FunctionName): name is EndpointName => name in contract

/** Executions at once that are set apart for the way of an alert, if the account has enough of them. */
export const usualWebhookExecutions = 20
export const usualExecutors = 50

/** Hashing a password takes 128 MiB and a whole vCPU. */
export const hashesPasswords: ReadonlySet<FunctionName> = new Set([
  'login',
  'register',
  'changePassword',
  'changeOwnPassword',
  'stepUp',
])

/** Where a new password is refused that others have used. */
export const choosesPasswords: ReadonlySet<FunctionName> = new Set([
  'register',
  'changePassword',
  'changeOwnPassword',
])

/** Megabytes of memory that a Lambda has; its share of a processor grows with them. */
export const megabytesOf = (name: FunctionName) => {
  // An execution mostly waits for IG, and memory is what waiting costs.
  if (name === 'execute-alerts' || name === 'handle-dead-letters') return 384
  return hashesPasswords.has(name) ? 1769 : 512
}

/** The name of the bundle that a Lambda runs. An endpoint and a job in the background may share a name. */
export const bundleOf = (name: FunctionName) =>
  isEndpoint(name) ? handlerFile(name) : `${backgroundLambdas[name]}-${name}`

/** Every bundle's name and the file it is made from. */
export const entryPoints = (): Record<string, string> => {
  const endpoints = Object.keys(contract) as EndpointName[]
  return {
    ...Object.fromEntries(endpoints.map((name) => [handlerFile(name), endpointFile(name)])),
    ...Object.fromEntries(
      Object.entries(backgroundLambdas).map(([name, folder]) => [
        bundleOf(name as BackgroundName),
        join('functions/handlers', folder, `${name}.ts`),
      ]),
    ),
  }
}

/** Files that look like a handler and that no endpoint names. */
export const strayHandlers = () => {
  const known = new Set((Object.keys(contract) as EndpointName[]).map(handlerFile))
  return globSync('functions/handlers/http/*.ts', { cwd: root })
    .map((file) => basename(file, '.ts'))
    .filter((name) => !name.endsWith('.test') && !known.has(name))
}
