import { basename, dirname } from 'node:path'
import { type CfnResource, Duration, NestedStack, Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as Lambda,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { contract, type Domain, domainOf, domains, type EndpointName } from '../../shared/contract/index.ts'
import { env, tableEnv } from '../../shared/platform/env.ts'
import type { IndexesOf, TableName } from '../../shared/platform/tables.ts'
import type { Assets } from './assets.ts'
import type { Data } from './data.ts'
import { type Grant, grants, type UserSecretUse } from './grants/index.ts'
import {
  bundleOf,
  type FunctionName,
  functionNames,
  choosesPasswords,
  hashesPasswords,
  isEndpoint,
  megabytesOf,
} from './lambdas.ts'
import { type BackgroundName, jobOf } from './jobs.ts'
import { lanes, queueUp } from './lanes.ts'
import { OperatorLog } from './operator-log.ts'
import { LambdaRole } from './lambda-role.ts'
import type { Options } from './options.ts'
import type { AlertsQueue, NotificationsQueue } from './queue.ts'

type Props = {
  readonly data: Data
  readonly queue: AlertsQueue
  readonly notificationsQueue: NotificationsQueue
  readonly rootSecret: Secret
  /** Prefix of the names of users' secrets. */
  readonly userSecretPrefix: string
  readonly siteOrigin: string
  /** The header value that CloudFront adds to each call, so that calls that bypass CloudFront can be refused. */
  readonly originVerify: string
  /** The SES configuration set for all email. */
  readonly mailConfigurationSet: string
  readonly options: Options
  readonly assets: Assets
}

const timeoutOf = (name: FunctionName) => {
  const usual = name === 'receiveAlert' ? 10 : hashesPasswords.has(name) ? 15 : 29
  return Duration.seconds(jobOf(name)?.seconds ?? usual)
}

/**
 * Whether a Lambda serves the dashboard. Dashboard Lambdas are in their domain's nested stack and share a log.
 * Background jobs and Lambdas on an alert's path are in the root stack, each with its own log.
 */
const isOfDashboard = (name: FunctionName): name is EndpointName =>
  isEndpoint(name) && name !== 'receiveAlert'

/**
 * Number of executors in an account that may run only ten Lambdas at once. The webhook and the dashboard need the rest.
 */
const executorsOfFew = 4

/**
 * Maximum number of executors that the queue starts at once. It must not exceed the reserved executions, because the
 * queue counts throttled starts as failures.
 */
export const mostExecutors = ({
  reserveConcurrency,
  executors,
}: Pick<Options, 'reserveConcurrency' | 'executors'>) => (reserveConcurrency ? executors : executorsOfFew)

/**
 * Maximum number of notifiers at once, which is the minimum that a queue allows, because each poller polls three times
 * a minute even if the queue is empty. A channel that times out keeps one notifier busy for 5 s at a time. After three
 * failures, the channel is tried once an hour.
 */
export const mostNotifiers = 2

/**
 * Reserved executions by Lambda. The Lambdas that handle alerts have their own, so that use of the dashboard never
 * slows alerts down.
 */
export const reservedBy = ({
  webhookExecutions,
  executors,
}: Options): Partial<Record<FunctionName, number>> => ({
  // Leaves room for other Lambdas if many users match symbols at once.
  'match-symbols': 10,
  receiveAlert: webhookExecutions,
  'execute-alerts': executors,
})

const reads = ['GetItem', 'BatchGetItem', 'Query']
const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']

/** One Lambda per endpoint and background job, with exactly the grants that `grants/` lists. */
export class Functions extends Construct {
  readonly byName: Readonly<Record<FunctionName, Lambda>>
  private readonly props: Props
  /** The shared log of the dashboard's Lambdas. Each stream's name contains its Lambda's name. */
  private readonly dashboardLog: OperatorLog
  /**
   * One nested stack per domain for its endpoints' Lambdas, roles and integrations, because a stack holds at most 500
   * resources.
   */
  readonly stacks: Readonly<Record<Domain, NestedStack>>
  /** Lambdas of one stack that have identical grants share a role. */
  private readonly roles = new Map<string, LambdaRole>()

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    this.props = props
    this.dashboardLog = new OperatorLog(this, 'dashboard-log')
    this.stacks = Object.fromEntries(
      Object.keys(domains).map((domain) => [
        domain,
        new NestedStack(this, domain, { description: `Signalpost: endpoints of ${domain}` }),
      ]),
    ) as Record<Domain, NestedStack>
    queueUp(
      Object.values(this.stacks).map(({ nestedStackResource }) => nestedStackResource as CfnResource),
      lanes.nestedStacks,
    )
    this.byName = Object.fromEntries(functionNames.map((name) => [name, this.make(name)])) as Record<
      FunctionName,
      Lambda
    >
    for (const name of functionNames) {
      if (grants[name].startDividends) this.grantStart(name, 'fetch-dividend-dates', env.dividendFunctionName)
      if (grants[name].startMatching) this.grantStart(name, 'match-symbols', env.matchingFunctionName)
      if (grants[name].startEpicCheck) this.grantStart(name, 'check-epics', env.epicCheckFunctionName)
      if (grants[name].startDeletion) this.grantStart(name, 'finish-deletions', env.deletionFunctionName)
      if (grants[name].startMail) this.grantStart(name, 'send-mail', env.mailFunctionName)
    }
  }

  /** The construct that contains a Lambda and its resources: its domain's nested stack, or this construct. */
  scopeOf(name: FunctionName): Construct {
    return isOfDashboard(name) ? this.stacks[domainOf(name)] : this
  }

  private roleOf(name: FunctionName): LambdaRole {
    if (!isOfDashboard(name)) return new LambdaRole(this, `${name}-role`)
    const scope = this.scopeOf(name)
    const key = `${scope.node.id} ${JSON.stringify(grants[name])}`
    const role = this.roles.get(key) ?? new LambdaRole(scope, `${name}-role`)
    this.roles.set(key, role)
    return role
  }

  private make(name: FunctionName): Lambda {
    const { options, assets, siteOrigin, originVerify } = this.props
    const reserved = reservedBy(options)[name]
    const bundle = bundleOf(name)
    const job = jobOf(name)
    const logGroup = isOfDashboard(name) ? this.dashboardLog : new OperatorLog(this, `${name}-log`)
    const lambda = new Lambda(this.scopeOf(name), name, {
      // CloudFormation turns characters other than ASCII into question marks.
      description: isEndpoint(name) ? contract[name].summary.replaceAll('’', "'") : `Background: ${name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: `${basename(bundle)}.handler`,
      code: Code.fromAsset(assets.bundles(dirname(bundle))),
      role: this.roleOf(name),
      memorySize: megabytesOf(name),
      timeout: timeoutOf(name),
      ...(options.trace ? { tracing: Tracing.ACTIVE } : {}),
      // A job that runs out of time starts itself again. By default, Lambda treats such a chain as an endless loop and
      // stops it after about sixteen runs. These chains end when the job has finished its work.
      ...(job?.startsItself ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      ...(reserved !== undefined && options.reserveConcurrency
        ? { reservedConcurrentExecutions: reserved }
        : {}),
      logGroup,
      environment: {
        [env.version]: options.version,
        [env.siteOrigin]: siteOrigin,
        ...(isEndpoint(name)
          ? {
              [env.originVerify]: originVerify,
              [env.requireSecondFactor]: options.requireSecondFactor ? 'yes' : 'no',
            }
          : {}),
        ...(name === 'canary' ? { [env.quietHours]: String(options.quietHours) } : {}),
        ...(name === 'register' && options.setupHash ? { [env.setupHash]: options.setupHash } : {}),
        ...(choosesPasswords.has(name) && options.breachedPasswords
          ? { [env.breachedPasswordsUrl]: options.breachedPasswordsUrl }
          : {}),
      },
    })
    logGroup.grantWrite(lambda)
    if (job?.isNotRepeated) {
      const isFrequent = job.clock !== undefined && 'everyMinutes' in job.clock
      lambda.configureAsyncInvoke({
        retryAttempts: 0,
        ...(isFrequent ? { maxEventAge: Duration.minutes(1) } : {}),
      })
    }
    this.grant(lambda, grants[name])
    return lambda
  }

  /** Adds both the permissions and the environment variables of a grant, so that they always match. */
  private grant(lambda: Lambda, grant: Grant) {
    const { queue, notificationsQueue, rootSecret, options } = this.props
    this.grantTables(lambda, grant)
    if (grant.returnAlerts) lambda.addEnvironment(env.ordersAtOnce, String(options.ordersAtOnce))
    if (grant.openAlerts) this.allowOnIndex(lambda, 'alerts', 'openIndex')
    if (grant.listAlerts) this.allowOnIndex(lambda, 'alerts', 'userIndex')
    const ofAlerts = { sends: grant.sendAlerts, returns: grant.returnAlerts }
    grantQueue(lambda, queue.alerts, env.alertsQueueUrl, ofAlerts)
    if (grant.timedUsers) this.allowOnIndex(lambda, 'settings', 'timedIndex')
    if (grant.dueNotifications) this.allowOnIndex(lambda, 'notices', 'dueIndex')
    if (grant.dueJournals) this.allowOnIndex(lambda, 'journal', 'dueIndex')
    const ofNotices = { sends: grant.sendNotifications, returns: grant.returnNotifications }
    grantQueue(lambda, notificationsQueue.notifications, env.notificationsQueueUrl, ofNotices)
    if (grant.telegram && options.telegramSecret) {
      const arn = this.arnOf('secretsmanager', `secret:${options.telegramSecret}`)
      lambda.addEnvironment(env.telegramSecret, options.telegramSecret)
      // AWS adds a hyphen and six characters to the name.
      if (grant.telegram === 'call') allow(lambda, ['secretsmanager:GetSecretValue'], [`${arn}-??????`])
    }
    if (grant.rootSecret) {
      lambda.addEnvironment(env.rootSecretArn, rootSecret.secretArn)
      allow(lambda, ['secretsmanager:GetSecretValue'], [rootSecret.secretArn])
    }
    if (grant.broker) {
      lambda.addEnvironment(env.igDemoUrl, options.igDemoUrl)
      lambda.addEnvironment(env.igLiveUrl, options.igLiveUrl)
    }
    if (grant.alarms) {
      // `siteOrigin` is set only in the local cloud, which has no CloudWatch.
      lambda.addEnvironment(env.alarmPrefix, options.siteOrigin ? 'none' : `${Stack.of(this).stackName}-`)
      // DescribeAlarms lists alarms, so permission for a single alarm is not enough.
      allow(lambda, ['cloudwatch:DescribeAlarms'], [this.arnOf('cloudwatch', 'alarm:*')])
    }
    if (grant.yahoo) lambda.addEnvironment(env.yahooUrl, options.yahooUrl)
    if (grant.downloads) this.grantDownloads(lambda, grant.downloads)
    if (grant.userSecrets) this.grantUserSecrets(lambda, grant.userSecrets)
    if (grant.mailUsers) this.grantMail(lambda)
  }

  private grantTables(lambda: Lambda, grant: Grant) {
    const { data, options } = this.props
    const { read = [], write = [], writeOnly = [], scan = [] } = grant
    for (const table of new Set([...read, ...write, ...writeOnly, ...scan]))
      lambda.addEnvironment(tableEnv(table), data.tables[table].tableName)
    this.allowOnTables(lambda, reads, [...read, ...write])
    this.allowOnTables(lambda, writes, write)
    this.allowOnTables(lambda, ['PutItem', 'DeleteItem'], writeOnly)
    this.allowOnTables(lambda, ['Scan'], scan)
    if (grant.openAlerts || [...read, ...write].includes('alerts'))
      lambda.addEnvironment(env.openShards, String(options.openShards))
  }

  private allowOnTables(lambda: Lambda, actions: readonly string[], names: readonly TableName[]) {
    const arns = [...new Set(names)].map((name) => this.props.data.tables[name].tableArn)
    const named = actions.map((action) => `dynamodb:${action}`)
    if (arns.length > 0) allow(lambda, named, arns)
  }

  private allowOnIndex<Name extends TableName>(lambda: Lambda, name: Name, index: IndexesOf<Name>) {
    const table = this.props.data.tables[name]
    lambda.addEnvironment(tableEnv(name), table.tableName)
    allow(lambda, ['dynamodb:Query'], [`${table.tableArn}/index/${index}`])
  }

  private grantDownloads(lambda: Lambda, use: 'write' | 'delete') {
    const { downloads } = this.props.data
    lambda.addEnvironment(env.downloadsBucket, downloads.bucketName)
    const objects = [downloads.arnForObjects('*')]
    if (use === 'write') allow(lambda, ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'], objects)
    else {
      allow(lambda, ['s3:DeleteObject'], objects)
      allow(lambda, ['s3:ListBucket'], [downloads.bucketArn])
    }
  }

  private grantMail(lambda: Lambda) {
    const { options, mailConfigurationSet } = this.props
    lambda.addEnvironment(env.mailFrom, options.mailFrom)
    lambda.addEnvironment(env.mailConfigurationSet, mailConfigurationSet)
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        // In SES's sandbox, the recipient's identity is checked too, so the sender's ARN alone is not enough.
        resources: [
          this.arnOf('ses', 'identity/*'),
          this.arnOf('ses', `configuration-set/${mailConfigurationSet}`),
        ],
        conditions: { StringEquals: { 'ses:FromAddress': options.mailFrom } },
      }),
    )
  }

  private grantUserSecrets(lambda: Lambda, uses: readonly UserSecretUse[]) {
    const prefix = this.props.userSecretPrefix
    const actions = {
      read: 'GetSecretValue',
      create: 'CreateSecret',
      replace: 'PutSecretValue',
      delete: 'DeleteSecret',
    }
    lambda.addEnvironment(env.userSecretPrefix, prefix)
    allow(
      lambda,
      uses.map((use) => `secretsmanager:${actions[use]}`),
      // Users' secrets are created at run time, so only the prefix of their names is known.
      [this.arnOf('secretsmanager', `secret:${prefix}*`)],
    )
  }

  private grantStart(name: FunctionName, job: BackgroundName, variable: string) {
    const target = this.byName[job]
    // Uses a name set in advance, because a function that starts itself cannot depend on its own ARN.
    const functionName = `${Stack.of(this).stackName}-${job}`
    ;(target.node.defaultChild as CfnFunction).functionName = functionName
    this.byName[name].addEnvironment(variable, functionName)
    allow(this.byName[name], ['lambda:InvokeFunction'], [this.arnOf('lambda', `function:${functionName}`)])
  }

  private arnOf(service: string, resource: string): string {
    const { account, partition, region } = Stack.of(this)
    return `arn:${partition}:${service}:${region}:${account}:${resource}`
  }
}

/** Allows a Lambda to send messages to a queue, to return messages to it, or both. */
const grantQueue = (
  lambda: Lambda,
  queue: IQueue,
  variable: string,
  { sends, returns }: { readonly sends: true | undefined; readonly returns: true | undefined },
) => {
  if (!sends && !returns) return
  lambda.addEnvironment(variable, queue.queueUrl)
  const actions = [...(sends ? ['sqs:SendMessage'] : []), ...(returns ? ['sqs:ChangeMessageVisibility'] : [])]
  allow(lambda, actions, [queue.queueArn])
}

const allow = (lambda: Lambda, actions: string[], resources: string[]) =>
  lambda.addToRolePolicy(new PolicyStatement({ actions, resources }))
