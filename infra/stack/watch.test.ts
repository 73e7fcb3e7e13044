import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { grants } from './grants/index.ts'
import { jobNames } from './jobs.ts'
import { functionNames, root } from './lambdas.ts'
import { resourcesOfType, synthesizeEmpty } from '../deploy/synthesize.ts'

const { template } = synthesizeEmpty({ mail: 'operator@example.com' })
const alarms = resourcesOfType(template, 'AWS::CloudWatch::Alarm')
const nameOf = (path: string) => path.replace('watch/', '')
const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8')
/** Anchors of the runbook's headings, as the repository's website generates them. */
const anchors = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
  (heading as string)
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replace(/ /g, '-'),
)

type Metric = { readonly MetricStat?: unknown }
const metricsOf = (alarm: (typeof alarms)[number]) =>
  ((alarm.properties.Metrics as Metric[] | undefined) ?? [{ MetricStat: {} }]).filter(
    (each) => each.MetricStat,
  )

describe('alarms', () => {
  it('cover ten problems without exceeding the free tier', () => {
    expect(alarms.map(({ path }) => nameOf(path)).sort()).toEqual([
      'alert-not-finished',
      'dead-letters',
      'dividend-dates-missed',
      'ig-down',
      'needs-review',
      'run-failed',
      'schedule-missed',
      'throttles',
      'under-attack',
      'webhook-down',
    ])
    // AWS counts an alarm once per metric that it evaluates; ten are free.
    expect(alarms.flatMap(metricsOf).length).toBeLessThanOrEqual(10)
  })

  it.each(alarms.map((alarm) => [nameOf(alarm.path), alarm] as const))(
    '%s sends its reader to its own part of the runbook',
    (name, { properties }) => {
      const [, anchor] = /docs\/runbook\.md#([\w-]+)$/.exec(properties.AlarmDescription as string) ?? []
      expect(anchor).toBe(name)
      expect(anchors).toContain(anchor)
    },
  )

  it('match the runbook’s section on alarms', () => {
    const part = runbook.split('\n## Alarms\n')[1]?.split('\n## ')[0] ?? ''
    const sections = [...part.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)
    expect(sections.sort()).toEqual(alarms.map(({ path }) => nameOf(path)).sort())
  })

  it('notify an operator when they start and end', () => {
    const [topic] = resourcesOfType(template, 'AWS::SNS::Topic')
    expect(resourcesOfType(template, 'AWS::SNS::Subscription')[0]?.properties).toMatchObject({
      Endpoint: 'operator@example.com',
      Protocol: 'email',
      TopicArn: { Ref: topic?.id },
    })
    for (const { properties } of alarms) {
      expect(properties.AlarmActions).toEqual([{ Ref: topic?.id }])
      expect(properties.OKActions).toEqual([{ Ref: topic?.id }])
    }
  })

  it('are sent to the same address as budget warnings and reports of undelivered email', () => {
    const [topic] = resourcesOfType(template, 'AWS::SNS::Topic')
    const [destination] = resourcesOfType(template, 'AWS::SES::ConfigurationSetEventDestination')
    expect(destination?.properties.EventDestination).toMatchObject({
      Enabled: true,
      MatchingEventTypes: ['bounce', 'complaint', 'reject', 'renderingFailure'],
      SnsDestination: { TopicARN: { Ref: topic?.id } },
    })
    const [budget] = resourcesOfType(template, 'AWS::Budgets::Budget')
    expect(budget?.properties).toMatchObject({
      Budget: { BudgetLimit: { Amount: 20, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
      NotificationsWithSubscribers: [
        { Notification: { NotificationType: 'ACTUAL' }, Subscribers: [{ Address: 'operator@example.com' }] },
        { Notification: { NotificationType: 'FORECASTED' } },
      ],
    })
  })

  it('may publish to the topic, whose own policy replaces the default one', () => {
    const [policy] = resourcesOfType(template, 'AWS::SNS::TopicPolicy')
    const { Statement } = policy?.properties.PolicyDocument as { Statement: unknown[] }
    const [topic] = resourcesOfType(template, 'AWS::SNS::Topic')
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Resource: { Ref: topic?.id },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    )
  })

  it('do not fire without data, unless they wait for a scheduled run', () => {
    const ringing = alarms.filter(({ properties }) => properties.TreatMissingData !== 'notBreaching')
    expect(ringing.map(({ path }) => nameOf(path)).sort()).toEqual([
      'dividend-dates-missed',
      'schedule-missed',
    ])
    for (const { properties } of ringing) expect(properties.TreatMissingData).toBe('breaching')
  })

  it('wait longer than 25 hours for a daily run, within CloudWatch’s limit of a week', () => {
    const daily = alarms.find(({ path }) => nameOf(path) === 'dividend-dates-missed')
    const { Period, EvaluationPeriods, DatapointsToAlarm } = daily?.properties as Record<string, number>
    const hours = ((Period as number) * (EvaluationPeriods as number)) / 3_600
    expect(hours).toBeGreaterThan(25)
    expect(hours).toBeLessThanOrEqual(7 * 24)
    // For evaluation over more than a day, CloudWatch requires periods of at least an hour.
    expect(Period).toBeGreaterThanOrEqual(3_600)
    expect(DatapointsToAlarm).toBeUndefined()
  })
})

describe('the runbook', () => {
  it('has a heading for each of its internal links', () => {
    for (const [, anchor] of runbook.matchAll(/\]\(#([\w-]+)\)/g)) expect(anchors).toContain(anchor)
  })
})

describe('log lines that alarms count', () => {
  const filters = resourcesOfType(template, 'AWS::Logs::MetricFilter').map(({ path, properties }) => ({
    name: path.replace('watch/', ''),
    ...properties,
  }))

  it('cost nothing while no such line is written', () => {
    for (const filter of filters)
      expect(filter).toMatchObject({
        MetricTransformations: [expect.not.objectContaining({ DefaultValue: 0 })],
      })
  })

  it('include IG’s failures in every Lambda that calls IG, and one alert refused because of a failure is enough to fire the alarm', () => {
    const looked = filters.filter(({ name }) => /^BrokerTrouble-(?!refused)/.test(name))
    const calling = functionNames.filter((name) => grants[name].broker)
    const lambdas = resourcesOfType(template, 'AWS::Lambda::Function')
    const logs = calling.map((name) => {
      const lambda = lambdas.find(({ path }) => path.endsWith(`/${name}`))
      return JSON.stringify((lambda?.properties.LoggingConfig as { LogGroup: unknown }).LogGroup)
    })
    expect(
      looked.map((filter) => JSON.stringify((filter as { LogGroupName?: unknown }).LogGroupName)).sort(),
    ).toEqual([...new Set(logs)].sort())
    expect(filters.find(({ name }) => name === 'BrokerTrouble-refused')).toMatchObject({
      FilterPattern: `{ ($.message = "${operatorLines.alertFinished}") && (($.unreadable = "unreachable") || ($.unreadable = "unusable")) }`,
      MetricTransformations: [{ MetricValue: '10' }],
    })
    expect(alarms.find(({ path }) => nameOf(path) === 'ig-down')?.properties.Threshold).toBe(10)
  })

  it('include the report of a completed fetch from the Lambda that fetches dividend dates', () => {
    expect(filters.find(({ name }) => name === 'DividendDatesFetched-fetch-dividend-dates')).toMatchObject({
      FilterPattern: `{ $.message = "${operatorLines.dividendDatesFetched}" }`,
    })
  })

  it('include 5xx responses and throttled calls of the webhook', () => {
    expect(filters.find(({ name }) => name === 'WebhookDown-api')).toMatchObject({
      FilterPattern:
        '{ ($.routeKey = "POST /api/v1/trading-view-webhook") && (($.status = "5*") || ($.refused = "THROTTLED")) }',
    })
    const [stage] = resourcesOfType(template, 'AWS::ApiGatewayV2::Stage')
    const { Format } = stage?.properties.AccessLogSettings as { Format: string }
    expect(JSON.parse(Format)).toMatchObject({
      routeKey: '$context.routeKey',
      status: '$context.status',
      refused: '$context.error.responseType',
    })
  })

  it('include the canary’s reports that the webhook doesn’t respond, a certificate expires, alerts have stopped or the root secret has changed', () => {
    expect(filters.find(({ name }) => name === 'WebhookDown-canary')).toMatchObject({
      FilterPattern: `{ ${['canaryFailed', 'certificateEnds', 'fallenSilent', 'rootReplaced'].map((name) => `($.message = "${operatorLines[name as keyof typeof operatorLines]}")`).join(' || ')} }`,
    })
  })

  it.each([...jobNames, 'dashboard'])('include runs of %s that failed, crashed or timed out', (job) => {
    expect(filters.find(({ name }) => name === `RunFailed-${job}`)).toMatchObject({
      FilterPattern: expect.stringMatching(/\?"Invoke Error".*\?"Task timed out"/) as string,
    })
  })

  it('include 5xx responses of the dashboard, such as timeouts and throttled calls', () => {
    expect(filters.find(({ name }) => name === 'RunFailed-api')).toMatchObject({
      FilterPattern: '{ ($.routeKey != "POST /api/v1/trading-view-webhook") && ($.status = "5*") }',
    })
  })

  /** The alarm that each operator line fires; null if an operator need not act, or the user is notified instead. */
  const alarmOf: Readonly<Record<keyof typeof operatorLines, string | null>> = {
    executionFailed: 'run-failed',
    reconcilingFailed: 'run-failed',
    usersNotReached: 'run-failed',
    notificationFailed: 'run-failed',
    notificationsLost: 'run-failed',
    canaryFailed: 'webhook-down',
    certificateEnds: 'webhook-down',
    rootReplaced: 'webhook-down',
    fallenSilent: 'webhook-down',
    alertGivenUp: 'dead-letters',
    brokerFailed: 'ig-down',
    dividendDatesFetched: 'dividend-dates-missed',
    userSignInFailed: 'under-attack',
    sessionTokenReused: 'under-attack',
    logCleared: 'under-attack',
    logDownloaded: 'under-attack',
    // The fields of `alertFinished` decide whether it fires `needs-review` or `ig-down`. The status of a refused call
    // decides whether it fires `under-attack`.
    alertFinished: 'ig-down',
    accessRefused: null,
    // No alarm counts this line, because Lambda's next line, `Task timed out`, fires `run-failed`.
    timeRunsOut: null,
    // No alarm counts this line, because `dividend-dates-missed` fires if no later fetch completes in time.
    dividendDatesGivenUp: null,
    alertTaken: null,
    signInFailed: null,
    allowanceSpent: null,
    decisionNotKept: null,
    journalFailed: null,
    journalDiffers: null,
  }
  const metricOf: Readonly<Record<string, string>> = {
    'run-failed': 'RunFailed',
    'webhook-down': 'WebhookDown',
    'dead-letters': 'AlertGivenUp',
    'ig-down': 'BrokerTrouble',
    'dividend-dates-missed': 'DividendDatesFetched',
    'under-attack': 'AttackSigns',
  }

  it.each(Object.entries(alarmOf))('fire the expected alarm (null: no alarm): %s fires %s', (line, alarm) => {
    const text = operatorLines[line as keyof typeof operatorLines]
    const counting = filters.filter((filter) =>
      String((filter as { FilterPattern?: unknown }).FilterPattern).includes(`"${text}"`),
    )
    if (alarm === null) return expect(counting).toEqual([])
    const metric = metricOf[alarm] ?? ''
    expect(counting.some(({ name }) => name.startsWith(`${metric}-`))).toBe(true)
    const { properties } = alarms.find(({ path }) => nameOf(path) === alarm) ?? {}
    expect(JSON.stringify(properties)).toContain(`"MetricName":"${metric}"`)
  })

  it('include refused calls, failed logins, reused sessions, and cleared or downloaded logs as signs of an attack', () => {
    const signs = filters.filter(({ name }) => name.startsWith('AttackSigns-'))
    const patterns = Object.fromEntries(
      signs.map(({ name, ...filter }) => [
        name.replace('AttackSigns-', ''),
        (filter as { FilterPattern?: unknown }).FilterPattern,
      ]),
    )
    const lines = [
      operatorLines.userSignInFailed,
      operatorLines.sessionTokenReused,
      operatorLines.logCleared,
      operatorLines.logDownloaded,
    ]
    expect(patterns).toEqual({
      api: '{ ($.routeKey != "POST /api/v1/trading-view-webhook") && (($.status = "403") || ($.status = "429")) }',
      dashboard: `{ ${lines.map((line) => `($.message = "${line}")`).join(' || ')} }`,
    })
    const alarm = alarms.find(({ path }) => nameOf(path) === 'under-attack')
    expect(alarm?.properties).toMatchObject({ MetricName: 'AttackSigns', Threshold: 50, Statistic: 'Sum' })
  })
})

describe('the CloudWatch dashboard', () => {
  it('is the only one in the stack', () => {
    expect(resourcesOfType(template, 'AWS::CloudWatch::Dashboard')).toHaveLength(1)
  })

  /** Fields that every log line has. A query that does not name a line may use only these. */
  const account = ['alertId', 'userId', 'mode']
  const fieldsOf: Partial<Record<string, readonly string[]>> = {
    [operatorLines.alertTaken]: [...account, 'as'],
    [operatorLines.alertFinished]: [...account, 'outcome', 'milliseconds'],
  }
  const fieldsOfAny = [...account, 'error.message']
  const fieldsOfEach = ['@timestamp', 'level', 'message']

  it('queries only fields that the log lines have', () => {
    const [dashboard] = resourcesOfType(template, 'AWS::CloudWatch::Dashboard')
    const { 'Fn::Join': [, parts] = [] } = dashboard?.properties.DashboardBody as {
      'Fn::Join'?: [string, readonly unknown[]]
    }
    const body = (parts ?? []).map((part) => (typeof part === 'string' ? part : 'name')).join('')
    const { widgets } = JSON.parse(body) as { widgets: { type: string; properties: { query?: string } }[] }
    const queries = widgets
      .filter(({ type }) => type === 'log')
      .map(({ properties }) => properties.query ?? '')
    expect(queries).toHaveLength(4)
    for (const query of queries) {
      const line = /message = "([^"]+)"/.exec(query)?.[1]
      const known = line === undefined ? fieldsOfAny : fieldsOf[line]
      const asked = query
        .split(/\s*[|\n]\s*/)
        .flatMap((step) => /^(?:fields|filter|sort|stats .* by) (.+)$/.exec(step)?.[1] ?? [])
        .flatMap((words) => words.split(/,\s+/))
        .map((words) => words.split(' ')[0] as string)
        .filter((word) => /^@?[a-z.]+$/i.test(word))
      expect(asked).not.toEqual([])
      for (const field of asked) expect([...fieldsOfEach, ...(known ?? [])], query).toContain(field)
    }
  })
})
