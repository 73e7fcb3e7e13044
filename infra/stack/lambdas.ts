import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import {
  contract,
  domainOf,
  type EndpointName,
  endpointNames,
  fileNameOf,
} from '../../shared/contract/index.ts'
import { type BackgroundName, jobNames, jobOf, jobs } from './jobs.ts'

/** The root folder of the repository. */
export const root = join(import.meta.dirname, '../..')

export const handlerFile = (name: EndpointName) =>
  join('functions/handlers/http', domainOf(name), `${fileNameOf(name)}.ts`)

export const hasHandler = (name: EndpointName) => existsSync(join(root, handlerFile(name)))

export type FunctionName = EndpointName | BackgroundName

/** Every Lambda of Signalpost: the endpoints, then the background jobs. */
export const functionNames = [...endpointNames, ...jobNames]

export const isEndpoint = (name: FunctionName): name is EndpointName => name in contract

/** Default number of executions reserved for the webhook, if the account has enough. */
export const usualWebhookExecutions = 20
/** Default number of executions reserved for the executor, if the account has enough. */
export const usualExecutors = 50

/** Lambdas that hash passwords, which takes 128 MiB and a whole vCPU. */
export const hashesPasswords: ReadonlySet<FunctionName> = new Set([
  'login',
  'register',
  'changePassword',
  'changeOwnPassword',
  'stepUp',
])

/** Lambdas that check a new password against breached passwords. */
export const choosesPasswords: ReadonlySet<FunctionName> = new Set([
  'register',
  'changePassword',
  'changeOwnPassword',
])

/** Memory of a Lambda in MB. Its share of a CPU grows with its memory. */
export const megabytesOf = (name: FunctionName) =>
  jobOf(name)?.megabytes ?? (hashesPasswords.has(name) ? 1769 : 512)

/**
 * Lambdas on which an alert depends. Each has its own bundle folder, so a cold start loads no code of other Lambdas.
 */
export const onAlertPath: ReadonlySet<FunctionName> = new Set([
  'receiveAlert',
  'execute-alerts',
  'handle-dead-letters',
])

/**
 * The path of a Lambda's bundle without extension. A Lambda is deployed with the whole folder that contains its bundle.
 */
export const bundleOf = (name: FunctionName) => {
  const file = isEndpoint(name) ? fileNameOf(name) : name
  if (onAlertPath.has(name)) return `${file}/index`
  return `${isEndpoint(name) ? domainOf(name) : 'background'}/${file}`
}

const sourceOf = (name: FunctionName) =>
  isEndpoint(name) ? handlerFile(name) : join('functions/handlers', jobs[name].kind, `${name}.ts`)

/** The source file of each bundle, by the bundle's name. */
export const entryPoints = (): Record<string, string> =>
  Object.fromEntries(functionNames.map((name) => [bundleOf(name), sourceOf(name)]))

/** Handler files that belong to no endpoint. */
export const strayHandlers = () => {
  const known = new Set(endpointNames.map(handlerFile))
  return globSync('functions/handlers/http/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !known.has(file),
  )
}
