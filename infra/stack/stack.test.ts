import { describe, expect, it } from 'vitest'
import { runInNewContext } from 'node:vm'
import { sharedThrottle } from '../../shared/contract/endpoint.ts'
import { contract, domains } from '../../shared/contract/index.ts'
import { env, originVerifyHeader, tableEnv } from '../../shared/platform/env.ts'
import { errorStatus } from '../../shared/platform/error.schema.ts'
import { tables } from '../../shared/platform/tables.ts'
import { keptErrors, secondsKept } from './error-caching.ts'
import { webhookRoute } from './api.ts'
import { grants } from './grants/index.ts'
import { type FunctionName, functionNames } from './lambdas.ts'
import { contentSecurityPolicy, spaRouting } from './site.ts'
import { cacheControlOf } from './site-folder.ts'
import { privilegesOf } from '../dev/testing/privileges.ts'
import { resourcesOfType, synthesizeEmpty } from '../deploy/synthesize.ts'

const production = synthesizeEmpty().template
const trial = synthesizeEmpty({ stage: 'trial', reserveConcurrency: 'no', mailVerified: 'yes' }).template
const own = synthesizeEmpty({ domain: 'signals.example.com', hostedZoneId: 'Z123' })

const ofType = (type: string, template = production) => resourcesOfType(template, type)
const only = (type: string) => {
  const found = ofType(type)
  expect(found).toHaveLength(1)
  return found[0] as (typeof found)[0]
}
const lambda = (name: string, template = production) => {
  const found = ofType('AWS::Lambda::Function', template).find(
    ({ path }) => path.startsWith('functions/') && path.endsWith(`/${name}`),
  )
  if (!found) throw new Error(`No Lambda is called ${name}`)
  return found.properties
}

describe('an AWS account', () => {
  const texts = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : value !== null && typeof value === 'object'
        ? Object.values(value).flatMap(texts)
        : []

  it('gets templates in ASCII only, because CloudFormation turns any other character into a question mark', () => {
    const strange = [production, trial, ...Object.values(own.templates)]
      .flatMap((template) => texts(template.Resources))
      .filter((text) => /[^\x20-\x7e\s]/.test(text))
    expect([...new Set(strange)]).toEqual([])
  })

  it.each<Record<string, string>>([
    {},
    { stage: 'trial', reserveConcurrency: 'no', mailVerified: 'yes', region: 'eu-west-1' },
    { domain: 'signals.example.com', hostedZoneId: 'Z123', region: 'eu-central-1' },
    {
      domain: 'signals.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
    },
    {
      stage: 'every-option',
      mail: 'operator@example.com',
      webhookExecutions: '100',
      executors: '250',
      openShards: '16',
      ordersAtOnce: '10',
      logDays: '90',
      budget: '500',
    },
  ])('is given a template without a warning: %j', (context) => {
    expect(synthesizeEmpty(context).warnings).toEqual([])
  })

  it('may have the same stage in two regions, because account-wide names contain the region', () => {
    const elsewhere = synthesizeEmpty({ region: 'eu-west-1' }).template
    const namesIn = (template: typeof production) =>
      [
        ...ofType('AWS::CloudFront::OriginRequestPolicy', template).map(
          ({ properties }) => (properties.OriginRequestPolicyConfig as { Name: unknown }).Name,
        ),
        ...ofType('AWS::CloudFront::ResponseHeadersPolicy', template).map(
          ({ properties }) => (properties.ResponseHeadersPolicyConfig as { Name: unknown }).Name,
        ),
        ...ofType('AWS::CloudFront::OriginAccessControl', template).map(
          ({ properties }) => (properties.OriginAccessControlConfig as { Name: unknown }).Name,
        ),
        ...ofType('AWS::CloudFront::Function', template).map(({ properties }) => properties.Name),
        ...ofType('AWS::CloudWatch::Dashboard', template).map(({ properties }) => properties.DashboardName),
      ].map(String)
    const [here, there] = [namesIn(production), namesIn(elsewhere)]
    expect(here).toHaveLength(6)
    expect(new Set([...here, ...there]).size).toBe(12)
    for (const name of here) expect(name.length, name).toBeLessThanOrEqual(64)
  })
})

