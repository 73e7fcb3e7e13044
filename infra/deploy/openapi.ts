import { readNoOptions } from '../command-line.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { tokenScopes } from '../../shared/accounts/token-limits.ts'
import { alertLimits } from '../../shared/alerts/alert.ts'
import { refusalsOf, successesOf } from '../../shared/contract/answers.ts'
import {
  apiBasePath,
  contract,
  type Endpoint,
  type EndpointName,
  endpointNames,
  pathParameters,
} from '../../shared/contract/index.ts'
import { inSnakeCase, type Schema, schemaOf as plainSchemaOf } from '../../shared/contract/json-schema.ts'
import { requestedWith } from '../../shared/platform/env.ts'
import { ErrorBody, type ErrorCode, errorStatus } from '../../shared/platform/error.ts'
import { type TradingSetting, tradingSettingList } from '../../shared/settings/trading-settings.ts'
import { root } from '../stack/lambdas.ts'
import { siteFolder } from '../stack/site-folder.ts'

const schemaOf = (type: z.ZodMiniType, io: 'input' | 'output'): Schema =>
  withSettingsDescribed(plainSchemaOf(type, io))

/** Trading settings say what the settings screen says of them. */
const withSettingsDescribed = (schema: Schema): Schema => {
  const properties = Object.entries(schema.properties ?? {}).map(([name, inner]) => {
    const setting = settingNamed(name)
    return [name, setting ? { ...inner, description: describeSetting(setting) } : inner]
  })
  return properties.length > 0 ? { ...schema, properties: Object.fromEntries(properties) } : schema
}

const settingNamed = (name: string): TradingSetting | undefined =>
  tradingSettingList.find(([each]) => each === name)?.[1]

const describeSetting = (setting: TradingSetting) => {
  const { label, hint, default: usual } = setting
  const values =
    setting.kind === 'choice' ? Object.entries(setting.options).map((each) => each.join(': ')) : []
  return `${[label, hint, ...values, `New users have ${usual}`].filter(Boolean).join('. ')}.`
}

const refusals = (codes: readonly ErrorCode[]) => {
  const byStatus = Object.groupBy(codes, (code) => String(errorStatus[code]))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, given = []]) => [
      status,
      { $ref: '#/components/responses/Refused', description: given.join(', ') },
    ]),
  )
}

const emptyAnswers: Readonly<Record<number, object>> = {
  302: {
    description: 'The file lies there, or the call that goes on writing it',
    headers: { location: { schema: { type: 'string' } } },
  },
  304: { description: 'Nothing new since the answer whose etag came in if-none-match' },
}

const success = (name: EndpointName, endpoint: Endpoint) =>
  Object.fromEntries(
    successesOf(name).map((status) => [
      String(status),
      emptyAnswers[status] ?? {
        description: endpoint.summary,
        content:
          endpoint.gives === 'file'
            ? { 'text/plain': { schema: { type: 'string' } } }
            : { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
      },
    ]),
  )

const alertBody = {
  description:
    'An alert as JSON or as one line of text. The body decides which, not the content type. The Help page shows both, filled in.',
  required: true,
  content: {
    'application/json': { schema: { type: 'object', additionalProperties: true } },
    'text/plain': { schema: { type: 'string', maxLength: alertLimits.bytes } },
  },
}

/** What a protocol of someone else's says of its body is not said here again. */
const messageBody = { required: true, content: { 'application/json': { schema: { type: 'object' } } } }

const bodyOf = (endpoint: Endpoint, fields: Schema) => {
  if (endpoint.takes === 'raw')
    return { requestBody: endpoint === contract.receiveAlert ? alertBody : messageBody }
  if (Object.keys(fields.properties ?? {}).length === 0) return {}
  const type = endpoint.takes === 'file' ? 'multipart/form-data' : 'application/json'
  const schema =
    endpoint.takes === 'file'
      ? {
          type: 'object',
          required: ['file'],
          properties: { file: { type: 'string', contentMediaType: 'text/csv' } },
        }
      : fields
  return { requestBody: { required: true, content: { [type]: { schema } } } }
}

/** The part of a request's fields that travel here, and the rest. */
const split = ({ properties = {}, required = [], ...rest }: Schema, inPath: readonly string[]) => {
  const pick = (isWanted: (name: string) => boolean): Schema => ({
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isWanted(name))),
    required: required.filter(isWanted),
  })
  return { path: pick((name) => inPath.includes(name)), others: pick((name) => !inPath.includes(name)) }
}

