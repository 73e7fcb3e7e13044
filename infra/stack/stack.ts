import { CfnOutput, type CfnResource, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource, type SqsEventSourceProps } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53'
import { ConfigurationSet, EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray'
import type { Construct } from 'constructs'
import { apiBasePath, contract } from '../../shared/contract/index.ts'
import { queueTimes } from '../../shared/platform/queue-times.ts'
import { Api } from './api.ts'
import type { Assets } from './assets.ts'
import { Data } from './data.ts'
import { Functions, mostExecutors, mostNotifiers } from './functions.ts'
import { OperatorLog } from './operator-log.ts'
import type { Options, OwnDomain } from './options.ts'
import { AlertsQueue, NotificationsQueue } from './queue.ts'
import { Schedules } from './schedules.ts'
import { Site } from './site.ts'
import { Watch } from './watch.ts'
import { optionsParameter, userSecretPrefix } from './names.ts'

/** The sender's SES identity: the domain's own zone if it contains the address, or else the address. */
export const senderIdentity = (mail: string, domain: OwnDomain | undefined): string =>
  domain && 'zone' in domain && mail.endsWith(`@${domain.zone.name}`) ? domain.zone.name : mail

/** Starts a Lambda with the messages of a queue. */
const feed = (
  lambda: Lambda,
  queue: IQueue,
  batches: Pick<SqsEventSourceProps, 'batchSize' | 'maxConcurrency'>,
) => lambda.addEventSource(new SqsEventSource(queue, { ...batches, reportBatchItemFailures: true }))

type Props = StackProps & {
  readonly options: Options
  readonly assets: Assets
  /** The certificate in us-east-1, if a domain is set. */
  readonly certificateArn: string | undefined
}

export class SignalpostStack extends Stack {
  constructor(scope: Construct, id: string, { options, assets, certificateArn, ...props }: Props) {
    super(scope, id, { description: 'Signalpost: TradingView alerts become orders at IG', ...props })
    const keep = options.stage === 'production'

    const data = new Data(this, 'data', keep)
    const queue = new AlertsQueue(this, 'queue')
    const notificationsQueue = new NotificationsQueue(this, 'notices')
    const rootSecret = new Secret(this, 'root-secret', {
      description: 'From this every key of Signalpost is derived; without it webhook secrets are not found',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    if (!options.mailVerified) this.nameSender(options)
    const mails = new ConfigurationSet(this, 'mails')

    const api = new Api(this, 'api')
    const site = new Site(this, 'site', {
      api: api.http,
      folder: assets.site,
      downloads: data.downloads,
      accessLogs: data.accessLogs,
      domain: options.domain,
      certificateArn,
    })
    const siteOrigin = options.siteOrigin ?? site.origin

    const functions = new Functions(this, 'functions', {
      data,
      queue,
      notificationsQueue,
      rootSecret,
      userSecretPrefix: userSecretPrefix(this.stackName),
      siteOrigin,
      originVerify: site.originVerify,
      mailConfigurationSet: mails.configurationSetName,
      options,
      assets,
    })
    api.addRoutes(functions)
    site.publishPageAfter(api, ...Object.values(functions.stacks))
    const { byName } = functions
    feed(byName['execute-alerts'], queue.alerts, {
      batchSize: queueTimes.batch,
      maxConcurrency: mostExecutors(options),
    })
    feed(byName['handle-dead-letters'], queue.deadLetters, { batchSize: 1, maxConcurrency: 2 })
    feed(byName['send-notices'], notificationsQueue.notifications, {
      batchSize: 10,
      maxConcurrency: mostNotifiers,
    })
    new Schedules(this, 'schedules', functions)
    new Watch(this, 'watch', { api, functions, queue, mails, options })

    this.endLogOfBucketEmptier()
    if (options.trace) this.traceSome()
    this.publish(options, site, siteOrigin)
  }

  /** Stores the options for the next deployment, and outputs what the operator needs. */
  private publish(options: Options, site: Site, siteOrigin: string) {
    new StringParameter(this, 'options', {
      description: 'The options of this stage as last deployed: the next deployment begins from them',
      parameterName: optionsParameter(this.stackName),
      stringValue: JSON.stringify(options.given),
    })
    new CfnOutput(this, 'SiteUrl', { value: siteOrigin })
    new CfnOutput(this, 'CloudFrontHost', { value: site.distribution.distributionDomainName })
    new CfnOutput(this, 'Version', { value: options.version })
    new CfnOutput(this, 'WebhookUrl', { value: `${siteOrigin}${apiBasePath}${contract.receiveAlert.path}` })
  }

  /**
   * Creates the sender's identity in SES. For an address in the domain's own zone, the identity is the zone, with DKIM
   * keys. Mailbox providers may drop email that is not signed for its domain.
   */
  private nameSender({ mailFrom, domain }: Options) {
    const zone = domain && 'zone' in domain ? domain.zone : null
    const identity =
      zone && senderIdentity(mailFrom, domain) === zone.name
        ? Identity.publicHostedZone(
            PublicHostedZone.fromPublicHostedZoneAttributes(this, 'mail-zone', {
              hostedZoneId: zone.id,
              zoneName: zone.name,
            }),
          )
        : Identity.email(mailFrom)
    new EmailIdentity(this, 'mail', { identity })
  }

  /** Traces one call in twenty of each Lambda, and no more. */
  private traceSome() {
    new CfnSamplingRule(this, 'trace', {
      samplingRule: {
        ruleName: this.stackName,
        version: 1,
        priority: 100,
        fixedRate: 0.05,
        reservoirSize: 0,
        serviceName: `${this.stackName}-*`,
        serviceType: '*',
        resourceArn: '*',
        host: '*',
        httpMethod: '*',
        urlPath: '*',
      },
    })
  }

  /**
   * Sets a log that expires for the CDK's Lambda that empties buckets. The default log of this Lambda never expires.
   */
  private endLogOfBucketEmptier() {
    const emptier = this.node.findChild('Custom::S3AutoDeleteObjectsCustomResourceProvider')
    const { logGroupName } = new OperatorLog(this, 'bucket-emptier-log')
    const handler = emptier.node.findChild('Handler') as CfnResource
    handler.addPropertyOverride('LoggingConfig', { LogGroup: logGroupName })
  }
}
