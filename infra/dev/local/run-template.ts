import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FrontOptions, Route } from './front.ts'
import type { LambdaRuntime, LambdaSpec } from './lambda.ts'
import { mapQueue, type Queues } from './queues.ts'
import { schedule } from './schedules.ts'
import { arnOf, type LocalSecretsManager } from './secrets-manager.ts'
import { type Counterpart, local, tableNameOf, resolveWith } from './template.ts'
import type { Resource, Template } from '../../deploy/template.ts'
import type { startTables } from './tables.ts'

/** Resource types that the local cloud ignores: permissions, log groups, and features of CloudFront and S3. */
const passive = new Set([
  'AWS::IAM::Role',
  'AWS::IAM::Policy',
  'AWS::IAM::ManagedPolicy',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Permission',
  'AWS::Lambda::LayerVersion',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::SNS::Topic',
  'AWS::SNS::Subscription',
  'AWS::SNS::TopicPolicy',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::SES::EmailIdentity',
  'AWS::SES::ConfigurationSet',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::Budgets::Budget',
  'AWS::SSM::Parameter',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Stage',
  'AWS::ApiGatewayV2::Integration',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::OriginRequestPolicy',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::Distribution',
  'AWS::CDK::Metadata',
  'Custom::CDKBucketDeployment',
  'Custom::S3AutoDeleteObjects',
])

export type Emulators = {
  readonly tables: Awaited<ReturnType<typeof startTables>>
  readonly queues: Queues
  readonly secrets: LocalSecretsManager
  readonly lambdas: LambdaRuntime
}

export type Surroundings = {
  readonly cdkOut: string
  readonly siteOrigin: string
  /**
   * Environment variables that every Lambda gets in addition to those in the template, such as the emulators'
   * addresses.
   */
  readonly environment: Readonly<Record<string, string>>
  readonly onTrouble: (line: string) => void
  readonly mostInstances: number
}

export type RunningTemplate = {
  readonly routes: readonly Route[]
  readonly headers: FrontOptions['headers']
  readonly originHeaders: FrontOptions['originHeaders']
  readonly buckets: NonNullable<FrontOptions['buckets']>
  readonly errorTimes: NonNullable<FrontOptions['errorTimes']>
  readonly functions: readonly LambdaSpec[]
  readonly schedules: ReadonlyMap<string, () => Promise<unknown>>
  readonly tables: readonly string[]
  readonly queues: readonly string[]
  /** Event source mappings by resource ID. While a mapping is disabled, it delivers no messages. */
  readonly mappings: ReadonlyMap<string, { isEnabled(): boolean; setEnabled(on: boolean): void }>
  /** All resources. `ref` is the name of the resource in AWS. */
  readonly resources: readonly { readonly id: string; readonly type: string; readonly ref: string }[]
  readonly findFunction: (name: string) => LambdaSpec | undefined
  readonly invoke: (spec: LambdaSpec, event: unknown) => Promise<unknown>
  /** Starts queues and schedules. Called when everything else is reachable. */
  readonly begin: () => void
  readonly stop: () => Promise<void>
}

type Properties = Readonly<Record<string, unknown>>

/**
 * Starts a local counterpart of each resource in the template.
 * @throws Error with the name of a resource type that the local cloud does not support
 */
