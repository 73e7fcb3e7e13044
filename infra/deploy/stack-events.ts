import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateDescribeStackEvents,
  type Stack,
} from '@aws-sdk/client-cloudformation'
import type { Template } from './template.ts'
import { nestedStack } from './whole-template.ts'

/** One CloudFormation event of a deployment. */
export type StackEvent = {
  readonly at: Date
  /** The stack that the event belongs to: the root stack or a nested stack. */
  readonly stack: string
  readonly id: string
  readonly type: string
  /** The resource's name in AWS. It is empty until the resource is created. */
  readonly physicalId: string
  readonly status: string
  readonly reason: string
}

const otherGroup = 'other resources'

/** Resource types by the group that operators see. All other types are in the group of other resources. */
const groups: Readonly<Record<string, readonly string[]>> = {
  tables: ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'],
  Lambdas: ['AWS::Lambda::Function'],
  permissions: ['AWS::IAM::Role', 'AWS::IAM::Policy', 'AWS::Lambda::Permission'],
  'API routes': ['AWS::ApiGatewayV2::Route'],
  'site resources': [
    'AWS::CloudFront::Distribution',
    'AWS::S3::Bucket',
    'AWS::CertificateManager::Certificate',
  ],
  queues: ['AWS::SQS::Queue', 'AWS::Lambda::EventSourceMapping'],
  alarms: ['AWS::CloudWatch::Alarm'],
  'log filters': ['AWS::Logs::MetricFilter'],
}

export const groupOf = (type: string): string =>
  Object.entries(groups).find(([, types]) => types.includes(type))?.[0] ?? otherGroup

/** Counts a template's resources by group. */
export const countGroups = ({ Resources }: Template): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = Object.fromEntries(Object.keys(groups).map((group) => [group, 0]))
  // The metadata resource is not counted, because the CDK adds it only when it deploys.
  for (const { Type } of Object.values(Resources))
    if (Type !== 'AWS::CDK::Metadata') counts[groupOf(Type)] = (counts[groupOf(Type)] ?? 0) + 1
  return counts
}

export const groupsInWords = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([group, count]) => `${count} ${group}`)
    .join(', ')

/** Describes the progress of a deployment: finished resources by group, and totals if they are known. */
export const progressOf = (
  events: readonly StackEvent[],
  expected: Readonly<Record<string, number>> | null,
): string => {
  const done = new Map<string, Set<string>>()
  for (const { id, stack, type, status } of events) {
    if (type === nestedStack || type === 'AWS::CDK::Metadata') continue
    const group = groupOf(type)
    if (!done.has(group)) done.set(group, new Set())
    if (/^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(status)) done.get(group)?.add(`${stack} ${id}`)
  }
  return [...Object.keys(groups), otherGroup]
    .flatMap((group) => {
      const ids = done.get(group)
      return ids ? [[group, ids] as const] : []
    })
    .map(([group, ids]) =>
      expected ? `${group} ${ids.size} of ${expected[group] ?? ids.size}` : `${group} ${ids.size}`,
    )
    .join(', ')
}

/** Describes resources that wait for something outside the deployment. */
export const waitingIn = (events: readonly StackEvent[]): string[] => {
  const inOrder = events.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const last = new Map(
    inOrder
      .filter(({ type }) => type === 'AWS::CertificateManager::Certificate')
      .map((event) => [event.id, event] as const),
  )
  return [...last.values()].flatMap(({ status, reason }) => {
    if (status !== 'CREATE_IN_PROGRESS') return []
    const [, name, value] = /Name: (\S+?),.*Value: ([^\s},]+)/.exec(reason) ?? []
    const record = name ? `, a CNAME ${name} for ${value},` : ''
    return [`the certificate waits until its DNS record${record} is public`]
  })
}

/** Formats minutes and seconds, such as 4:05. */
export const elapsed = (milliseconds: number) => {
  const seconds = Math.floor(milliseconds / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export type Failure = {
  /** The first resource that failed. Later resources were cancelled because of it. */
  readonly first: StackEvent
  /** Resources that CloudFormation kept on purpose when it rolled back the rest. */
  readonly leftBehind: readonly StackEvent[]
  /** Resources whose rollback failed, including those in nested stacks. */
  readonly notTakenBack: readonly StackEvent[]
}

/**
 * Finds the failure in a deployment's events.
 * @returns null if CloudFormation reports no failure
 */
export const failureIn = (events: readonly StackEvent[]): Failure | null => {
  const inOrder = events.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const failed = inOrder.filter(
    ({ status, reason }) => status.endsWith('_FAILED') && !/cancell?ed|Rollback requested/i.test(reason),
  )
  // A nested stack usually fails because one of its resources fails. It can also fail itself, for example because of
  // its template.
  const first =
    failed.find(({ type }) => type !== nestedStack) ??
    failed.find(({ type, id, stack, reason }) => type === nestedStack && id !== stack && reason !== '')
  if (!first) return null
  const rollback = inOrder.find(({ status }) => status === 'UPDATE_ROLLBACK_IN_PROGRESS')
  return {
    first,
    leftBehind: inOrder.filter(({ status }) => status === 'DELETE_SKIPPED'),
    notTakenBack: rollback ? failed.filter(({ type, at }) => type !== nestedStack && at > rollback.at) : [],
  }
}

/** @returns null if the stack does not exist */
export const describeStack = async (
  client: CloudFormationClient,
  stackName: string,
): Promise<Stack | null> => {
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }))
    return stack ?? null
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return null
    throw error
  }
}

/**
 * Statuses of a stack that was never created completely. The CDK deletes such a stack before it creates the stack
 * again.
 */
const leftOfCreation: ReadonlySet<string> = new Set([
  'REVIEW_IN_PROGRESS',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
])

/**
 * Reads a stack's status.
 * @returns null if the stack does not exist or was never created completely
 */
export const stackStatus = async (client: CloudFormationClient, stackName: string) => {
  const status = (await describeStack(client, stackName))?.StackStatus ?? null
  return status !== null && leftOfCreation.has(status) ? null : status
}

/**
 * Reads all events since a given time, including those of nested stacks. Each stack's events are sorted from new to
 * old. A stack that does not exist yet has no events.
 */
export const readEvents = async (
  client: CloudFormationClient,
  stackName: string,
  since: Date,
): Promise<StackEvent[]> => {
  const own = await readOwnEvents(client, stackName, since)
  const nested = own.flatMap(({ id, type, physicalId }) =>
    type === nestedStack && physicalId !== '' && id !== stackName ? [physicalId] : [],
  )
  const theirs = await Promise.all([...new Set(nested)].map((id) => readOwnEvents(client, id, since)))
  return [...own, ...theirs.flat()]
}

const readOwnEvents = async (
  client: CloudFormationClient,
  stackName: string,
  since: Date,
): Promise<StackEvent[]> => {
  const found: StackEvent[] = []
  try {
    for await (const { StackEvents = [] } of paginateDescribeStackEvents(
      { client },
      { StackName: stackName },
    )) {
      for (const event of StackEvents) {
        const at = event.Timestamp ?? new Date(0)
        if (at < since) return found
        found.push({
          at,
          stack: event.StackName ?? '',
          id: event.LogicalResourceId ?? '',
          type: event.ResourceType ?? '',
          physicalId: event.PhysicalResourceId ?? '',
          status: event.ResourceStatus ?? '',
          reason: event.ResourceStatusReason ?? '',
        })
      }
    }
  } catch (error) {
    if (!(error instanceof Error && /does not exist/.test(error.message))) throw error
  }
  return found
}