describe('the queue', () => {
  const queue = (path: string) =>
    ofType('AWS::SQS::Queue').find((each) => each.path === path)?.properties as Record<string, number>

  it('redelivers a message after at least six times the executor’s timeout and at most two minutes', () => {
    const timeout = lambda('execute-alerts').Timeout as number
    expect(queue('queue/alerts').VisibilityTimeout).toBeGreaterThanOrEqual(6 * timeout)
    expect(queue('queue/alerts').VisibilityTimeout).toBeLessThanOrEqual(120)
    expect(queue('queue/dead-letters').VisibilityTimeout).toBeGreaterThanOrEqual(
      6 * (lambda('handle-dead-letters').Timeout as number),
    )
  })

  it('has SQS’s throughput limit for each message group, not for the whole queue', () => {
    for (const path of ['queue/alerts', 'queue/dead-letters'])
      expect(queue(path)).toMatchObject({
        DeduplicationScope: 'messageGroup',
        FifoThroughputLimit: 'perMessageGroupId',
      })
  })

  it('leaves executions for other Lambdas in an account that may run only ten at once', () => {
    const most = (template: typeof production) =>
      ofType('AWS::Lambda::EventSourceMapping', template).map(
        ({ properties }) => (properties.ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency,
      )
    expect(most(production)).toEqual([50, 2, 2])
    expect(most(trial)).toEqual([4, 2, 2])
  })

  it('delivers an alert up to 1,000 times, which is SQS’s maximum, and delivers dead letters one at a time', () => {
    expect(queue('queue/alerts').RedrivePolicy).toMatchObject({ maxReceiveCount: 1_000 })
    const mappings = ofType('AWS::Lambda::EventSourceMapping').map(({ properties }) => properties)
    expect(mappings).toHaveLength(3)
    for (const mapping of mappings) expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
    // Alerts and notifications of a burst are read together; dead letters are read one at a time.
    expect(mappings.map(({ BatchSize }) => BatchSize)).toEqual([10, 1, 10])
  })

  it('never starts more executors than are reserved, because throttled starts count as failures', () => {
    const mapping = ofType('AWS::Lambda::EventSourceMapping').find(({ path }) =>
      path.includes('execute-alerts'),
    )
    expect(mapping?.properties.ScalingConfig).toEqual({
      MaximumConcurrency: lambda('execute-alerts').ReservedConcurrentExecutions,
    })
  })
})

describe('the logs that operators read', () => {
  const daysKept = (template = production) =>
    new Set(ofType('AWS::Logs::LogGroup', template).map(({ properties }) => properties.RetentionInDays))

  it('expire after 30 days, or after the number of days in --log-days', () => {
    expect(daysKept()).toEqual(new Set([30]))
    expect(daysKept(synthesizeEmpty({ logDays: '365' }).template)).toEqual(new Set([365]))
    expect(() => synthesizeEmpty({ logDays: '100' })).toThrow('--log-days must be one of 1, 3, 5,')
  })
})

describe('alerts under heavy load', () => {
  it('get the executions that a larger stage reserves, and the queue starts no more executors', () => {
    const { template: large } = synthesizeEmpty({ webhookExecutions: '80', executors: '300' })
    expect(lambda('receiveAlert', large).ReservedConcurrentExecutions).toBe(80)
    expect(lambda('execute-alerts', large).ReservedConcurrentExecutions).toBe(300)
    const mappings = resourcesOfType(large, 'AWS::Lambda::EventSourceMapping')
    expect(mappings.map(({ properties }) => properties.ScalingConfig)).toContainEqual({
      MaximumConcurrency: 300,
    })
  })

  it('are indexed in the number of partitions that --open-shards sets', () => {
    const { template: large } = synthesizeEmpty({ openShards: '16' })
    const shardsOf = (name: string, of = production) =>
      (lambda(name, of).Environment as { Variables: Record<string, unknown> }).Variables[env.openShards]
    for (const name of ['receiveAlert', 'reconcile-alerts', 'execute-alerts', 'getSystem'] as const) {
      expect(shardsOf(name, large)).toBe('16')
      expect(shardsOf(name)).toBe('1')
    }
    expect(shardsOf('listLogs', large)).toBeUndefined()
    expect(() => synthesizeEmpty({ openShards: '17' })).toThrow('--open-shards must be at most 16')
    expect(() => synthesizeEmpty({ ordersAtOnce: '11' })).toThrow('--orders-at-once must be at most 10')
  })

  it('get reserved executions for the webhook and the executor, while the matching of symbols may use only ten', () => {
    const reserved = { receiveAlert: 20, 'execute-alerts': 50, 'match-symbols': 10 }
    for (const [name, executions] of Object.entries(reserved))
      expect(lambda(name as FunctionName).ReservedConcurrentExecutions).toBe(executions)
    const others = functionNames.filter((name) => !(name in reserved))
    for (const name of others) expect(lambda(name).ReservedConcurrentExecutions).toBeUndefined()
  })

  it('get no reserved executions in an account that is too new to reserve any', () => {
    expect(lambda('receiveAlert', trial).ReservedConcurrentExecutions).toBeUndefined()
    expect(lambda('execute-alerts', trial).ReservedConcurrentExecutions).toBeUndefined()
  })

  it('are throttled only above what the webhook’s Lambda can process', () => {
    const { DefaultRouteSettings, RouteSettings } = only('AWS::ApiGatewayV2::Stage').properties
    const own = (name: 'receiveAlert' | 'listAlerts' | 'listChanges' | 'listLogs' | 'setTradingPause') => {
      const { rate, burst } = contract[name].throttle
      return { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }
    }
    expect(RouteSettings).toEqual({
      [webhookRoute]: own('receiveAlert'),
      'GET /api/v1/alerts': own('listAlerts'),
      'GET /api/v1/changes': own('listChanges'),
      'GET /api/v1/logs': own('listLogs'),
      // These routes have their own throttle, so that a flood of calls cannot keep a user from stopping.
      'PUT /api/v1/users/me/trading-pause': own('setTradingPause'),
      'POST /api/v1/users/me/trading-pause': own('setTradingPause'),
      'POST /api/v1/trading-pause': own('setTradingPause'),
      'DELETE /api/v1/positions/{dealId}': own('setTradingPause'),
      'DELETE /api/v1/orders/{dealId}': own('setTradingPause'),
    })
    // The Lambda's executions must run out before the throttle applies, even if each takes just 10 ms. The response is
    // then 503.
    const { ReservedConcurrentExecutions } = lambda('receiveAlert')
    expect(contract.receiveAlert.throttle.rate).toBeGreaterThan(
      (ReservedConcurrentExecutions as number) * 100,
    )
    // AWS's default limits for an account in a region: requests per second, and burst.
    expect(contract.receiveAlert.throttle.rate).toBeLessThanOrEqual(10_000)
    expect(contract.receiveAlert.throttle.burst).toBeLessThanOrEqual(5_000)
    expect(DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: sharedThrottle.rate,
      ThrottlingBurstLimit: sharedThrottle.burst,
    })
  })
})

