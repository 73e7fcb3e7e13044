import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadAwsServiceSpec } from '@aws-cdk/aws-service-spec'
import { describe, expect, it } from 'vitest'
import { contract } from '../../shared/contract/index.ts'
import { synthesizeEmpty } from '../deploy/synthesize.ts'
import type { Resource, Template } from '../deploy/template.ts'
import { root } from './lambdas.ts'

type Resources = Template['Resources']

/**
 * Resources of release 0.2.0 that cannot be created again: tables, the root secret, waiting alerts, the host in users'
 * TradingView alerts, API route IDs and the names by which Lambdas start each other. CloudFormation keeps a resource
 * only if its ID and type stay the same and AWS can update every changed property in place.
 */
const lastRelease = JSON.parse(readFileSync(join(root, 'infra/snapshots/last-release.json'), 'utf8')) as {
  readonly state: Resources
  /** The logical ID of each route, by the route's key. */
  readonly routes: Readonly<Record<string, string>>
  /** The name of each Lambda with a fixed name, by its logical ID. */
  readonly functionNames: Readonly<Record<string, string>>
}

const spec = await loadAwsServiceSpec()
const replacing = (type: string): string[] => {
  const { properties } = spec.lookup('resource', 'cloudFormationType', 'equals', type).only()
  return Object.entries(properties).flatMap(([name, { causesReplacement = 'no' }]) =>
    causesReplacement === 'no' ? [] : [name],
  )
}

/** What an upgrade from `before` to `after` would lose, in one line for each loss. */
const lostBy = (before: Resources, after: Resources): string[] =>
  Object.entries(before).flatMap(([id, { Type, Properties = {} }]) => {
    const now: Resource | undefined = after[id]
    if (!now) return [`${id} (${Type}) is gone`]
    if (now.Type !== Type) return [`${id} is no ${Type} any more`]
    return replacing(Type).flatMap((name) =>
      JSON.stringify(Properties[name]) === JSON.stringify(now.Properties?.[name])
        ? []
        : [`${id} (${Type}) would be replaced: ${name} differs`],
    )
  })

const indexesIn = (properties: Resource['Properties']): Set<string> => {
  const { GlobalSecondaryIndexes = [] } = (properties ?? {}) as {
    readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string }[]
  }
  return new Set(GlobalSecondaryIndexes.map(({ IndexName }) => IndexName))
}

describe('an upgrade from the last release', () => {
  it.each([
    ['as it is', {}],
    ['with a domain', { domain: 'signals.example.com', hostedZoneId: 'Z1' }],
    ['without concurrency of its own', { reserveConcurrency: 'no' }],
  ])('replaces no stateful resource: %s', (_, context) => {
    const { deployed } = synthesizeEmpty({ mail: 'operator@example.com', ...context })
    const countOf = (type: string) =>
      Object.values(lastRelease.state).filter(({ Type }) => Type === type).length
    expect([countOf('AWS::DynamoDB::Table'), countOf('AWS::SQS::Queue')]).toEqual([13, 4])
    expect(lostBy(lastRelease.state, deployed.Signalpost?.Resources ?? {})).toEqual([])
  })

  it('keeps the ID of each route, because CloudFormation cannot create a second route with the same key', () => {
    const { deployed } = synthesizeEmpty()
    const now = Object.entries(deployed.Signalpost?.Resources ?? {}).flatMap(([id, { Type, Properties }]) =>
      Type === 'AWS::ApiGatewayV2::Route' ? [[String(Properties?.RouteKey), id] as const] : [],
    )
    expect(now.length).toBeGreaterThanOrEqual(Object.keys(contract).length)
    expect(now.filter(([key, id]) => (lastRelease.routes[key] ?? id) !== id)).toEqual([])
  })

  it('keeps each Lambda with a fixed name in its stack, because CloudFormation cannot create a second one with the same name', () => {
    const { deployed } = synthesizeEmpty()
    for (const [id, name] of Object.entries(lastRelease.functionNames))
      expect(deployed.Signalpost?.Resources[id]?.Properties?.FunctionName, id).toBe(name)
  })

  it('creates or removes at most one index per table, as CloudFormation requires', () => {
    const { template } = synthesizeEmpty({ mail: 'operator@example.com' })
    const changes = Object.entries(lastRelease.state).flatMap(([id, { Type, Properties }]) => {
      if (Type !== 'AWS::DynamoDB::Table') return []
      const [before, now] = [indexesIn(Properties), indexesIn(template.Resources[id]?.Properties)]
      const isChanged = (name: string) => before.has(name) !== now.has(name)
      return [[id, [...new Set([...before, ...now])].filter(isChanged).length] as const]
    })
    expect(changes.filter(([, count]) => count > 1)).toEqual([])
  })

  it('would lose a table if its construct is renamed, or if its type or key changes', () => {
    const { template } = synthesizeEmpty({ mail: 'operator@example.com' })
    const [[id, table] = ['', { Type: '' }]] = Object.entries(lastRelease.state).filter(
      ([, { Type }]) => Type === 'AWS::DynamoDB::Table',
    )
    const { [id]: now, ...others } = template.Resources
    const changed = (change: Partial<Resource>) => ({ ...others, [id]: { ...(now as Resource), ...change } })
    expect(lostBy(lastRelease.state, others)).toEqual([`${id} (${table.Type}) is gone`])
    expect(lostBy(lastRelease.state, changed({ Type: 'AWS::DynamoDB::GlobalTable' }))).toHaveLength(1)
    const KeySchema = [{ AttributeName: 'other', KeyType: 'HASH' }]
    expect(lostBy(lastRelease.state, changed({ Properties: { ...now?.Properties, KeySchema } }))).toEqual([
      `${id} (${table.Type}) would be replaced: KeySchema differs`,
    ])
  })
})
