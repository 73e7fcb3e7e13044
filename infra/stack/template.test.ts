import { describe, expect, it } from 'vitest'
import type { Template } from '../deploy/template.ts'
import { schemaProblems } from '../dev/testing/resource-schemas.ts'
import { synthesizeEmpty } from '../deploy/synthesize.ts'

const production = synthesizeEmpty({ mail: 'operator@example.com' })
const ownDomain = synthesizeEmpty({ domain: 'signals.example.com', hostedZoneId: 'Z123' })

type Report = {
  readonly pluginReports: readonly {
    readonly pluginName: string
    readonly violations: readonly unknown[]
    readonly suppressedViolations: readonly { readonly acknowledgedId: string; readonly reason: string }[]
  }[]
}
const nagOf = ({ reports }: typeof production) =>
  reports
    .flatMap((report) => (JSON.parse(report) as Report).pluginReports)
    .filter(({ pluginName }) => pluginName === 'AwsSolutions')

describe('cdk-nag', () => {
  it.each([
    ['the stack', production],
    ['the stack with an own domain', ownDomain],
  ])('has no finding in %s that is not accepted', (_, synthesized) => {
    const [report, ...others] = nagOf(synthesized)
    expect(others).toEqual([])
    expect(report?.violations).toEqual([])
  })

  it('gets a reason in a full sentence for each accepted finding', () => {
    const accepted = nagOf(production)[0]?.suppressedViolations ?? []
    expect(accepted.length).toBeGreaterThan(0)
    for (const { reason, acknowledgedId } of accepted)
      expect(reason, acknowledgedId).toMatch(/^[A-Z][^]{40,}\.$/)
  })
})

describe('CloudFormation’s resource schemas', () => {
  it('accept every template', async () => {
    for (const template of [...Object.values(production.templates), ...Object.values(ownDomain.templates)])
      expect(await schemaProblems(template)).toEqual([])
  })

  const queue = (properties: Record<string, unknown>, more: Template['Resources'] = {}): Template => ({
    Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: properties }, ...more },
  })

  it.each<[string, Template, string]>([
    [
      'a name that is none',
      queue({ FifoQeue: true }),
      'Queue (AWS::SQS::Queue).FifoQeue is not a property here',
    ],
    [
      'a wrong type',
      queue({ DelaySeconds: 'soon' }),
      'Queue (AWS::SQS::Queue).DelaySeconds must be a number',
    ],
    [
      'an unknown type of resource',
      { Resources: { X: { Type: 'AWS::SQS::Cue' } } },
      'CloudFormation does not know',
    ],
    [
      'what is missing',
      { Resources: { X: { Type: 'AWS::Lambda::Function', Properties: {} } } },
      '.Code is required',
    ],
    ['a reference to nothing', queue({ QueueName: { Ref: 'Gone' } }), 'refers to Gone, which is not there'],
    [
      'an attribute that a type does not have',
      queue(
        {},
        {
          Policy: {
            Type: 'AWS::SQS::QueuePolicy',
            Properties: { Queues: [{ 'Fn::GetAtt': ['Queue', 'Colour'] }], PolicyDocument: {} },
          },
        },
      ),
      'asks for Queue.Colour',
    ],
    [
      'what lies deep',
      {
        Resources: {
          T: { Type: 'AWS::DynamoDB::Table', Properties: { KeySchema: [{ AttributeName: 'pk' }] } },
        },
      },
      'KeySchema[0].KeyType is required',
    ],
  ])('would name %s', async (_, template, problem) => {
    expect((await schemaProblems(template)).join('\n')).toContain(problem)
  })
})

describe('the stacks', () => {
  it('contain the recorded resources (npx vitest -u records changes)', async () => {
    const lines = Object.entries(production.deployed).flatMap(([stack, { Resources }]) => {
      const counts = Object.entries(Object.groupBy(Object.values(Resources), ({ Type }) => Type))
      const total = Object.keys(Resources).length
      return [
        `${stack} ${total}`,
        ...counts.map(([type, found = []]) => `  ${String(found.length).padStart(3)} ${type}`).sort(),
      ]
    })
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../snapshots/resources.txt')
  })

  it('leave room below CloudFormation’s limits: 500 resources, 200 parameters, 200 outputs and 1 MB per template', () => {
    const { Signalpost: root, ...nested } = production.deployed
    expect(Object.keys(root?.Resources ?? {}).length).toBeLessThan(300)
    for (const [name, { Resources, Parameters = {}, Outputs = {}, ...others }] of Object.entries(nested)) {
      expect(Object.keys(Resources).length, name).toBeLessThan(250)
      expect(Object.keys(Parameters).length, name).toBeLessThan(100)
      expect(Object.keys(Outputs).length, name).toBeLessThan(100)
      expect(JSON.stringify({ Resources, Parameters, Outputs, ...others }).length, name).toBeLessThan(500_000)
    }
    expect(JSON.stringify(root).length).toBeLessThan(500_000)
  })

  it('keep every role below 10,240 characters of inline policies, even with the longest names', () => {
    const { template } = synthesizeEmpty({ stage: 'x'.repeat(20), region: 'ap-northeast-1' })
    // AWS replaces references before it counts. Generated names have at most 64 characters.
    const reference =
      'arn:aws-us-gov:secretsmanager:ap-northeast-1:123456789012:'.length + 64 + '/index/'.length
    const lengthOf = (value: unknown): number => {
      if (typeof value === 'string') return value.length + 2
      if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + lengthOf(each) + 1, 2)
      if (value === null || typeof value !== 'object') return String(value).length
      const entries = Object.entries(value)
      const [[key, argument] = []] = entries
      if (entries.length === 1 && (key === 'Ref' || key === 'Fn::GetAtt')) return reference
      if (entries.length === 1 && key === 'Fn::Join')
        return (argument as [string, unknown[]])[1].reduce<number>((sum, each) => sum + lengthOf(each), 0)
      return entries.reduce((sum, [name, each]) => sum + name.length + 4 + lengthOf(each), 2)
    }
    for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
      if (Type !== 'AWS::IAM::Role') continue
      const policies = (Properties?.Policies ?? []) as readonly { readonly PolicyDocument: unknown }[]
      const length = policies.reduce((sum, { PolicyDocument }) => sum + lengthOf(PolicyDocument), 0)
      expect(length, id).toBeLessThan(10_240 * 0.8)
    }
  })
})
