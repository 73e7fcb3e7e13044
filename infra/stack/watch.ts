import { Duration, Stack } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { type ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses'
import { FilterPattern, type IFilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { type Api, webhookRoute } from './api.ts'
import { addDashboard, engine, fiveMinutes, minute } from './dashboard.ts'
import type { Functions } from './functions.ts'
import { grants } from './grants/index.ts'
import { jobNames } from './jobs.ts'
import { type FunctionName, functionNames } from './lambdas.ts'
import type { Options } from './options.ts'
import type { AlertsQueue } from './queue.ts'

type Props = {
  readonly api: Api
  readonly functions: Functions
  readonly queue: AlertsQueue
  readonly mails: ConfigurationSet
  readonly options: Pick<Options, 'alarmMail' | 'budget'>
}

/** The name of a metric filter, and the log whose lines it counts. */
type NamedLog = readonly [string, ILogGroup]

type Rule = {
  readonly metric: IMetric
  readonly threshold: number
  readonly below?: true
  /** Whether the alarm also fires if there is no data. Default: no. */
  readonly ringsInSilence?: true
  /** Number of consecutive periods in which the threshold must be reached. Default: 1. */
  readonly periods?: number
  /** The description in one sentence. The runbook's heading is the alarm's name. */
  readonly says: string
}

const throttles = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'Throttles',
  statistic: Stats.SUM,
  period: fiveMinutes,
})

/**
 * The alarm fires at this number of failed IG calls in five minutes; fewer are a glitch. An alert that is refused
 * because IG could not be read counts as this number of failed calls.
 */
const refusedWeight = 10

/**
 * The alarm fires at this number of signs of an attack in five minutes. A user who forgot a password causes only a
 * handful.
 */
const attackSurge = 50

/** The runbook's address, to which each alarm links. */
const runbookLink = (alarm: string) => `docs/runbook.md#${alarm}`