export const runTemplate = async (
  template: Template,
  emulators: Emulators,
  surroundings: Surroundings,
): Promise<RunningTemplate> => {
  const resources = Object.entries(template.Resources)
  const counterparts = new Map(
    resources.map(([id, resource]) => [id, counterpartOf(id, resource, emulators, surroundings)]),
  )
  const resolve = resolveWith((id) => counterparts.get(id))
  const ofType = (type: string) =>
    resources
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => ({
        id,
        name: nameOf(id, resource),
        ref: counterparts.get(id)?.ref ?? id,
        properties: resolve(resource.Properties ?? {}) as Properties,
      }))

  for (const { ref, properties } of ofType('AWS::DynamoDB::Table'))
    await emulators.tables.ensure(ref, properties)
  for (const { ref } of ofType('AWS::SecretsManager::Secret'))
    emulators.secrets.ensure(ref.slice(arnOf('').length))
  for (const { ref } of ofType('AWS::S3::Bucket')) emulators.queues.ensureBucket(ref)
  const queues = ofType('AWS::SQS::Queue')
  // Dead-letter queues come first, because other queues refer to them.
  for (const { id, properties } of [...queues].sort(
    (a, b) => Number('RedrivePolicy' in a.properties) - Number('RedrivePolicy' in b.properties),
  )) {
    await emulators.queues.ensureQueue(queueName(id, properties), queueAttributes(properties))
    await emulators.queues.bringBack(queueName(id, properties))
  }

  const functions = ofType('AWS::Lambda::Function')
    // Leaves out the CDK's own functions, which fill and empty buckets.
    .filter(({ id }) => !id.startsWith('Custom'))
    .map(({ name, ref, properties }) => ({ ref, spec: lambdaSpec(name, properties, surroundings) }))
  const byRef = (arnOrRef: string) =>
    functions.find(({ ref }) => arnOrRef === ref || arnOrRef.endsWith(`:function:${ref}`))?.spec
  const functionFor = (arnOrRef: unknown): LambdaSpec => {
    const spec = byRef(String(arnOrRef))
    if (!spec) throw new Error(`No Lambda of the template is ${String(arnOrRef)}`)
    return spec
  }
  const invoke = (spec: LambdaSpec, event: unknown) => emulators.lambdas.invoke(spec, event)

  const integrations = new Map(
    resources
      .filter(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Integration')
      .map(([id, { Properties = {} }]) => [
        `integrations/${id}`,
        functionFor((resolve(Properties) as Properties).IntegrationUri),
      ]),
  )
  const routes = ofType('AWS::ApiGatewayV2::Route').map(({ properties }): Route => {
    const [method = '', path = ''] = String(properties.RouteKey).split(' ')
    const spec = integrations.get(String(properties.Target))
    if (!spec) throw new Error(`The route ${String(properties.RouteKey)} leads nowhere`)
    return { method, path, invoke: (event) => invoke(spec, event) }
  })

  const schedules = new Map<string, () => Promise<unknown>>()
  const timers: { expression: string; zone: string; run: () => Promise<unknown>; name: string }[] = []
  for (const { name, properties } of ofType('AWS::Scheduler::Schedule')) {
    const target = properties.Target as { Arn: string; Input?: string }
    const spec = functionFor(target.Arn)
    const run = () => invoke(spec, target.Input ? JSON.parse(target.Input) : {})
    schedules.set(name, run)
    timers.push({
      name,
      run,
      expression: properties.ScheduleExpression as string,
      zone: (properties.ScheduleExpressionTimezone as string | undefined) ?? 'UTC',
    })
  }

  const off = new Set<string>()
  const mappings = ofType('AWS::Lambda::EventSourceMapping').map(({ id, properties }) => {
    const queueArn = properties.EventSourceArn as string
    const spec = functionFor(properties.FunctionName)
    return {
      id,
      isEnabled: () => !off.has(id),
      queueArn,
      queueUrl: emulators.queues.urlOf(queueArn.split(':').at(-1) as string),
      batchSize: (properties.BatchSize as number | undefined) ?? 10,
      pollers: surroundings.mostInstances,
      deliver: async (event: { Records: unknown[] }) => {
        const records = event.Records as { messageId: string }[]
        try {
          const answer = (await invoke(spec, event)) as {
            batchItemFailures?: { itemIdentifier: string }[]
          } | null
          return (answer?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier)
        } catch (error) {
          surroundings.onTrouble(error instanceof Error ? error.message : String(error))
          return records.map(({ messageId }) => messageId)
        }
      },
    }
  })

  const stops: (() => void | Promise<void>)[] = []
  return {
    routes,
    headers: headersOf(resources),
    buckets: bucketsOf(
      ofType('AWS::CloudFront::Distribution').map(({ properties }) => properties),
      surroundings.environment.AWS_ENDPOINT_URL_S3 ?? '',
    ),
    errorTimes: errorTimesOf(ofType('AWS::CloudFront::Distribution').map(({ properties }) => properties)),
    originHeaders: originHeadersOf(
      ofType('AWS::CloudFront::Distribution').map(({ properties }) => properties),
    ),
    functions: functions.map(({ spec }) => spec),
    schedules,
    tables: ofType('AWS::DynamoDB::Table').map(({ ref }) => ref),
    queues: queues.map(({ id, properties }) => queueName(id, properties)),
    mappings: new Map(
      mappings.map(({ id, isEnabled }) => [
        id,
        { isEnabled, setEnabled: (on) => void (on ? off.delete(id) : off.add(id)) },
      ]),
    ),
    resources: resources.map(([id, { Type }]) => ({
      id,
      type: Type,
      ref: Type === 'AWS::Lambda::EventSourceMapping' ? id : (counterparts.get(id)?.ref ?? id),
    })),
    findFunction: byRef,
    invoke,
    begin: () => {
      for (const mapping of mappings) stops.push(mapQueue(emulators.queues, mapping, surroundings.onTrouble))
      for (const { expression, zone, run, name } of timers)
        stops.push(
          schedule(expression, zone, () => {
            run().catch((error: unknown) =>
              surroundings.onTrouble(
                `schedule ${name}: ${error instanceof Error ? error.message : String(error)}`,
              ),
            )
          }),
        )
    },
    stop: async () => {
      await Promise.all(stops.map(async (stop) => stop()))
    },
  }
}

