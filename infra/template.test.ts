import { describe, expect, it } from 'vitest'
import type { Template } from './deploy/template.ts'
import { schemaProblems } from './dev/testing/resource-schemas.ts'
import { synthesizeEmpty } from './deploy/synthesize.ts'

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
  ])('finds nothing in %s that is not accepted', (_, synthesized) => {
    const [report, ...others] = nagOf(synthesized)
    expect(others).toEqual([])
    expect(report?.violations).toEqual([])
  })

  it('is answered by a sentence wherever a finding is accepted', () => {
    const accepted = nagOf(production)[0]?.suppressedViolations ?? []
    expect(accepted.length).toBeGreaterThan(0)
    for (const { reason, acknowledgedId } of accepted)
      expect(reason, acknowledgedId).toMatch(/^[A-Z][^]{40,}\.$/)
  })
})

describe('CloudFormation’s resource schemas', () => {
  it('agree with every template', async () => {
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

describe('the template', () => {
  it('is the one that was last agreed on (npx vitest -u agrees on another)', async () => {
    const text = JSON.stringify(
      production.template.Resources,
      (key, value: unknown) => {
        if (key === 'Metadata') return undefined
        // Assets are named by their content, which is not the template’s business.
        return typeof value === 'string' ? value.replace(/[0-9a-f]{64}/g, '<asset>') : value
      },
      1,
    )
    await expect(`${text}\n`).toMatchFileSnapshot('snapshots/template.json')
  })
})