it('X-Ray traces one call in twenty if tracing is on, and none otherwise', () => {
  const { template: traced } = synthesizeEmpty({ trace: 'yes' })
  expect(ofType('AWS::XRay::SamplingRule', traced)[0]?.properties).toMatchObject({
    SamplingRule: { FixedRate: 0.05, ReservoirSize: 0 },
  })
  for (const { properties } of ofType('AWS::Lambda::Function', traced).filter(({ path }) =>
    path.startsWith('functions/'),
  ))
    expect(properties.TracingConfig).toEqual({ Mode: 'Active' })
  expect(ofType('AWS::XRay::SamplingRule')).toEqual([])
})

it('a frequent job’s throttled start is dropped after a minute, and Lambda does not retry its failed runs', () => {
  const configs = ofType('AWS::Lambda::EventInvokeConfig').map(({ path, properties }) => [
    path.split('/')[1],
    properties.MaximumRetryAttempts,
    properties.MaximumEventAgeInSeconds,
  ])
  expect(configs.sort()).toEqual([
    ['canary', 0, 60],
    ['check-epics', 0, undefined],
    ['collect-journals', 0, 60],
    ['finish-deletions', 0, 60],
    ['reconcile-alerts', 0, 60],
  ])
})

it('AWS’s loop detection is off only for functions that start themselves', () => {
  const allowed = functionNames.filter((name) => lambda(name).RecursiveLoop === 'Allow')
  expect(new Set(allowed)).toEqual(new Set(['fetch-dividend-dates', 'match-symbols', 'check-epics']))
  expect(grants['fetch-dividend-dates'].startDividends).toBe(true)
  expect(grants['match-symbols'].startMatching).toBe(true)
  expect(grants['check-epics'].startEpicCheck).toBe(true)
})

