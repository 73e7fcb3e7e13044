import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadAwsServiceSpec } from '@aws-cdk/aws-service-spec'
import { describe, expect, it } from 'vitest'
import { synthesizeEmpty } from './deploy/synthesize.ts'
import type { Resource, Template } from './deploy/template.ts'
import { root } from './lambdas.ts'

type Resources = Template['Resources']

/**
 * Resources of the first release that hold what cannot be made again: rows, the root secret, alerts that wait, and the
 * host that is in users' TradingView alerts. CloudFormation keeps one only under its id, with its type, and without a
 * change to what AWS cannot change in place.
 */
const firstRelease = JSON.parse(
  readFileSync(join(root, 'infra/snapshots/first-release-stateful.json'), 'utf8'),
) as Resources

const spec = await loadAwsServiceSpec()
const replacing = (type: string): string[] => {
  const { properties } = spec.lookup('resource', 'cloudFormationType', 'equals', type).only()
  return Object.entries(properties).flatMap(([name, { causesReplacement = 'no' }]) =>
    causesReplacement === 'no' ? [] : [name],
  )
}

/** What an upgrade from `before` to `after` would lose, a line each. */
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

describe('an upgrade from the first release', () => {
  it.each([
    ['as it is', {}],
    ['with a domain', { domain: 'signals.example.com', hostedZoneId: 'Z1' }],
    ['without concurrency of its own', { reserveConcurrency: 'no' }],
  ])('replaces nothing that applies state: %s', (_, context) => {
    const { template } = synthesizeEmpty({ mail: 'operator@example.com', ...context })
    expect(Object.keys(firstRelease).length).toBeGreaterThan(12)
    expect(lostBy(firstRelease, template.Resources)).toEqual([])
  })

  it('would be caught: a renamed construct, another type, a changed key', () => {
    const { template } = synthesizeEmpty({ mail: 'operator@example.com' })
    const [[id, table] = ['', { Type: '' }]] = Object.entries(firstRelease).filter(
      ([, { Type }]) => Type === 'AWS::DynamoDB::Table',
    )
    const { [id]: now, ...others } = template.Resources
    const changed = (change: Partial<Resource>) => ({ ...others, [id]: { ...(now as Resource), ...change } })
    expect(lostBy(firstRelease, others)).toEqual([`${id} (${table.Type}) is gone`])
    expect(lostBy(firstRelease, changed({ Type: 'AWS::DynamoDB::GlobalTable' }))).toHaveLength(1)
    const KeySchema = [{ AttributeName: 'other', KeyType: 'HASH' }]
    expect(lostBy(firstRelease, changed({ Properties: { ...now?.Properties, KeySchema } }))).toEqual([
      `${id} (${table.Type}) would be replaced: KeySchema differs`,
    ])
  })
})
