import { Duration, Stack } from 'aws-cdk-lib'
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import type { Api } from './api.ts'
import type { Functions } from './functions.ts'
import type { FunctionName } from './lambdas.ts'
import type { AlertsQueue } from './queue.ts'

type Shown = { readonly api: Api; readonly functions: Functions; readonly queue: AlertsQueue }

export const minute = Duration.minutes(1)
export const fiveMinutes = Duration.minutes(5)

/** Lambdas that finish an alert and log its outcome. */
export const engine = [
  'execute-alerts',
  'handle-dead-letters',
  'reconcile-alerts',
] as const satisfies FunctionName[]

const period = fiveMinutes
const half = { width: 12, height: 6 }

/** Adds the CloudWatch dashboard. */
export const addDashboard = (scope: Construct, shown: Shown, alarms: Alarm[]) => {
  const { stackName, region } = Stack.of(scope)
  const dashboard = new Dashboard(scope, 'dashboard', { dashboardName: `${stackName}-${region}` })
  dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 3 }))
  for (const row of [...graphs(shown), ...logs(shown)]) dashboard.addWidgets(...row)
}

const graphs = ({ functions, queue, api }: Shown) => {
  const { receiveAlert, 'execute-alerts': executor, 'reconcile-alerts': reconciler } = functions.byName
  const way = { Webhook: receiveAlert, Executor: executor, Reconciler: reconciler }
  const lambdas = Object.entries(way)
  return [
    [
      new GraphWidget({
        title: 'Alerts: accepted, executed, reconciled',
        ...half,
        left: lambdas.map(([label, lambda]) => lambda.metricInvocations({ label, period })),
        right: lambdas.map(([label, lambda]) => lambda.metricErrors({ label: `${label}: errors`, period })),
      }),
      new GraphWidget({
        title: 'Queue: age of oldest alert (s), alerts waiting',
        ...half,
        left: [queue.alerts.metricApproximateAgeOfOldestMessage({ label: 'Seconds', period: minute })],
        right: [
          queue.alerts.metricApproximateNumberOfMessagesVisible({ label: 'Waiting', period: minute }),
          queue.deadLetters.metricApproximateNumberOfMessagesVisible({ label: 'Dead', period: minute }),
        ],
      }),
    ],
    [
      new GraphWidget({
        title: 'Duration, p95 (ms)',
        ...half,
        left: lambdas.map(([label, lambda]) =>
          lambda.metricDuration({ label, period, statistic: Stats.p(95) }),
        ),
      }),
      new GraphWidget({
        title: 'API: calls, 4xx, 5xx',
        ...half,
        left: [api.http.metricCount({ label: 'Calls', period })],
        right: [
          api.http.metricClientError({ label: '4xx', period }),
          api.http.metricServerError({ label: '5xx', period }),
        ],
      }),
    ],
  ]
}

/** Logs Insights widgets run only while someone views the dashboard, so they cost nothing otherwise. */
const logs = ({ functions }: Shown) => {
  const widget = (title: string, names: readonly FunctionName[], queryLines: string[], table = true) =>
    new LogQueryWidget({
      title,
      ...half,
      logGroupNames: names.map((name) => functions.byName[name].logGroup.logGroupName),
      queryLines,
      view: table ? LogQueryVisualizationType.TABLE : LogQueryVisualizationType.STACKEDAREA,
    })
  return [
    [
      widget(
        'Outcomes per hour',
        engine,
        [`filter message = "${operatorLines.alertFinished}"`, 'stats count(*) by outcome, bin(1h)'],
        false,
      ),
      widget('Slowest alerts', engine, [
        `filter message = "${operatorLines.alertFinished}"`,
        'fields @timestamp, milliseconds, outcome, alertId, userId, mode',
        'sort milliseconds desc',
        'limit 20',
      ]),
    ],
    [
      widget(
        'Warnings and errors while handling alerts',
        ['receiveAlert', ...engine],
        [
          'filter level in ["warn", "error"]',
          'fields @timestamp, level, message, alertId, userId, mode, error.message',
          'sort @timestamp desc',
          'limit 50',
        ],
      ),
      widget(
        'Alerts accepted per hour',
        ['receiveAlert'],
        [`filter message = "${operatorLines.alertTaken}"`, 'stats count(*) by as, bin(1h)'],
        false,
      ),
    ],
  ]
}