describe('data', () => {
  it.each(Object.entries(tables))(
    'table %s is on demand, encrypted, recoverable, and expires if it should',
    (name, shape) => {
      const found = ofType('AWS::DynamoDB::Table').find(({ path }) => path === `data/${name}`)?.properties
      expect(found).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      })
      // By default DynamoDB encrypts with its own key, which is free.
      expect(found?.SSESpecification).toBeUndefined()
      expect(found?.TimeToLiveSpecification).toEqual(
        shape.expires ? { AttributeName: 'expiresAt', Enabled: true } : undefined,
      )
    },
  )

  it('is protected from deletion and outlives its stack in production, and is deleted with a trial stack', () => {
    for (const table of ofType('AWS::DynamoDB::Table')) {
      expect(production.Resources[table.id]).toMatchObject({ DeletionPolicy: 'Retain' })
      expect(table.properties.DeletionProtectionEnabled).toBe(true)
      expect(trial.Resources[table.id]).toMatchObject({ DeletionPolicy: 'Delete' })
      expect(trial.Resources[table.id]?.Properties?.DeletionProtectionEnabled).toBe(false)
    }
    const secret = only('AWS::SecretsManager::Secret')
    expect(production.Resources[secret.id]).toMatchObject({ DeletionPolicy: 'Retain' })
  })

  it('is private and encrypted in every bucket, and expires in every bucket except the site’s', () => {
    const policies = ofType('AWS::S3::BucketPolicy').map(({ properties }) => properties)
    for (const { properties, path, id } of ofType('AWS::S3::Bucket')) {
      const policy = policies.find(({ Bucket }) => JSON.stringify(Bucket) === JSON.stringify({ Ref: id }))
      expect(policy?.PolicyDocument, path).toMatchObject({
        Statement: expect.arrayContaining([
          expect.objectContaining({
            Action: 's3:*',
            Effect: 'Deny',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ]),
      })
      expect(properties.BucketEncryption, path).toBeDefined()
      expect(properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      })
      if (path !== 'site/bucket') expect(properties.LifecycleConfiguration, path).toBeDefined()
    }
  })
})

