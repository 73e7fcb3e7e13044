import { readNoOptions } from '../command-line.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
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
import { requestedWith } from '../../shared/platform/env.ts'
import { ErrorBody, type ErrorCode, errorStatus } from '../../shared/platform/error.ts'
import { type TradingSetting, tradingSettingList } from '../../shared/settings/trading-settings.ts'
import { snakeName } from '../../shared/platform/wire.ts'
import { root } from '../stack/lambdas.ts'
import { siteFolder } from '../stack/site-folder.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  [key: string]: unknown
}

const schemaOf = (type: z.ZodMiniType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, target: 'draft-2020-12' })
  return withSettingsDescribed(schema as Schema)
}

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

/** A request’s names as the wire has them. */
const inSnakeCase = (schema: Schema): Schema => ({
  ...schema,
  ...(schema.properties && {
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [snakeName(name), inSnakeCase(inner)]),
    ),
  }),
  ...(schema.required && { required: schema.required.map(snakeName) }),
  ...(schema.items && { items: inSnakeCase(schema.items) }),
  ...(schema.anyOf && { anyOf: schema.anyOf.map(inSnakeCase) }),
})

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

const bodyOf = (endpoint: Endpoint, fields: Schema) => {
  if (endpoint.takes === 'raw') return { requestBody: alertBody }
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

const operationOf = (name: EndpointName) => {
  const endpoint: Endpoint = contract[name]
  const { path, others } = split(schemaOf(endpoint.request, 'input'), pathParameters(endpoint.path))
  const fields = inSnakeCase(others)
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const guarded = endpoint.method !== 'GET' && endpoint.access !== 'webhook'
  const parameters = [
    ...parametersFrom('path', path),
    ...(inQuery ? parametersFrom('query', fields) : []),
    ...(guarded ? [{ $ref: '#/components/parameters/RequestedWith' }] : []),
  ]
  return {
    operationId: name,
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}.${endpoint.stepUp ? ` ${stepUpWords[endpoint.stepUp]}` : ''}`,
    tags: [endpoint.path.split('/')[1] as string],
    security: endpoint.access === 'user' || endpoint.access === 'admin' ? [{ session: [] }] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(inQuery ? {} : bodyOf(endpoint, fields)),
    responses: {
      ...success(name, endpoint),
      ...refusals(refusalsOf(name)),
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

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
      },
      parameters: {
        RequestedWith: {
          name: requestedWith.name,
          in: 'header',
          required: true,
          description: 'Proves that the request comes from this site: no other site can set it.',
          schema: { type: 'string', const: requestedWith.value },
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
