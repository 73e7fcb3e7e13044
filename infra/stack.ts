import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses'
import type { Construct } from 'constructs'
import { apiBasePath, contract } from '../shared/contract.ts'
import { addRoutes, Api } from './api.ts'
import { Data } from './data.ts'
import { Functions } from './functions.ts'
import type { Options } from './options.ts'
import { AlertsQueue } from './queue.ts'
import { Schedules } from './schedules.ts'
import { Site } from './site.ts'

/** All of Signalpost, room by room. */
export class SignalpostStack extends Stack {
  constructor(scope: Construct, id: string, options: Options, props?: StackProps) {
    super(scope, id, props)
    const keep = options.stage === 'production'

    const data = new Data(this, 'data', keep)
    const queue = new AlertsQueue(this, 'queue')
    const rootSecret = new Secret(this, 'root-secret', {
      description: 'From this every key of Signalpost is derived; without it webhook secrets are not found',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    new EmailIdentity(this, 'mail', { identity: Identity.email(options.mailFrom) })

    const api = new Api(this, 'api')
    const site = new Site(this, 'site', api.http)
    const siteOrigin = options.siteOrigin ?? site.origin

    const functions = new Functions(this, 'functions', {
      data,
      queue,
      rootSecret,
      userSecretPrefix: `${this.stackName}/user/`,
      siteOrigin,
      options,
    })
    addRoutes(api.http, functions)
    const oneByOne = { batchSize: 1, reportBatchItemFailures: true }
    functions.byName['execute-alerts'].addEventSource(new SqsEventSource(queue.alerts, oneByOne))
    functions.byName['bury-alerts'].addEventSource(new SqsEventSource(queue.deadLetters, oneByOne))
    new Schedules(this, 'schedules', functions)

    new CfnOutput(this, 'SiteUrl', { value: siteOrigin })
    new CfnOutput(this, 'WebhookUrl', { value: `${siteOrigin}${apiBasePath}${contract.receiveAlert.path}` })
  }
}
