import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { tokenScopes } from '../../shared/tokens/token-limits.ts'
import { alertFieldWords } from '../../shared/alerts/alert-field-words.ts'
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
import { ErrorBody, type ErrorCode, errorStatus } from '../../shared/platform/error.schema.ts'
import { AppSettings, User } from '../../shared/accounts/user.schema.ts'
import { Order, Position, Stats } from '../../shared/deals/dealing.schema.ts'
import { Instrument } from '../../shared/instruments/instrument.schema.ts'
import { LossLimits } from '../../shared/limits/limits.schema.ts'
import { LogEntry } from '../../shared/logs/log.schema.ts'
import { TradingPause, UserSettings } from '../../shared/settings/settings.schema.ts'
import { type TradingSetting, tradingSettingList } from '../../shared/settings/trading-settings.ts'
import { root } from '../stack/lambdas.ts'
import { parameterWords } from './parameter-words.ts'

const schemaOf = (type: z.ZodMiniType, io: 'input' | 'output'): Schema =>
  withSettingsDescribed(plainSchemaOf(type, io))

/** Adds to each trading setting its description from the settings screen. */
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
        content: endpoint.gives
          ? { [endpoint.gives === 'csv' ? 'text/csv' : 'text/plain']: { schema: { type: 'string' } } }
          : { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
        ...headersOf(name, endpoint),
      },
    ]),
  )

const setCookie = {
  'set-cookie': {
    schema: { type: 'string' },
    description:
      'The session: __Host-signalpost-access for 15 minutes and __Host-signalpost-refresh for 30 days, both HttpOnly, Secure and SameSite=Strict.',
  },
}
const setsCookies: ReadonlySet<EndpointName> = new Set([
  'login',
  'verifySecondFactor',
  'signInWithPasskey',
  'refreshSession',
  'changeOwnPassword',
])

const headersOf = (name: EndpointName, { polled }: Endpoint) => {
  const headers = {
    ...(setsCookies.has(name) ? setCookie : {}),
    ...(polled
      ? {
          etag: {
            schema: { type: 'string' },
            description:
              'Names this answer. Send it back in if-none-match or to /changes, and an unchanged answer has no body.',
          },
        }
      : {}),
  }
  return Object.keys(headers).length > 0 ? { headers } : {}
}

const alertExample = {
  secret: 'your-webhook-secret',
  market: 'NASDAQ:AAPL',
  action: 'BUY',
  price: '229.87',
  time: '2026-11-26T14:30:00Z',
  strategy: 'Golden Cross v2',
}

/** Alert fields with their descriptions from the Help page. The parser defines which formats a field may have. */
const alertProperties = Object.fromEntries(
  alertFieldWords.flatMap(([names, description]) => names.split(', ').map((name) => [name, { description }])),
)

const alertBody = {
  description:
    'An alert as JSON or as one line of text. The body decides which, not the content type. The Help page shows both, filled in.',
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['secret', 'market', 'action'],
        properties: alertProperties,
        additionalProperties: true,
      },
      example: alertExample,
    },
    'text/plain': {
      schema: { type: 'string', maxLength: alertLimits.bytes },
      example: '2026-11-26T14:30:00Z your-webhook-secret NASDAQ:AAPL BUY 229.87',
    },
  },
}

/** Describes a body that another protocol defines, with a link to that protocol. */
const bodyElsewhere = (description: string) => ({
  description,
  required: true,
  content: { 'application/json': { schema: { type: 'object' } } },
})
const rawBodies: Partial<Record<EndpointName, object>> = {
  receiveAlert: alertBody,
  receiveTelegram: bodyElsewhere(
    'An Update of Telegram’s Bot API: https://core.telegram.org/bots/api#update',
  ),
  callTools: bodyElsewhere(
    'A JSON-RPC 2.0 message of the Model Context Protocol: https://modelcontextprotocol.io',
  ),
}

const bodyOf = (name: EndpointName, endpoint: Endpoint, fields: Schema) => {
  const raw = rawBodies[name]
  if (raw) return { requestBody: raw }
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

/** Separates the request fields in the path from the other fields. */
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
    description: parameterWords[name],
    required: place === 'path' || required.includes(name),
    schema:
      properties[name]?.default === undefined ? schema : { ...schema, default: properties[name].default },
  }))

const stepUpWords = {
  always: 'Needs an identity check within the last ten minutes.',
  'where-it-loosens':
    'Needs an identity check within the last ten minutes if the change weakens a protection.',
  'where-it-loosens-in-live':
    'In LIVE, needs an identity check within the last ten minutes if more may be traded than before.',
} as const

const scopeInWords = ({ scope, tokenOnly }: Endpoint) => {
  const tokens = scope === 'any' ? 'any token' : `tokens with the scope \`${scope}\``
  return `Opens to ${tokens}${tokenOnly ? ', and to nothing else' : ''}.`
}

/** Returns the accepted ways to authenticate. OpenAPI 3.1 lets a bearer scheme name the required scopes. */
const securityOf = ({ access, scope, tokenOnly }: Endpoint) => {
  if (access !== 'user' && access !== 'admin') return []
  const token = scope === undefined ? [] : [{ token: scope === 'any' ? [] : [scope] }]
  return tokenOnly ? token : [{ session: [] }, ...token]
}

const operationOf = (name: EndpointName) => {
  const endpoint: Endpoint = contract[name]
  const { path, others } = split(schemaOf(endpoint.request, 'input'), pathParameters(endpoint.path))
  const fields = inSnakeCase(others)
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const guarded = endpoint.method !== 'GET' && endpoint.access !== 'webhook' && !endpoint.tokenOnly
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
      ...(endpoint.scope ? [scopeInWords(endpoint)] : []),
    ].join(' '),
    tags: [endpoint.path.split('/')[1] as string],
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(inQuery ? {} : bodyOf(name, endpoint, fields)),
    responses: {
      ...success(name, endpoint),
      ...refusals(refusalsOf(name)),
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

/** Schemas that several responses share. A generated client uses these names. */
const namedTypes = {
  User,
  UserSettings,
  AppSettings,
  Instrument,
  LogEntry,
  Position,
  WorkingOrder: Order,
  Stats,
  TradingPause,
  LossLimits,
} as const

/** Replaces each copy of a named schema with a reference to it. */
const withReferences = <Part extends object>(paths: Part, named: Readonly<Record<string, Schema>>): Part => {
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]))
  const visit = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const name = names.get(JSON.stringify(part))
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
    return Array.isArray(part)
      ? part.map(visit)
      : Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, visit(inner)]))
  }
  return Object.fromEntries(Object.entries(paths).map(([key, inner]) => [key, visit(inner)])) as Part
}

const securitySchemes = {
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
}

const requestedWithHeader = {
  name: requestedWith.name,
  in: 'header',
  schema: { type: 'string', const: requestedWith.value },
} as const

const headerParameters = {
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
}

/** Builds the API's OpenAPI 3.1 document from the contract. */
export const openApiDocument = () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of endpointNames) {
    const { path, method } = contract[name]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name) }
  }
  const named = Object.fromEntries(
    Object.entries(namedTypes).map(([name, type]) => [name, schemaOf(type, 'output')]),
  )
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
    paths: withReferences(paths, named),
    components: {
      securitySchemes,
      parameters: headerParameters,
      schemas: {
        ...Object.fromEntries(
          Object.entries(named).map(([name, schema]) => [name, withReferences(schema, named)]),
        ),
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

/**
 * Writes the document into the site's folder. The Help page links to it.
 * @returns the file
 */
export const writeOpenApi = (folder: string): string => {
  const file = join(folder, 'openapi.json')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`)
  return file
}