/** The alarms, the budget and the CloudWatch dashboard. */
export class Watch extends Construct {
  private readonly props: Props

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    this.props = props
    const topic = new Topic(this, 'topic', { displayName: 'Signalpost alarms', enforceSSL: true })
    // Our own topic policy removes the default one, so it must also let the account's alarms publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowAlarmsToPublish',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    // Failed emails are reported to the operator one by one, because an alarm could not name the recipient.
    props.mails.addEventDestination('undelivered', {
      destination: EventDestination.snsTopic(topic),
      events: [
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
        EmailSendingEvent.REJECT,
        EmailSendingEvent.RENDERING_FAILURE,
      ],
    })
    const { alarmMail, budget } = props.options
    if (alarmMail) this.addBudget(alarmMail, budget)
    if (alarmMail) topic.addSubscription(new EmailSubscription(alarmMail))
    const alarms = Object.entries(this.rules()).map(([name, rule]) => {
      const alarm = new Alarm(this, name, {
        metric: rule.metric,
        threshold: rule.threshold,
        comparisonOperator: rule.below
          ? ComparisonOperator.LESS_THAN_THRESHOLD
          : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        evaluationPeriods: rule.periods ?? 1,
        treatMissingData: rule.ringsInSilence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
        alarmName: `${Stack.of(this).stackName}-${name}`,
        alarmDescription: `${rule.says}. What to do: ${runbookLink(name)}`,
      })
      alarm.addAlarmAction(new SnsAction(topic))
      alarm.addOkAction(new SnsAction(topic))
      return alarm
    })
    addDashboard(this, props, alarms)
  }

  private rules(): Record<string, Rule> {
    return {
      'alert-not-finished': {
        metric: this.props.queue.alerts.metricApproximateAgeOfOldestMessage({ period: minute }),
        threshold: 120,
        says: 'An accepted alert has had no outcome for two minutes',
      },
      'dead-letters': {
        metric: this.countLines('AlertGivenUp', givenUp, ['execute-alerts', 'handle-dead-letters']),
        threshold: 1,
        says: 'The executor failed five times on one alert. It is now recorded as not placed, or looked up at IG',
      },
      'webhook-down': {
        metric: this.webhookTrouble(),
        threshold: 1,
        says: 'The webhook could not accept an alert or answer the canary, the certificate expires soon, or alerts stopped coming',
      },
      'run-failed': {
        metric: this.failedRuns(),
        threshold: 1,
        says: 'A run in the background failed, crashed, was cut off or did not reach all users in time, a table throttled, or the dashboard answered 5xx',
      },
      'under-attack': {
        metric: this.attackSigns(),
        threshold: attackSurge,
        says: `${attackSurge} failed logins, denied calls, reused sessions or cleared logs within five minutes`,
      },
      'needs-review': {
        metric: this.countLines('NeedsReview', needsReview, engine),
        threshold: 1,
        says: 'Unknown whether an order was placed. Its owner was asked to check',
      },
      'ig-down': {
        metric: this.brokerTrouble(),
        threshold: refusedWeight,
        says: `IG failed ${refusedWeight} calls within five minutes, or an alert was refused because IG could not be read`,
      },
      'schedule-missed': {
        metric: this.reconcilerFailures(),
        threshold: 1,
        ringsInSilence: true,
        says: 'The reconciler runs every minute but has not succeeded for five',
      },
      'dividend-dates-missed': {
        metric: this.dividendFetches(),
        threshold: 1,
        below: true,
        ringsInSilence: true,
        // 24 hours, one hour for October's clock change, and one hour for the run itself.
        periods: 26,
        says: 'The daily dividend date fetch has not completed for 26 hours',
      },
      throttles: {
        metric: throttles,
        threshold: 1,
        says: 'Lambda throttled calls: account concurrency is used up',
      },
    }
  }

  /** Counts failed background runs, and dashboard calls that ended with a 5xx status. */
  private failedRuns(): Metric {
    const unexpected = FilterPattern.all(
      FilterPattern.stringValue('$.routeKey', '!=', webhookRoute),
      FilterPattern.stringValue('$.status', '=', '5*'),
    )
    const failed = FilterPattern.anyTerm(
      operatorLines.executionFailed,
      operatorLines.reconcilingFailed,
      operatorLines.usersNotReached,
      operatorLines.notificationFailed,
      operatorLines.notificationsLost,
      ...crashLines,
      ...tableThrottled,
    )
    this.count('RunFailed', ['api', this.props.api.accessLog], unexpected)
    // Dashboard Lambdas share one log.
    this.count('RunFailed', ['dashboard', this.logOf('login')], failed)
    return this.countLines('RunFailed', failed, jobNames)
  }

  private reconcilerFailures(): Metric {
    const reconciler = this.props.functions.byName['reconcile-alerts']
    // Each run reports 0 or 1. The minimum is 1 if all runs failed, and missing if there was none.
    return reconciler.metricErrors({ period: fiveMinutes, statistic: Stats.MINIMUM })
  }

  private dividendFetches(): Metric {
    const fetched = lineIs(operatorLines.dividendDatesFetched)
    return this.countLines('DividendDatesFetched', fetched, ['fetch-dividend-dates'], Duration.hours(1))
  }

  /** Counts failures of the webhook, which the API's access log shows or the canary finds from outside. */
  private webhookTrouble(): Metric {
    const failed = FilterPattern.all(
      FilterPattern.stringValue('$.routeKey', '=', webhookRoute),
      FilterPattern.any(
        FilterPattern.stringValue('$.status', '=', '5*'),
        // API Gateway throttled the webhook. TradingView does not resend an alert after a 429.
        FilterPattern.stringValue('$.refused', '=', 'THROTTLED'),
      ),
    )
    const outside = FilterPattern.any(
      lineIs(operatorLines.canaryFailed),
      lineIs(operatorLines.certificateEnds),
      lineIs(operatorLines.fallenSilent),
      lineIs(operatorLines.rootReplaced),
    )
    this.count('WebhookDown', ['api', this.props.api.accessLog], failed)
    this.count('WebhookDown', ['canary', this.logOf('canary')], outside)
    return this.sumOf('WebhookDown')
  }

  /** Counts failed IG calls in all Lambdas that call IG. A refused alert weighs more than a failed call. */
  private brokerTrouble(): Metric {
    const callers = functionNames.filter((name) => grants[name].broker)
    for (const logGroup of new Set(callers.map((name) => this.logOf(name))))
      this.count('BrokerTrouble', [logGroup.node.id, logGroup], lineIs(operatorLines.brokerFailed))
    // Wrong credentials and an unknown market do not count. The user is notified and must correct them.
    const refused = FilterPattern.all(
      lineIs(operatorLines.alertFinished),
      FilterPattern.any(
        ...['unreachable', 'unusable'].map((kind) => FilterPattern.stringValue('$.unreadable', '=', kind)),
      ),
    )
    this.count('BrokerTrouble', ['refused', this.logOf('execute-alerts')], refused, refusedWeight)
    return this.sumOf('BrokerTrouble')
  }

  /** Counts the signs of an attack that the runbook lists. A few of each sign are normal even on quiet days. */
  private attackSigns(): Metric {
    const refused = FilterPattern.all(
      FilterPattern.stringValue('$.routeKey', '!=', webhookRoute),
      FilterPattern.any(
        ...['403', '429'].map((status) => FilterPattern.stringValue('$.status', '=', status)),
      ),
    )
    const signs = FilterPattern.any(
      ...[
        operatorLines.userSignInFailed,
        operatorLines.sessionTokenReused,
        operatorLines.logCleared,
        operatorLines.logDownloaded,
      ].map(lineIs),
    )
    this.count('AttackSigns', ['api', this.props.api.accessLog], refused)
    this.count('AttackSigns', ['dashboard', this.logOf('login')], signs)
    return this.sumOf('AttackSigns')
  }

  /**
   * A metric that counts matching log lines. It costs money only in hours with such a line, because zeros are not
   * reported.
   */
  private countLines(
    metricName: string,
    filterPattern: IFilterPattern,
    names: readonly FunctionName[],
    period = fiveMinutes,
  ): Metric {
    for (const name of names) this.count(metricName, [name, this.logOf(name)], filterPattern)
    return this.sumOf(metricName, period)
  }

  private count(metricName: string, [name, logGroup]: NamedLog, filterPattern: IFilterPattern, weight = 1) {
    new MetricFilter(this, `${metricName}-${name}`, {
      logGroup,
      metricNamespace: Stack.of(this).stackName,
      metricName,
      filterPattern,
      metricValue: String(weight),
    })
  }

  private sumOf(metricName: string, period = fiveMinutes): Metric {
    return new Metric({
      namespace: Stack.of(this).stackName,
      metricName,
      statistic: Stats.SUM,
      period,
    })
  }

  private logOf(name: FunctionName): ILogGroup {
    return this.props.functions.byName[name].logGroup
  }

  /** A budget of the whole AWS account, so it includes other workloads. The first two budgets are free. */
  private addBudget(mail: string, dollars: number) {
    const alertAbove = (notificationType: string) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: 100 },
      subscribers: [{ subscriptionType: 'EMAIL', address: mail }],
    })
    new CfnBudget(this, 'budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollars, unit: 'USD' },
      },
      notificationsWithSubscribers: [alertAbove('ACTUAL'), alertAbove('FORECASTED')],
    })
  }
}

/**
 * Texts that Lambda and Node.js log when a run fails or times out. One filter counts them together with our own lines,
 * because AWS bills an alarm per metric.
 */
const crashLines = [
  'Invoke Error',
  'Uncaught Exception',
  'Unhandled Promise Rejection',
  'Task timed out',
  'Runtime exited',
]

/** Names of DynamoDB's throttling errors. */
const tableThrottled = ['ProvisionedThroughputExceeded', 'ThrottlingException', 'RequestLimitExceeded']

const lineIs = (message: string) => FilterPattern.stringValue('$.message', '=', message)
const givenUp = lineIs(operatorLines.alertGivenUp)
const needsReview = FilterPattern.stringValue('$.outcome', '=', 'NEEDS_REVIEW')
