import { describe, expect, it } from 'vitest'
import { endpointNames } from '../../shared/contract/index.ts'
import { resourcesOfType, synthesizeEmpty } from './synthesize.ts'
import { explainFailure, failureKindOf } from './explain-failure.ts'
import {
  countGroups,
  elapsed,
  failureIn,
  groupOf,
  groupsInWords,
  progressOf,
  type StackEvent,
  waitingIn,
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
  it('counts finished resources by group, and each resource only once', () => {
    const events = [
      event({}),
      event({}),
      event({ id: 'datalogs', status: 'CREATE_IN_PROGRESS' }),
      event({ id: 'caller', stack: 'accounts', type: 'AWS::Lambda::Function', status: 'UPDATE_COMPLETE' }),
      event({ id: 'caller', stack: 'logs', type: 'AWS::Lambda::Function' }),
      event({ id: 'Signalpost', type: 'AWS::CloudFormation::Stack' }),
      event({ id: 'topic', type: 'AWS::SNS::Topic' }),
    ]
    const expected = { tables: 10, Lambdas: 41, 'other resources': 7 }
    expect(progressOf(events, expected)).toBe('tables 1 of 10, Lambdas 2 of 41, other resources 1 of 7')
    expect(progressOf(events, null)).toBe('tables 1, Lambdas 2, other resources 1')
    expect(progressOf([], null)).toBe('')
  })

  it('counts every API route, alarm and log filter of the template', () => {
    const { template } = synthesizeEmpty({ mail: 'operator@example.com' })
    const counts = countGroups(template)
    expect(counts['API routes']).toBe(endpointNames.length)
    expect(counts.alarms).toBe(resourcesOfType(template, 'AWS::CloudWatch::Alarm').length)
    expect(counts['log filters']).toBe(resourcesOfType(template, 'AWS::Logs::MetricFilter').length)
  })

  it('counts resource types without a group as other resources', () => {
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
  ])('formats %d ms as %s', (milliseconds, said) => {
    expect(elapsed(milliseconds)).toBe(said)
  })
})

describe('the failure of a deployment', () => {
  it('is the first failed resource, not a resource that was cancelled because of it', () => {
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

  it('is the nested stack if it failed but none of its resources did', () => {
    const nested = { type: 'AWS::CloudFormation::Stack', status: 'CREATE_FAILED' }
    const own = event({ ...nested, id: 'functionsaccounts', reason: 'Template format error: too large' })
    const root = event({ ...nested, at: at(9), id: 'Signalpost', reason: 'Rollback requested by user.' })
    expect(failureIn([own, root])?.first.reason).toBe('Template format error: too large')
    const within = event({ at: at(5), stack: 'accounts', status: 'CREATE_FAILED', reason: 'Limit exceeded' })
    expect(failureIn([own, within, root])?.first.reason).toBe('Limit exceeded')
  })

  it('is null if no resource failed', () => {
    expect(failureIn([event({})])).toBeNull()
  })

  it('is explained without advice to delete users’ data if the name of a resource is already taken', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::S3::Bucket']) {
      const { act = '' } = failureKindOf(event({ type, reason: 'Signalpost-data already exists' })) ?? {}
      expect(act).not.toContain('destroy')
      expect(act).toContain('Do not delete a table or secret')
    }
  })

  it('is explained with a note that the previous version still runs, unless the rollback also failed', () => {
    const call = { stackName: 'Signalpost', region: 'eu-west-1' }
    const first = event({ status: 'UPDATE_FAILED', reason: 'Rate exceeded' })
    const failure = { first, leftBehind: [], notTakenBack: [] }
    const said = explainFailure(call, failure, 'UPDATE_ROLLBACK_COMPLETE')
    expect(said).toContain('Signalpost was not updated')
    expect(said).toContain('The version before still runs')
    const stuck = explainFailure(call, failure, 'UPDATE_ROLLBACK_FAILED')
    expect(stuck).toMatch(/continue-update-rollback --region eu-west-1 --stack-name Signalpost$/m)
    expect(stuck).not.toContain('--resources-to-skip')
  })

  it('is explained with the resources to skip if a rollback failed', () => {
    const nested = 'Signalpost-functionslogs-2B'
    const failure = failureIn([
      event({ at: at(1), status: 'UPDATE_FAILED', id: 'cause', reason: 'Limit exceeded' }),
      event({ at: at(2), id: 'Signalpost', status: 'UPDATE_ROLLBACK_IN_PROGRESS' }),
      event({ at: at(3), stack: nested, id: 'caller1', status: 'UPDATE_FAILED', reason: 'Rate exceeded' }),
      event({ at: at(4), stack: nested, id: 'caller1', status: 'UPDATE_FAILED', reason: 'Rate exceeded' }),
      event({ at: at(5), id: 'dataalerts1A', status: 'UPDATE_FAILED', reason: 'Rate exceeded' }),
      event({
        at: at(6),
        type: 'AWS::CloudFormation::Stack',
        id: 'logs',
        status: 'UPDATE_FAILED',
        reason: 'x',
      }),
    ])
    const call = { stackName: 'Signalpost', region: 'eu-west-1' }
    expect(failure && explainFailure(call, failure, 'UPDATE_ROLLBACK_FAILED')).toContain(
      `  aws cloudformation continue-update-rollback --region eu-west-1 --stack-name Signalpost --resources-to-skip ${nested}.caller1 dataalerts1A`,
    )
  })

  it('is null while a certificate waits for its DNS record, and the progress shows the record', () => {
    const reason =
      'Content of DNS Record is: {Name: _a1.signals.example.com.,Type: CNAME,Value: _b2.acm-validations.aws.}'
    const waits = event({
      type: 'AWS::CertificateManager::Certificate',
      status: 'CREATE_IN_PROGRESS',
      reason,
    })
    expect(waitingIn([waits])).toEqual([
      'the certificate waits until its DNS record, a CNAME _a1.signals.example.com. for _b2.acm-validations.aws., is public',
    ])
    expect(waitingIn([waits, { ...waits, at: at(9), status: 'CREATE_COMPLETE' }])).toEqual([])
  })

  it('is explained with the commands that remove the resources left behind', () => {
    const first = event({ status: 'CREATE_FAILED', reason: 'Limit exceeded' })
    const said = explainFailure(
      { stackName: 'Signalpost', region: 'eu-west-1' },
      {
        first,
        leftBehind: [event({}), event({ type: 'AWS::SecretsManager::Secret', physicalId: 'root-1' })],
        notTakenBack: [],
      },
    )
    expect(said).toContain(
      'aws dynamodb delete-table --region eu-west-1 --table-name Signalpost-dataalerts-1',
    )
    expect(said).toContain('delete-secret --region eu-west-1 --secret-id root-1')
    const clean = explainFailure(
      { stackName: 'Signalpost', region: 'eu-west-1' },
      { first, leftBehind: [], notTakenBack: [] },
    )
    expect(clean).toContain('Nothing was left behind')
  })
})