const parametersFrom = (place: 'path' | 'query', { properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([name, { default: _, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema:
      properties[name]?.default === undefined ? schema : { ...schema, default: properties[name].default },
  }))

const stepUpWords = {
  always: 'Needs an identity check within the last ten minutes.',
  'where-it-loosens':
    'Needs an identity check within the last ten minutes if the change weakens a protection.',
} as const

const scopeInWords = (scope: NonNullable<Endpoint['scope']>) =>
  scope === 'any'
    ? 'Opens to any token, and to nothing else.'
    : `Opens to tokens with the scope \`${scope}\`.`

/** Either of them does. OpenAPI 3.1 lets a bearer scheme name the scopes that it needs. */
const securityOf = ({ access, scope }: Endpoint) => {
  if (access !== 'user' && access !== 'admin') return []
  const token = scope === undefined ? [] : [{ token: scope === 'any' ? [] : [scope] }]
  return scope === 'any' ? token : [{ session: [] }, ...token]
}

const operationOf = (name: EndpointName) => {
  const endpoint: Endpoint = contract[name]
  const { path, others } = split(schemaOf(endpoint.request, 'input'), pathParameters(endpoint.path))
  const fields = inSnakeCase(others)
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const guarded = endpoint.method !== 'GET' && endpoint.access !== 'webhook' && endpoint.scope !== 'any'
  const parameters = [
    ...parametersFrom('path', path),
    ...(inQuery ? parametersFrom('query', fields) : []),
    ...(guarded
      ? [{ $ref: `#/components/parameters/${endpoint.scope ? 'SessionsRequestedWith' : 'RequestedWith'}` }]
      : []),
  ]
  return {
    operationId: name,
    summary: endpoint.summary,
    description: [
      `Access: ${endpoint.access}.`,
      ...(endpoint.stepUp ? [stepUpWords[endpoint.stepUp]] : []),
      ...(endpoint.scope ? [scopeInWords(endpoint.scope)] : []),
    ].join(' '),
    tags: [endpoint.path.split('/')[1] as string],
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(inQuery ? {} : bodyOf(endpoint, fields)),
    responses: {
      ...success(name, endpoint),
      ...refusals(refusalsOf(name)),
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

const requestedWithHeader = {
  name: requestedWith.name,
  in: 'header',
  schema: { type: 'string', const: requestedWith.value },
} as const

/** The API as an OpenAPI 3.1 document, from the contract and nothing else. */
export const openApiDocument = () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of endpointNames) {
    const { path, method } = contract[name]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name) }
  }
  const tags = [...new Set(Object.keys(paths).map((path) => path.split('/')[1] as string))]
  const codes = Object.keys(errorStatus)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Signalpost',
      version,
      description:
        'TradingView alerts become orders at IG. Names are snake_case in requests and camelCase in answers; every refusal has a code, a sentence and details. Where details are about fields of the request, they are named as the request names them, in snake_case; other details are camelCase.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiBasePath }],
    tags: tags.map((name) => ({ name, description: `Endpoints under /${name}` })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-signalpost-access',
          description: 'Set at login; renewed by POST /auth/token.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `An API token, made on the Account page. It opens the endpoints that name one of its scopes: ${tokenScopes.join(', ')}. A call with a token needs no cookie and no ${requestedWith.name} header.`,
        },
      },
      parameters: {
        RequestedWith: {
          ...requestedWithHeader,
          required: true,
          description: 'Proves that the request comes from this site: no other site can set it.',
        },
        SessionsRequestedWith: {
          ...requestedWithHeader,
          required: false,
          description: 'Required with a session cookie, to prove that the request comes from this site.',
        },
      },
      schemas: {
        Error: {
          ...schemaOf(ErrorBody, 'output'),
          properties: { ...schemaOf(ErrorBody, 'output').properties, code: { type: 'string', enum: codes } },
        },
      },
      responses: {
        Refused: {
          description: 'Refused or failed; the code says why.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  }
}

/** Next to the site, which serves it and whose Help page links to it. @returns the file */
export const writeOpenApi = (folder: string): string => {
  const file = join(folder, 'openapi.json')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`)
  return file
}

if (import.meta.main) {
  readNoOptions(
    'npm run openapi\n\nWrites the API description (OpenAPI 3.1) into the folder of the web build.',
  )
  console.log(`Wrote ${writeOpenApi(siteFolder)}`)
}