describe('logs', () => {
  it('are emptied only after the resources whose access they log are deleted', () => {
    const emptier = ofType('Custom::S3AutoDeleteObjects').find(({ path }) =>
      path.startsWith('data/access-logs/'),
    )
    const logged = [...ofType('AWS::S3::Bucket'), ...ofType('AWS::CloudFront::Distribution')].filter(
      ({ path }) => path !== 'data/access-logs',
    )
    expect(logged.map(({ path }) => path).sort()).toEqual([
      'data/downloads',
      'site/bucket',
      'site/distribution',
    ])
    for (const { id } of logged) expect(production.Resources[id]?.DependsOn, id).toContain(emptier?.id)
  })

  it('expire after 30 days in every log group, and every Lambda writes to a log group', () => {
    for (const { properties } of ofType('AWS::Logs::LogGroup')) expect(properties.RetentionInDays).toBe(30)
    for (const { properties, path } of ofType('AWS::Lambda::Function'))
      expect(properties.LoggingConfig, path).toMatchObject({ LogGroup: expect.anything() as unknown })
  })

  it('record only the call and its result for each access, and no query, header or body', () => {
    const { AccessLogSettings } = only('AWS::ApiGatewayV2::Stage').properties
    const { Format } = AccessLogSettings as { Format: string }
    expect(JSON.parse(Format)).toMatchObject({ routeKey: '$context.routeKey', status: '$context.status' })
    expect(Format).not.toMatch(/path|query|header|body|identity/i)
  })
})

type Behavior = {
  readonly PathPattern?: string
  readonly FunctionAssociations?: readonly unknown[]
  readonly ViewerProtocolPolicy: string
}
type Origin = { readonly OriginCustomHeaders?: readonly { HeaderName: string; HeaderValue: unknown }[] }
const distribution = (template = production) =>
  ofType('AWS::CloudFront::Distribution', template)[0]?.properties.DistributionConfig as {
    DefaultCacheBehavior: Behavior
    CacheBehaviors: Behavior[]
    CustomErrorResponses?: unknown
    Origins: Origin[]
    Aliases?: string[]
    ViewerCertificate?: Record<string, unknown>
  }