/** The name of a resource in the CDK app: the last part of its path that is not `Resource`. */
const nameOf = (id: string, { Metadata }: Resource) => {
  const path = String(Metadata?.['aws:cdk:path'] ?? id).split('/')
  return (path.at(-1) === 'Resource' ? path.at(-2) : path.at(-1)) ?? id
}

const bucketDomain = '.s3.localhost'

const queueName = (id: string, properties: Properties) => (properties.FifoQueue === true ? `${id}.fifo` : id)

const queueAttributes = (properties: Properties): Record<string, string> => {
  const attributes: Record<string, string> = {}
  for (const name of [
    'FifoQueue',
    'VisibilityTimeout',
    'MessageRetentionPeriod',
    'ContentBasedDeduplication',
  ])
    if (properties[name] !== undefined) attributes[name] = String(properties[name])
  if (properties.RedrivePolicy) attributes.RedrivePolicy = JSON.stringify(properties.RedrivePolicy)
  return attributes
}

const counterpartOf = (
  id: string,
  resource: Resource,
  { queues }: Emulators,
  { siteOrigin }: Surroundings,
): Counterpart => {
  const arn = (service: string, rest: string) => `arn:aws:${service}:${local.region}:${local.account}:${rest}`
  const properties = resource.Properties ?? {}
  switch (resource.Type) {
    case 'AWS::DynamoDB::Table': {
      // In AWS, CloudFormation adds a random suffix to the name.
      const table = tableNameOf(id)
      return { ref: table, attributes: { Arn: arn('dynamodb', `table/${table}`) } }
    }
    case 'AWS::SQS::Queue': {
      const name = queueName(id, properties)
      return { ref: queues.urlOf(name), attributes: { Arn: arn('sqs', name), QueueName: name } }
    }
    case 'AWS::SecretsManager::Secret':
      return { ref: arnOf(id) }
    case 'AWS::S3::Bucket': {
      const name = id.toLowerCase()
      return {
        ref: name,
        attributes: {
          Arn: `arn:aws:s3:::${name}`,
          RegionalDomainName: `${name}${bucketDomain}`,
          DomainName: `${name}${bucketDomain}`,
        },
      }
    }
    case 'AWS::Lambda::Function': {
      const name = (properties.FunctionName as string | undefined) ?? id
      return { ref: name, attributes: { Arn: arn('lambda', `function:${name}`) } }
    }
    case 'AWS::CloudFront::Distribution':
      return { ref: id, attributes: { DomainName: new URL(siteOrigin).host, Id: id } }
    case 'AWS::ApiGatewayV2::Route':
    case 'AWS::Lambda::EventSourceMapping':
    case 'AWS::Scheduler::Schedule':
      return { ref: id, attributes: { Arn: arn('scheduler', id) } }
    default:
      if (!passive.has(resource.Type))
        throw new Error(
          `The local cloud does not know ${resource.Type} (${id}): give it a counterpart in run-template.ts`,
        )
      return {
        ref: id,
        attributes: { Arn: arn('local', id), Id: id, FunctionARN: id, ApiEndpoint: siteOrigin },
      }
  }
}

