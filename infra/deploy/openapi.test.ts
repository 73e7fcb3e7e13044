import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { parseAlert } from '../../shared/alerts/alert-parser.ts'
import { isDescribed, refusalsOf, successesOf } from '../../shared/contract/answers.ts'
import { contract, type Endpoint } from '../../shared/contract/index.ts'
import { errorStatus } from '../../shared/platform/error.schema.ts'
import { openApiDocument } from './openapi.ts'

type Operation = {
  readonly operationId: string
  readonly description?: string
  readonly security: readonly unknown[]
  readonly parameters?: readonly {
    readonly name?: string
    readonly in?: string
    readonly $ref?: string
    readonly description?: string
  }[]
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: Record<string, unknown>; readonly example?: unknown }>
  }
  readonly responses: Record<string, unknown>
}
const document = openApiDocument()
const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as Operation[]
const operation = (name: keyof typeof contract) =>
  operations.find(({ operationId }) => operationId === name) as Operation

describe('the API description', () => {
  it('passes a linter', async () => {
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true })
  })

  it('fails the linter if it contains an error', async () => {
    const wrong = { ...document, paths: { '/x': { get: { responses: 'none' } } } }
    expect(await new Validator().validate(structuredClone(wrong))).toMatchObject({ valid: false })
  })

  it('contains every endpoint once, with its access', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(contract).sort())
    for (const [name, endpoint] of Object.entries(contract) as [keyof typeof contract, Endpoint][]) {
      const signedIn = endpoint.access === 'user' || endpoint.access === 'admin'
      const bySession = signedIn && !endpoint.tokenOnly ? [{ session: [] }] : []
      const scopes = endpoint.scope === 'any' ? [] : [endpoint.scope]
      const byToken = endpoint.scope ? [{ token: scopes }] : []
      expect(operation(name).security, name).toEqual([...bySession, ...byToken])
      expect(/identity check/.test(operation(name).description ?? ''), name).toBe(
        endpoint.stepUp !== undefined,
      )
      if (signedIn || endpoint.access === 'webhook')
        expect(Object.keys(operation(name).responses), name).toContain('401')
    }
  })

  it('lists every status of each endpoint, and does not describe any other status or error code', () => {
    for (const name of Object.keys(contract) as (keyof typeof contract)[]) {
      const answered = [...successesOf(name), ...refusalsOf(name).map((code) => errorStatus[code])].map(
        String,
      )
      expect(Object.keys(operation(name).responses).sort(), name).toEqual(
        [...new Set([...answered, 'default'])].sort(),
      )
    }
    expect(Object.keys(operation('register').responses)).toContain('201')
    expect(Object.keys(operation('downloadLogs').responses)).toContain('302')
    expect(Object.keys(operation('login').responses)).toEqual(expect.arrayContaining(['413', '429']))
    expect(Object.keys(operation('closePosition').responses)).toContain('409')
    expect(isDescribed('register', 200)).toBe(false)
    expect(isDescribed('login', 409, 'EMAIL_TAKEN')).toBe(false)
    expect(isDescribed('login', 429, 'TOO_MANY_ATTEMPTS')).toBe(true)
  })

  it('uses snake_case in requests and camelCase in responses', () => {
    const { schema } = operation('updateSettings').requestBody?.content['application/json'] ?? {}
    const { properties } = schema as { properties: object }
    expect(Object.keys(properties)).toContain('maximum_alert_age_in_seconds')
    const registering = operation('register').requestBody?.content['application/json']?.schema
    expect((registering as { required: string[] }).required).toContain('first_name')
    expect(JSON.stringify(schema)).not.toContain('maximumAlertAgeInSeconds')
    expect(operation('listLogs').parameters?.map(({ name }) => name)).toContain('from_date')
    expect(JSON.stringify(document.components.schemas)).toContain('maximumAlertAgeInSeconds')
  })

  it('requires our own header for every changing call, except webhook calls and calls that accept only tokens', () => {
    const guarded = operations
      .filter(({ parameters = [] }) => parameters.some(({ $ref }) => $ref?.endsWith('RequestedWith')))
      .map(({ operationId }) => operationId)
    const changing = (Object.entries(contract) as [string, Endpoint][])
      .filter(([, { method, access, tokenOnly }]) => method !== 'GET' && access !== 'webhook' && !tokenOnly)
      .map(([name]) => name)
    expect(guarded.sort()).toEqual(changing.sort())
  })

  it('describes every parameter, header and alert field', () => {
    for (const { operationId, parameters = [] } of operations)
      for (const { name, $ref, description } of parameters)
        expect($ref ?? description, `${operationId}: ${name}`).toBeTruthy()
    const { schema, example } = operation('receiveAlert').requestBody?.content['application/json'] ?? {}
    const { properties } = schema as { properties: Record<string, { description: string }> }
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(['market', 'prev_position', 'strategy']))
    expect(parseAlert(JSON.stringify(example)).kind).toBe('alert')
    const line = operation('receiveAlert').requestBody?.content['text/plain']?.example
    expect(parseAlert(String(line)).kind).toBe('alert')
    expect(JSON.stringify(operation('login').responses['200'])).toContain('__Host-signalpost-refresh')
    expect(JSON.stringify(operation('receiveTelegram').requestBody)).toContain('core.telegram.org')
  })

  it('declares CSV responses as CSV, and status 304 for unchanged data', () => {
    expect(JSON.stringify(operation('exportInstruments').responses['200'])).toContain('text/csv')
    expect(JSON.stringify(operation('exportJournal').responses['200'])).toContain('text/csv')
    expect(Object.keys(operation('listChanges').responses)).toContain('304')
  })

  it('refers to each schema that has a name', () => {
    const used = new Set(JSON.stringify(document).match(/#\/components\/schemas\/\w+/g))
    for (const name of Object.keys(document.components.schemas).filter((each) => each !== 'Error'))
      expect(used, name).toContain(`#/components/schemas/${name}`)
  })

  it('uses the same names for path parameters as the paths', () => {
    expect(operation('closePosition').parameters).toContainEqual(
      expect.objectContaining({ name: 'dealId', in: 'path', required: true }),
    )
  })

  it('requires every field of an instrument except its dividend date and its risk', () => {
    const { schema } = operation('updateInstrument').requestBody?.content['application/json'] ?? {}
    const { properties, required } = schema as { properties: object; required: string[] }
    expect(Object.keys(properties).filter((name) => !required.includes(name))).toEqual([
      'next_dividend_date',
      'risk_percent',
      'risk_amount',
    ])
  })

  it('allows mode and account as parameters when a deal is closed or deleted', () => {
    for (const name of ['closePosition', 'deleteOrder'] as const)
      for (const parameter of ['mode', 'account_id'])
        expect(operation(name).parameters, name).toContainEqual(
          expect.objectContaining({ name: parameter, in: 'query', required: false }),
        )
  })
})