describe('the stack', () => {
  it('serves the site and the API from one origin, and rewrites paths of the site only', () => {
    const { DefaultCacheBehavior, CacheBehaviors } = distribution()
    expect(DefaultCacheBehavior.FunctionAssociations).toHaveLength(1)
    expect(CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual(['/api/*', '/downloads/*'])
    expect(CacheBehaviors[0]?.FunctionAssociations).toBeUndefined()
  })

  it.each([
    ['/', '/index.html'],
    ['/dashboard/overview', '/index.html'],
    ['/auth/change-password', '/index.html'],
    ['/v1.2/screen', '/index.html'],
    ['/assets/index-B1x.js', '/assets/index-B1x.js'],
    ['/openapi.json', '/openapi.json'],
  ])('routes %s to %s', (uri, expected) => {
    const request = { uri }
    const answer = runInNewContext(`${spaRouting}; handler({ request })`, { request }) as { uri: string }
    expect(answer.uri).toBe(expected)
  })

  it('gives each function that queries open alerts the name of the alerts table, even if it has no other grant for that table', () => {
    const asking = functionNames.filter((name) => grants[name].openAlerts)
    expect(asking).toContain('getSystem')
    for (const name of asking) {
      const { Variables } = lambda(name).Environment as { Variables: Record<string, unknown> }
      expect(Object.keys(Variables)).toContain(tableEnv('alerts'))
    }
  })

  it('gives every endpoint CloudFront’s header value, so that it can refuse calls that bypass CloudFront', () => {
    const added = distribution().Origins.flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders)
    expect(added).toEqual([{ HeaderName: originVerifyHeader, HeaderValue: expect.anything() as unknown }])
    for (const name of Object.keys(contract)) {
      const { Variables } = lambda(name).Environment as { Variables: Record<string, unknown> }
      expect(Variables[env.originVerify]).toEqual(added[0]?.HeaderValue)
    }
  })

  it('caches no API error, because one user’s error would be served to another', () => {
    // No page of the site replaces the API's errors.
    expect(distribution().CustomErrorResponses).toEqual(
      keptErrors.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    )
    // CloudFront does not cache statuses that a distribution cannot configure.
    const statuses = [...new Set<number>(Object.values(errorStatus))]
    expect(statuses.filter((status) => secondsKept(status, 'no-store', new Map()) > 0)).toEqual([
      400, 403, 405, 500, 503,
    ])
  })

  it('redirects pages to https, and accepts calls over https only', () => {
    const { DefaultCacheBehavior, CacheBehaviors } = distribution(production)
    expect(DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https')
    expect(CacheBehaviors.length).toBeGreaterThan(1)
    for (const { ViewerProtocolPolicy } of CacheBehaviors) expect(ViewerProtocolPolicy).toBe('https-only')
  })

  it('passes tokens to the API, and caches no response for another user', () => {
    const { CacheBehaviors } = distribution() as { CacheBehaviors: Record<string, unknown>[] }
    const api = CacheBehaviors.find(({ PathPattern }) => PathPattern === '/api/*')
    const { CachePolicyConfig } = only('AWS::CloudFront::CachePolicy').properties
    expect(JSON.stringify(api?.CachePolicyId)).toContain('apicache')
    expect(CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 1,
      ParametersInCacheKeyAndForwardedToOrigin: {
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Authorization'] },
        CookiesConfig: { CookieBehavior: 'all' },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
      },
    })
  })

  it('sends security headers', () => {
    const { ResponseHeadersPolicyConfig } = only('AWS::CloudFront::ResponseHeadersPolicy').properties
    expect(ResponseHeadersPolicyConfig).toMatchObject({
      SecurityHeadersConfig: {
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: 'DENY' },
        ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
        StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, IncludeSubdomains: true },
      },
    })
    expect(contentSecurityPolicy).toContain("default-src 'none'")
    expect(contentSecurityPolicy).toContain("frame-ancestors 'none'")
    expect(contentSecurityPolicy.match(/script-src [^;]*/)?.[0]).toBe("script-src 'self'")
  })

  it('lets browsers cache files with hashed names for ever, and makes them revalidate all others', () => {
    expect(cacheControlOf('/assets/index-B1x.js')).toContain('immutable')
    for (const path of ['/index.html', '/theme.js', '/signalpost.svg', '/openapi.json'])
      expect(cacheControlOf(path)).toBe('no-cache')
    const deployments = ofType('Custom::CDKBucketDeployment').map(({ properties }) => properties)
    const headerFor = (cacheControl: string) =>
      deployments.find(
        ({ SystemMetadata }) => (SystemMetadata as Record<string, string>)['cache-control'] === cacheControl,
      )
    expect(headerFor(cacheControlOf('/assets/x.js'))).toMatchObject({ Exclude: ['*'], Include: ['assets/*'] })
    expect(headerFor('no-cache')).toMatchObject({ Exclude: ['assets/*'] })
  })

  it('publishes the site’s new page only after the new API that the page calls', () => {
    const { DependsOn = [] } =
      Object.entries(production.Resources).find(
        ([id, { Type }]) => Type === 'Custom::CDKBucketDeployment' && id.startsWith('sitepage'),
      )?.[1] ?? {}
    for (const part of [...Object.keys(domains).map((domain) => `functions${domain}NestedStack`), 'apihttp'])
      expect(DependsOn).toEqual(expect.arrayContaining([expect.stringMatching(part)]))
  })
})

