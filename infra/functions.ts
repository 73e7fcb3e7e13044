import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { join } from 'node:path'
import { contract, type EndpointName } from '../shared/contract.ts'
import { env, tableEnv } from '../shared/env.ts'
import { bundleFolder } from './bundle.ts'
import type { Data } from './data.ts'
import { type Grant, grants } from './grants.ts'
import { type BackgroundName, backgroundLambdas, bundleOf } from './lambdas.ts'
import type { Options } from './options.ts'
import { type AlertsQueue, executorTimeout } from './queue.ts'

type Name = EndpointName | BackgroundName

type Props = {
  readonly data: Data
  readonly queue: AlertsQueue
  readonly rootSecret: Secret
  /** Names of the users' secrets begin so. */
  readonly userSecretPrefix: string
  readonly siteOrigin: string
  readonly options: Options
}

/** Hashing a password takes 128 MiB and a whole vCPU. */
const hashesPasswords = new Set<Name>(['login', 'register', 'changePassword'])

const isEndpoint = (name: Name): name is EndpointName => name in contract

const sizeOf = (name: Name) => {
  if (name === 'execute-alerts' || name === 'bury-alerts')
    return { memorySize: 512, timeout: executorTimeout }
  if (name === 'reconcile-alerts') return { memorySize: 512, timeout: Duration.seconds(60) }
  if (name === 'fetch-dividend-dates' || name === 'finish-deletions')
    return { memorySize: 512, timeout: Duration.minutes(10) }
  if (hashesPasswords.has(name)) return { memorySize: 1769, timeout: Duration.seconds(15) }
  return { memorySize: 512, timeout: Duration.seconds(name === 'receiveAlert' ? 10 : 29) }
}

/** Executions that may run side by side: browsing must never starve alerts. */
const reserved: Partial<Record<Name, number>> = { receiveAlert: 20, 'execute-alerts': 50 }

/** One Lambda for each endpoint and background job, with exactly what grants.ts says it may touch. */
export class Functions extends Construct {
  readonly byName: Readonly<Record<Name, Lambda>>
  private readonly props: Props

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    this.props = props
    const names: Name[] = [
      ...(Object.keys(contract) as EndpointName[]),
      ...(Object.keys(backgroundLambdas) as BackgroundName[]),
    ]
    this.byName = Object.fromEntries(names.map((name) => [name, this.make(name)])) as Record<Name, Lambda>
    for (const name of names) {
      if (grants[name].startDividends) this.grantStart(name, 'fetch-dividend-dates', env.dividendFunctionName)
      if (grants[name].startDeletion) this.grantStart(name, 'finish-deletions', env.deletionFunctionName)
      if (grants[name].startMail) this.grantStart(name, 'send-mail', env.mailFunctionName)
    }
  }

  private make(name: Name): Lambda {
    const { options } = this.props
    const lambda = new Lambda(this, name, {
      description: isEndpoint(name) ? contract[name].summary : `Background: ${name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(join(bundleFolder, isEndpoint(name) ? bundleOf(name) : name)),
      ...sizeOf(name),
      ...(reserved[name] === undefined ? {} : { reservedConcurrentExecutions: reserved[name] }),
      logGroup: new LogGroup(this, `${name}-log`, {
        retention: RetentionDays.ONE_MONTH,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      environment: { [env.version]: options.version, [env.siteOrigin]: this.props.siteOrigin },
    })
    this.grant(lambda, grants[name])
    return lambda
  }

  /** The permission and the environment variable that it needs, in one place, so that they cannot drift. */
  private grant(lambda: Lambda, grant: Grant) {
    const { data, queue, rootSecret, options } = this.props
    for (const table of new Set([...(grant.read ?? []), ...(grant.write ?? [])])) {
      lambda.addEnvironment(tableEnv(table), data.tables[table].tableName)
      if (grant.write?.includes(table)) data.tables[table].grantReadWriteData(lambda)
      else data.tables[table].grantReadData(lambda)
    }
    if (grant.sendAlerts) {
      lambda.addEnvironment(env.alertsQueueUrl, queue.alerts.queueUrl)
      queue.alerts.grantSendMessages(lambda)
    }
    if (grant.rootSecret) {
      lambda.addEnvironment(env.rootSecretArn, rootSecret.secretArn)
      rootSecret.grantRead(lambda)
    }
    if (grant.broker) {
      lambda.addEnvironment(env.igDemoUrl, options.igDemoUrl)
      lambda.addEnvironment(env.igLiveUrl, options.igLiveUrl)
    }
    if (grant.yahoo) lambda.addEnvironment(env.yahooUrl, options.yahooUrl)
    if (grant.downloads) {
      lambda.addEnvironment(env.downloadsBucket, data.downloads.bucketName)
      data.downloads.grantReadWrite(lambda)
    }
    if (grant.userSecrets) this.grantUserSecrets(lambda, grant.userSecrets)
    if (grant.mail) {
      const { account, partition, region } = Stack.of(this)
      lambda.addEnvironment(env.mailFrom, options.mailFrom)
      lambda.addToRolePolicy(
        new PolicyStatement({
          actions: ['ses:SendEmail'],
          resources: [`arn:${partition}:ses:${region}:${account}:identity/*`],
        }),
      )
    }
  }

  private grantUserSecrets(lambda: Lambda, what: 'read' | 'write') {
    const { account, partition, region } = Stack.of(this)
    const prefix = this.props.userSecretPrefix
    const write = ['CreateSecret', 'PutSecretValue', 'DeleteSecret', 'DescribeSecret']
    lambda.addEnvironment(env.userSecretPrefix, prefix)
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['GetSecretValue', ...(what === 'write' ? write : [])].map(
          (action) => `secretsmanager:${action}`,
        ),
        // Secrets of users are made at run time, so their names are known by their prefix only.
        resources: [`arn:${partition}:secretsmanager:${region}:${account}:secret:${prefix}*`],
      }),
    )
  }

  private grantStart(name: Name, job: BackgroundName, variable: string) {
    const target = this.byName[job]
    const { account, partition, region, stackName } = Stack.of(this)
    // By a name known beforehand: a function that starts itself cannot wait for its own ARN.
    const functionName = `${stackName}-${job}`
    ;(target.node.defaultChild as { functionName?: string }).functionName = functionName
    this.byName[name].addEnvironment(variable, functionName)
    this.byName[name].addToRolePolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [`arn:${partition}:lambda:${region}:${account}:function:${functionName}`],
      }),
    )
  }
}