const lambdaSpec = (
  name: string,
  properties: Properties,
  { cdkOut, environment }: Surroundings,
): LambdaSpec => {
  const code = properties.Code as { S3Key?: string }
  const folder = join(cdkOut, `asset.${String(code.S3Key).replace(/\.zip$/, '')}`)
  const file = join(folder, String(properties.Handler).replace(/\.handler$/, '.mjs'))
  if (!existsSync(file)) throw new Error(`The bundle of ${name} is not in the synthesized app`)
  const variables =
    (properties.Environment as { Variables?: Record<string, string> } | undefined)?.Variables ?? {}
  return {
    name,
    file,
    environment: { ...environment, ...variables, AWS_LAMBDA_FUNCTION_NAME: name },
    timeout: ((properties.Timeout as number | undefined) ?? 3) * 1000,
    memory: (properties.MemorySize as number | undefined) ?? 128,
    reserved: (properties.ReservedConcurrentExecutions as number | undefined) ?? null,
  }
}

/**
 * The headers that CloudFront adds to responses. Strict-Transport-Security is missing, because localhost has no https.
 */
const headersOf = (resources: readonly (readonly [string, Resource])[]): Record<string, string> => {
  const policy = resources.find(([, { Type }]) => Type === 'AWS::CloudFront::ResponseHeadersPolicy')?.[1]
  const config = policy?.Properties?.ResponseHeadersPolicyConfig as
    | {
        SecurityHeadersConfig?: {
          ContentSecurityPolicy?: { ContentSecurityPolicy: string }
          FrameOptions?: { FrameOption: string }
          ReferrerPolicy?: { ReferrerPolicy: string }
        }
        CustomHeadersConfig?: { Items: readonly { Header: string; Value: string }[] }
      }
    | undefined
  const security = config?.SecurityHeadersConfig
  return {
    'x-content-type-options': 'nosniff',
    ...(security?.ContentSecurityPolicy && {
      'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    }),
    ...(security?.FrameOptions && { 'x-frame-options': security.FrameOptions.FrameOption }),
    ...(security?.ReferrerPolicy && { 'referrer-policy': security.ReferrerPolicy.ReferrerPolicy }),
    ...Object.fromEntries(
      (config?.CustomHeadersConfig?.Items ?? []).map(({ Header, Value }) => [Header.toLowerCase(), Value]),
    ),
  }
}

/** The headers that CloudFront adds to API calls. They prove to the API that a call came through CloudFront. */
const originHeadersOf = (distributions: readonly Properties[]): Record<string, string> => {
  type Origin = { OriginCustomHeaders?: { HeaderName: string; HeaderValue: string }[] }
  const origins = distributions.flatMap(
    ({ DistributionConfig }) => (DistributionConfig as { Origins: Origin[] }).Origins,
  )
  return Object.fromEntries(
    origins
      .flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders)
      .map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue]),
  )
}

const errorTimesOf = (distributions: readonly Properties[]): ReadonlyMap<number, number> => {
  type Answer = { ErrorCode: number; ErrorCachingMinTTL?: number }
  const answers = distributions.flatMap(
    ({ DistributionConfig }) =>
      (DistributionConfig as { CustomErrorResponses?: Answer[] }).CustomErrorResponses ?? [],
  )
  return new Map(
    answers.flatMap(({ ErrorCode, ErrorCachingMinTTL }) =>
      ErrorCachingMinTTL === undefined ? [] : [[ErrorCode, ErrorCachingMinTTL] as const],
    ),
  )
}

/** Paths that CloudFront forwards to a bucket other than the site's, if the local cloud has that bucket. */
const bucketsOf = (distributions: readonly Properties[], s3: string): RunningTemplate['buckets'] => {
  type Config = {
    Origins: { Id: string; DomainName: string }[]
    CacheBehaviors?: { PathPattern: string; TargetOriginId: string }[]
  }
  return distributions.flatMap(({ DistributionConfig }) => {
    const { Origins, CacheBehaviors = [] } = DistributionConfig as Config
    return CacheBehaviors.flatMap(({ PathPattern, TargetOriginId }) => {
      const domain = Origins.find(({ Id }) => Id === TargetOriginId)?.DomainName ?? ''
      return domain.endsWith(bucketDomain)
        ? [{ prefix: PathPattern.replace(/\*$/, ''), url: `${s3}/${domain.slice(0, -bucketDomain.length)}` }]
        : []
    })
  })
}
