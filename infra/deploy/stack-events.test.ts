import { describe, expect, it } from 'vitest'
import { endpointNames } from '../../shared/contract/index.ts'
import { resourcesOfType, synthesizeEmpty } from './synthesize.ts'
import { explainCdkOutput, explainFailure, explanationOf } from './explain-failure.ts'
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

  it('counts as API routes and alarms nothing else than these', () => {
    const { template } = synthesizeEmpty({ mail: 'operator@example.com' })
    const counts = countGroups(template)
    expect(counts['API routes']).toBe(endpointNames.length)
    expect(counts.alarms).toBe(resourcesOfType(template, 'AWS::CloudWatch::Alarm').length)
    expect(counts['log filters']).toBe(resourcesOfType(template, 'AWS::Logs::MetricFilter').length)
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

  it('is a nested stack if it failed itself, and nothing in it', () => {
    const nested = { type: 'AWS::CloudFormation::Stack', status: 'CREATE_FAILED' }
    const own = event({ ...nested, id: 'functionsaccounts', reason: 'Template format error: too large' })
    const root = event({ ...nested, at: at(9), id: 'Signalpost', reason: 'Rollback requested by user.' })
    expect(failureIn([own, root])?.first.reason).toBe('Template format error: too large')
    const within = event({ at: at(5), stack: 'accounts', status: 'CREATE_FAILED', reason: 'Limit exceeded' })
    expect(failureIn([own, within, root])?.first.reason).toBe('Limit exceeded')
  })

  it.each([
    [
      'SSM parameter /cdk-bootstrap/hnb659fds/version not found. Has the environment been bootstrapped?',
      'npx cdk bootstrap',
    ],
    ["Bootstrap stack version '21' is lower than the required version 28", 'too old'],
    [
      "current credentials could not be used to assume 'arn:aws:iam::1:role/cdk-hnb659fds-deploy-role-1-eu-west-2'",
      'sts:AssumeRole',
    ],
    ['ExpiredToken: The security token included in the request is expired', 'Log in again'],
  ])('that only the CDK reports (%s) is explained: %s', (line, words) => {
    expect(explainCdkOutput(`building\n${line}\n`)).toContain(words)
  })

  it('of unknown wording is not guessed', () => {
    expect(explainCdkOutput('TypeError: x is not a function')).toBeNull()
    expect(explanationOf(event({ reason: 'A new wording' })).means).toContain('does not guess')
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
    [
      'AWS::DynamoDB::Table',
      'Subscriber limit exceeded: There is a limit to the number of concurrent table creations',
      'Run the same',
    ],
    ['AWS::S3::Bucket', 'Please reduce your request rate. (Service: S3, Status Code: 503)', 'Run the same'],
    [
      'AWS::S3::Bucket',
      'A conflicting conditional operation is currently in progress against this resource.',
      'Run the same',
    ],
    [
      'AWS::Lambda::Function',
      'The operation cannot be performed at this time. An update is in progress for resource: arn',
      'Run the same',
    ],
    [
      'AWS::DynamoDB::Table',
      'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
      'turn the protection',
    ],
    ['AWS::S3::Bucket', 'The bucket you tried to delete is not empty (Status Code: 409)', 's3 rm'],
    [
      'AWS::IAM::Role',
      'Maximum policy size of 10240 bytes exceeded for role Signalpost-x',
      'shorter --stage',
    ],
    ['AWS::IAM::Role', 'Cannot exceed quota for RolesPerAccount: 1000', 'roles that nothing uses'],
    [
      'AWS::CloudFormation::Stack',
      'The security token included in the request is expired (Status Code: 403)',
      'Log in again',
    ],
    ['AWS::CertificateManager::Certificate', 'Certificate did not stabilize', 'name servers'],
    [
      'Custom::CDKBucketDeployment',
      'Waiter InvalidationCompleted failed: Max attempts exceeded',
      'Run the same',
    ],
    ['AWS::Lambda::Function', 'Rate exceeded (Service: Lambda, Status Code: 429)', 'Run the same'],
    [
      'AWS::IAM::Role',
      'User: arn:aws:sts::1:assumed-role/cfn is not authorized to perform: iam:CreateRole with an explicit deny in a service control policy',
      'organisation',
    ],
    ['AWS::S3::Bucket', 'The following hook(s) failed: [Company::S3::Guard]', 'organisation'],
    [
      'AWS::CertificateManager::Certificate',
      'One or more domain names have failed validation due to a Certificate Authority Authentication (CAA) error',
      'CAA record for amazon.com',
    ],
    ['AWS::Route53::RecordSet', 'No hosted zone found with ID: Z1 (Service: Route53)', '--hosted-zone-id'],
    [
      'AWS::Route53::RecordSet',
      "[Tried to create resource record set [name='signals.example.com.', type='A'] but it already exists]",
      'Remove the record',
    ],
    [
      'AWS::SecretsManager::Secret',
      "You can't create this secret because a secret with this name is already scheduled for deletion.",
      'restore-secret',
    ],
    ['AWS::S3::Bucket', 'signalpost-logs already exists (BucketAlreadyExists)', 'another --stage'],
    [
      'AWS::CloudFormation::Stack',
      'Export Signalpost:ExportsOutput cannot be updated as it is in use by Signalpost-certificate',
      'a deployment of its own',
    ],
    [
      'AWS::CloudFormation::Stack',
      'Stack:arn:aws:cloudformation:x is in UPDATE_ROLLBACK_FAILED state and can not be updated.',
      'docs/runbook.md',
    ],
    [
      'AWS::Lambda::Function',
      'Lambda was unable to configure access to your environment variables because the KMS key is invalid: the key is disabled',
      'Enable the key',
    ],
    ['AWS::Budgets::Budget', 'Unrecognized resource types: [AWS::Budgets::Budget]', '--region'],
    [
      'AWS::Lambda::EventSourceMapping',
      'The role defined for the function cannot be assumed by Lambda.',
      'Run the same',
    ],
    ['AWS::ApiGatewayV2::Stage', 'Insufficient permissions to enable logging', 'describe-resource-policies'],
    ['AWS::Lambda::Function', 'The security token included in the request is expired', 'Log in again'],
    [
      'AWS::Lambda::Function',
      "'MemorySize' value failed to satisfy constraint: Member must have value less than or equal to 3008",
      'AWS Support',
    ],
    [
      'AWS::CloudFront::OriginRequestPolicy',
      'You have reached the maximum number of origin request policies for this account',
      'Service Quotas',
    ],
    ['AWS::CertificateManager::Certificate', 'Certificate validation timed out', 'name servers'],
    ['AWS::DynamoDB::Table', 'Internal Failure', 'Run the same'],
    ['AWS::SQS::Queue', 'An unknown reason', 'Fix what AWS reports'],
  ])('of %s with "%s" says what to do: %s', (type, reason, act) => {
    expect(explanationOf(event({ type, reason, status: 'CREATE_FAILED' })).act).toContain(act)
  })

  it('never has anyone delete what may be users’ data because its name is taken', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::S3::Bucket']) {
      const { act } = explanationOf(event({ type, reason: 'Signalpost-data already exists' }))
      expect(act).not.toContain('destroy')
      expect(act).toContain('Do not delete a table or secret')
    }
  })

  it('of an update says what runs now', () => {
    const call = { stackName: 'Signalpost', region: 'eu-west-1' }
    const failure = { first: event({ status: 'UPDATE_FAILED', reason: 'Rate exceeded' }), leftBehind: [] }
    const said = explainFailure(call, failure, 'UPDATE_ROLLBACK_COMPLETE')
    expect(said).toContain('Signalpost was not updated')
    expect(said).toContain('The version before still runs')
    expect(explainFailure(call, failure, 'UPDATE_ROLLBACK_FAILED')).toContain('continue-update-rollback')
  })

  it('is not yet one while a certificate waits, which is said with its record', () => {
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