describe('the sender of email', () => {
  it('is created in SES unless SES already has it, because an account can have it only once', () => {
    expect(only('AWS::SES::EmailIdentity').properties.EmailIdentity).toBe('signalpost@example.com')
    expect(ofType('AWS::SES::EmailIdentity', trial)).toEqual([])
  })

  it('is the domain’s zone, with DKIM, if the address is in that zone, and otherwise the address itself', () => {
    const context = { domain: 'signals.example.com', hostedZoneId: 'Z123' }
    const identityOf = (mail: string) => {
      const { template } = synthesizeEmpty({ ...context, mail })
      const keys = ofType('AWS::Route53::RecordSet', template).filter(
        ({ properties }) => properties.Type === 'CNAME',
      )
      return [ofType('AWS::SES::EmailIdentity', template)[0]?.properties.EmailIdentity, keys.length]
    }
    expect(identityOf('signals@example.com')).toEqual(['example.com', 3])
    expect(identityOf('me@elsewhere.com')).toEqual(['me@elsewhere.com', 0])
  })

  it('is the only sender that a Lambda may use, even if SES already has it', () => {
    const sending = (template: typeof production) =>
      privilegesOf(template)['functions/send-mail']?.filter((line) => line.startsWith('ses:'))
    expect(sending(production)).toHaveLength(1)
    expect(sending(trial)).toEqual(sending(production))
  })
})

describe('a custom domain', () => {
  it('has a certificate in us-east-1, requires TLS 1.2 or later, and points to CloudFront', () => {
    const [stackName] = Object.keys(own.templates).filter((name) => name.endsWith('certificate'))
    expect(ofType('AWS::CertificateManager::Certificate', own.templates[stackName as string])).toHaveLength(1)
    const { Aliases, ViewerCertificate } = distribution(own.template)
    expect(Aliases).toEqual(['signals.example.com'])
    expect(ViewerCertificate).toMatchObject({ MinimumProtocolVersion: 'TLSv1.2_2021' })
    const names = ofType('AWS::Route53::RecordSet', own.template).map(({ properties }) => properties.Type)
    // The CNAME records are the DKIM keys of the domain's email.
    expect(names.filter((type) => type !== 'CNAME')).toEqual(['A', 'AAAA'])
  })

  it('is used in the links of emails and in the origin check', () => {
    const { Variables } = lambda('login', own.template).Environment as { Variables: Record<string, unknown> }
    expect(Variables[env.siteOrigin]).toBe('https://signals.example.com')
  })

  it('gets a new certificate and export name if the domain changes, because exports cannot be overwritten', () => {
    const other = synthesizeEmpty({ domain: 'trading.example.com', hostedZoneId: 'Z123' })
    const idOf = ({ templates }: typeof own) =>
      Object.values(templates).flatMap((template) =>
        ofType('AWS::CertificateManager::Certificate', template).map(({ id }) => id),
      )[0]
    expect(idOf(own)).not.toBe(idOf(other))
  })

  it('applies HSTS to its subdomains, except if the domain is the hosted zone’s own name', () => {
    const subdomains = (context: Record<string, string>) => {
      const { template } = synthesizeEmpty(context)
      const { ResponseHeadersPolicyConfig } = ofType('AWS::CloudFront::ResponseHeadersPolicy', template)[0]
        ?.properties as {
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: { StrictTransportSecurity: { IncludeSubdomains: boolean } }
        }
      }
      return ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity.IncludeSubdomains
    }
    const hostedZoneId = 'Z123'
    expect(subdomains({ domain: 'signals.example.com', hostedZoneId })).toBe(true)
    expect(subdomains({ domain: 'example.com', hostedZoneId, hostedZone: 'example.com' })).toBe(false)
  })

  it('may use an existing certificate', () => {
    const certificateArn = 'arn:aws:acm:us-east-1:111111111111:certificate/1'
    const { templates, template } = synthesizeEmpty({ domain: 'signals.example.com', certificateArn })
    expect(Object.keys(templates)).toEqual(['Signalpost'])
    expect(distribution(template).ViewerCertificate).toMatchObject({ AcmCertificateArn: certificateArn })
  })

  it('is refused without a hosted zone or a certificate in us-east-1', () => {
    expect(() => synthesizeEmpty({ domain: 'signals.example.com' })).toThrow(
      /--hosted-zone-id.*--certificate-arn/,
    )
    const certificateArn = 'arn:aws:acm:eu-west-2:111111111111:certificate/1'
    expect(() => synthesizeEmpty({ domain: 'signals.example.com', certificateArn })).toThrow('us-east-1')
  })
})
