import { describe, expect, it } from 'vitest'
import { explainFailure, explanationOf } from './explain-failure.ts'
import {
  countGroups,
  elapsed,
  failureIn,
  groupOf,
  groupsInWords,
  progressOf,
  type StackEvent,
} from './stack-events.ts'

const event = (change: Partial<StackEvent>): StackEvent => ({
  at: new Date('2026-11-22T10:00:00Z'),
  stack: 'Signalpost',
  id: 'dataalerts',
  type: 'AWS::DynamoDB::Table',
  physicalId: 'Signalpost-dataalerts-1',
  status: 'CREATE_COMPLETE',
  reason: '',
  ...change,
})
const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 10, 0, second))

describe('progress', () => {
  it('counts what each group has done, each resource once', () => {
    const events = [
      event({}),
      event({}),
      event({ id: 'datalogs', status: 'CREATE_IN_PROGRESS' }),
      event({ id: 'caller', stack: 'accounts', type: 'AWS::Lambda::Function', status: 'UPDATE_COMPLETE' }),
      event({ id: 'caller', stack: 'logs', type: 'AWS::Lambda::Function' }),
      event({ id: 'Signalpost', type: 'AWS::CloudFormation::Stack' }),
    ]
    expect(progressOf(events, { tables: 10, Lambdas: 41 })).toBe('tables 1 of 10, Lambdas 2 of 41')
    expect(progressOf(events, null)).toBe('tables 1, Lambdas 2')
    expect(progressOf([], null)).toBe('')
  })

  it('puts what an operator has no word for among the other parts', () => {
    expect([groupOf('AWS::DynamoDB::Table'), groupOf('Custom::S3AutoDeleteObjects')]).toEqual([
      'tables',
      'other resources',
    ])
    const counts = countGroups({
      Resources: { one: { Type: 'AWS::SQS::Queue' }, two: { Type: 'AWS::SSM::Parameter' } },
    })
    expect(groupsInWords(counts)).toBe('1 queues, 1 other resources')
  })

  it.each([
    [0, '0:00'],
    [65_400, '1:05'],
    [3_600_000, '60:00'],
  ])('says %d ms as %s', (milliseconds, said) => {
    expect(elapsed(milliseconds)).toBe(said)
  })
})

describe('a failure', () => {
  it('is what failed first, not what was called off because of it', () => {
    const events = [
      event({ at: at(3), id: 'late', status: 'CREATE_FAILED', reason: 'Resource creation cancelled' }),
      event({ at: at(2), id: 'cause', status: 'CREATE_FAILED', reason: 'Limit exceeded' }),
      event({ at: at(1), id: 'called-off', status: 'CREATE_FAILED', reason: 'Resource creation canceled' }),
      event({ at: at(4), id: 'Signalpost', type: 'AWS::CloudFormation::Stack', status: 'ROLLBACK_FAILED' }),
      event({ at: at(5), id: 'kept', status: 'DELETE_SKIPPED' }),
    ]
    const failure = failureIn(events)
    expect(failure?.first.id).toBe('cause')
    expect(failure?.leftBehind.map(({ id }) => id)).toEqual(['kept'])
  })

  it('is none if nothing failed', () => {
    expect(failureIn([event({})])).toBeNull()
  })

  it.each([
    ['AWS::CloudFront::Distribution', 'Your account must be verified before you can add', 'AWS Support'],
    [
      'AWS::Lambda::Function',
      "Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [10].",
      '--reserve-concurrency no',
    ],
    ['AWS::SES::EmailIdentity', 'me@example.com already exists', '--mail-verified yes'],
    ['AWS::CloudFront::CachePolicy', 'Resource of type x already exists', '--stage'],
    ['AWS::CloudFront::Distribution', 'CNAMEAlreadyExists: one or more', '--domain'],
    ['AWS::IAM::Role', 'User: arn is not authorized to perform: iam:CreateRole', 'permission'],
    ['AWS::DynamoDB::Table', 'Subscriber limit exceeded', 'Service Quotas'],
    ['AWS::CertificateManager::Certificate', 'Certificate did not stabilize', 'name servers'],
    [
      'Custom::CDKBucketDeployment',
      'Waiter InvalidationCompleted failed: Max attempts exceeded',
      'Run the same',
    ],
    ['AWS::SQS::Queue', 'An unknown reason', 'Fix what AWS reports'],
  ])('of %s with "%s" says what to do: %s', (type, reason, act) => {
    expect(explanationOf(event({ type, reason, status: 'CREATE_FAILED' })).act).toContain(act)
  })

  it('says how each thing that was left behind is removed, or that nothing was', () => {
    const first = event({ status: 'CREATE_FAILED', reason: 'Limit exceeded' })
    const said = explainFailure(
      { stackName: 'Signalpost', region: 'eu-west-1' },
      {
        first,
        leftBehind: [event({}), event({ type: 'AWS::SecretsManager::Secret', physicalId: 'root-1' })],
      },
    )
    expect(said).toContain(
      'aws dynamodb delete-table --region eu-west-1 --table-name Signalpost-dataalerts-1',
    )
    expect(said).toContain('delete-secret --region eu-west-1 --secret-id root-1')
    const clean = explainFailure({ stackName: 'Signalpost', region: 'eu-west-1' }, { first, leftBehind: [] })
    expect(clean).toContain('Nothing was left behind')
  })
})
