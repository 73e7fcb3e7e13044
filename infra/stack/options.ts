import type { App } from 'aws-cdk-lib'
import { queueTimes } from '../../shared/platform/queue-times.ts'
import { mostOpenShards } from '../../shared/platform/tables.ts'
import { UsageError, wholeNumber } from '../command-line.ts'
import { sourceVersion } from '../git.ts'
import { usualExecutors, usualWebhookExecutions } from './lambdas.ts'

/** An option as the help and docs/deploy.md show it. */
export type OptionInWords = {
  /** Placeholder for the option's value, such as `NAME`; missing for a switch. */
  readonly takes?: string
  /** The default value. */
  readonly usual?: string
  /** The default in words, if it is not a value of the option. */
  readonly otherwise?: string
  readonly means: string
}
/** An option that becomes CDK context. An option without texts can only be set by our own commands. */
type StackOption = { readonly context: string } & Partial<OptionInWords>

/** Options of `npm run deploy` and `npm run destroy`. Their names, defaults and texts are defined only here. */
export const flags = {
  mail: {
    context: 'mail',
    takes: 'ADDRESS',
    otherwise: 'required at first',
    means: 'sender of all email; also receives alarms',
  },
  'mail-verified': {
    context: 'mailVerified',
    takes: 'yes',
    usual: 'no',
    means:
      'SES already has the address, for example for a second stage. Never use it on the stage that created the address: the update would remove it',
  },
  stage: {
    context: 'stage',
    takes: 'NAME',
    usual: 'production',
    means: 'only production keeps its data when destroyed',
  },
  region: {
    context: 'region',
    takes: 'NAME',
    usual: 'eu-west-2',
    means: 'a region without SES, AWS Budgets or CloudFront’s access logs is refused, such as eu-north-1',
  },
  domain: {
    context: 'domain',
    takes: 'NAME',
    otherwise: 'CloudFront’s host',
    means: 'custom domain; needs --hosted-zone-id or --certificate-arn',
  },
  'hosted-zone-id': { context: 'hostedZoneId', takes: 'ID', means: 'Route 53 zone of the domain' },
  'hosted-zone': {
    context: 'hostedZone',
    takes: 'NAME',
    otherwise: 'the domain’s parent',
    means: 'the zone’s name, if it differs',
  },
  'certificate-arn': {
    context: 'certificateArn',
    takes: 'ARN',
    means:
      'certificate in us-east-1, if your DNS is not in Route 53. Point the domain to CloudFront’s host yourself',
  },
  'reserve-concurrency': {
    context: 'reserveConcurrency',
    takes: 'no',
    otherwise: 'depends on the account',
    means: 'reserve no concurrency for alert Lambdas',
  },
  'webhook-executions': {
    context: 'webhookExecutions',
    takes: 'NUMBER',
    usual: String(usualWebhookExecutions),
    means: 'concurrent webhook Lambdas',
  },
  executors: {
    context: 'executors',
    takes: 'NUMBER',
    usual: String(usualExecutors),
    means: 'concurrent executor Lambdas',
  },
  'open-shards': {
    context: 'openShards',
    takes: 'NUMBER',
    usual: '1',
    means: `partitions of the open-alerts index, 1 to ${mostOpenShards}; each takes 500 alerts a second`,
  },
  'orders-at-once': {
    context: 'ordersAtOnce',
    takes: 'NUMBER',
    usual: '4',
    means: `orders sent in parallel per account, 1 to ${queueTimes.batch}`,
  },
  'log-days': { context: 'logDays', takes: 'NUMBER', usual: '30', means: 'days to keep operator logs' },
  'quiet-hours': {
    context: 'quietHours',
    takes: 'NUMBER',
    usual: '72',
    means: 'hours without an alert, weekends apart, before an alarm; 0: never',
  },
  'telegram-secret': {
    context: 'telegramSecret',
    takes: 'NAME',
    otherwise: 'none',
    means: 'name of the secret with your Telegram bot’s token; without it, Telegram is not offered',
  },
  'require-second-factor': {
    context: 'requireSecondFactor',
    takes: 'no',
    usual: 'yes',
    means: 'do not require a second factor for LIVE and admin pages',
  },
  'breached-passwords': {
    context: 'breachedPasswords',
    takes: 'yes',
    usual: 'no',
    means: 'check new passwords with Pwned Passwords, which sees five digits of the hash',
  },
  budget: {
    context: 'budget',
    takes: 'DOLLARS',
    usual: '20',
    means: 'email the operator above this monthly cost of the AWS account, in USD',
  },
  trace: {
    context: 'trace',
    takes: 'yes',
    usual: 'no',
    means: 'trace one call in twenty with AWS X-Ray, 5 USD a million traces after the first 100,000 a month',
  },
  'setup-hash': { context: 'setupHash' },
  first: { context: 'first' },
} as const satisfies Readonly<Record<string, StackOption>>
export type Flag = keyof typeof flags
type FlagWithDefault = {
  [Each in Flag]: (typeof flags)[Each] extends { readonly usual: string } ? Each : never
}[Flag]

/** Options of a deployment, from CDK context (`-c name=value`). */
export type Options = {
  /** `production` keeps its data when the stack is deleted. */
  readonly stage: string
  readonly region: string
  /** Sender of all email. */
  readonly mailFrom: string
  /**
   * Whether SES already knows the sender, because another stage or an operator has set it up. The stack then does not
   * create it.
   */
  readonly mailVerified: boolean
  /** Address that receives alarms. Undefined: alarms are not sent. */
  readonly alarmMail: string | undefined
  /** The site's own domain; undefined if the site uses CloudFront's domain name. */
  readonly domain: OwnDomain | undefined
  /** The origin of the local cloud; undefined in AWS. */
  readonly siteOrigin: string | undefined
  /**
   * Whether executions are reserved for alerts. A new AWS account may run only ten Lambdas at once, and can reserve
   * none until AWS raises that quota.
   */
  readonly reserveConcurrency: boolean
  /** Number of concurrent executions reserved for the webhook. */
  readonly webhookExecutions: number
  /** Number of concurrent executions reserved for the executor. */
  readonly executors: number
  /** Number of partitions in the index of open alerts. */
  readonly openShards: number
  /** Maximum number of orders of one account that are sent in parallel. */
  readonly ordersAtOnce: number
  /** Number of days to keep the operator's logs; users' logs are kept for 400 days. */
  readonly logDays: number
  /** Number of weekday hours without an alert after which `webhook-down` fires; 0: it never fires. */
  readonly quietHours: number
  /** Monthly budget of the whole AWS account in US dollars. The operator is notified if costs exceed it. */
  readonly budget: number
  readonly igDemoUrl: string
  readonly igLiveUrl: string
  readonly yahooUrl: string
  /** Whether LIVE trading and administration require a second factor. */
  readonly requireSecondFactor: boolean
  /**
   * Whether new passwords are checked against breached passwords. The service that does this sees five digits of the
   * hash.
   */
  readonly breachedPasswords: boolean
  readonly breachedPasswordsUrl: string
  /** Name of the Secrets Manager secret with the token of a Telegram bot; undefined: Telegram is not offered. */
  readonly telegramSecret: string | undefined
  /** Whether X-Ray traces one call in twenty. */
  readonly trace: boolean
  /** Hash of the token that the first registration must present to become admin; undefined: no token is needed. */
  readonly setupHash: string | undefined
  /** Whether the stack does not exist yet. Its deletion protection is set once it is complete. */
  readonly isFirst: boolean
  readonly version: string
  /** The flags of this deployment, stored for the stage's next deployment. */
  readonly given: Partial<Record<Flag, string>>
}

/** The site's own domain. Its certificate exists already in us-east-1, or is created in the domain's Route 53 zone. */
export type OwnDomain = { readonly name: string } & (
  | { readonly certificateArn: string }
  | { readonly zone: { readonly id: string; readonly name: string } }
)

/**
 * Checks the stage's name, which is part of the names of the stack and its resources. AWS limits their length: a
 * Lambda's name has at most 64 characters.
 */
const stageName = (stage: string): string => {
  if (/^[a-zA-Z][a-zA-Z0-9-]{0,19}$/.test(stage)) return stage
  throw new UsageError(
    `--stage must be a letter and then at most 19 letters, digits and hyphens, not '${stage}'`,
  )
}

/** Regions with buckets that cannot receive logs from CloudFront. */
const withoutLogDelivery: ReadonlySet<string> = new Set([
  'af-south-1',
  'ap-east-1',
  'ap-southeast-3',
  'eu-south-1',
  'eu-south-2',
  'me-central-1',
  'me-south-1',
])

/**
 * Services that Signalpost needs and CloudFormation does not offer, by region. A test compares this list with the CDK's
 * data.
 */
const missingIn: Readonly<Record<string, string>> = Object.fromEntries([
  ...['ap-northeast-3', 'ap-south-2', 'ap-southeast-5', 'ca-west-1'].map((region) => [region, 'AWS Budgets']),
  ...['eu-central-2', 'eu-north-1', 'il-central-1'].map((region) => [region, 'AWS Budgets']),
  ...['ap-east-2', 'ap-southeast-4', 'ap-southeast-6', 'ap-southeast-7', 'mx-central-1'].map((region) => [
    region,
    'SES and AWS Budgets',
  ]),
]) as Readonly<Record<string, string>>

const regionName = (region: string): string => {
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(region)) throw new UsageError(`--region is not valid: '${region}'`)
  if (missingIn[region])
    throw new UsageError(`--region ${region} does not support ${missingIn[region]}. Choose another`)
  if (!withoutLogDelivery.has(region)) return region
  throw new UsageError(`--region ${region} does not support CloudFront access logs. Choose another`)
}

/** @throws UsageError that names the flag whose value is missing or invalid */
export const optionsFrom = (context: (name: string) => string | undefined): Options => {
  const read = (flag: FlagWithDefault) => context(flags[flag].context) ?? flags[flag].usual
  return {
    stage: stageName(read('stage')),
    region: regionName(read('region')),
    mailFrom: context('mailFrom') ?? context('mail') ?? 'signalpost@example.com',
    mailVerified: yesOrNo('--mail-verified', read('mail-verified')),
    alarmMail: context('alarmMail') ?? context('mail'),
    domain: domainFrom(context),
    siteOrigin: context('siteOrigin'),
    reserveConcurrency: yesOrNo('--reserve-concurrency', context('reserveConcurrency') ?? 'yes'),
    webhookExecutions: wholeNumber('--webhook-executions', read('webhook-executions'), 1),
    // A queue starts at least two executors.
    executors: wholeNumber('--executors', read('executors'), 2),
    openShards: openShardsFrom(read('open-shards')),
    ordersAtOnce: ordersAtOnceFrom(read('orders-at-once')),
    logDays: logDaysFrom(read('log-days')),
    quietHours: wholeNumber('--quiet-hours', read('quiet-hours'), 0),
    budget: wholeNumber('--budget', read('budget'), 1),
    igDemoUrl: context('igDemoUrl') ?? 'https://demo-api.ig.com/gateway/deal',
    igLiveUrl: context('igLiveUrl') ?? 'https://api.ig.com/gateway/deal',
    yahooUrl: context('yahooUrl') ?? 'https://query2.finance.yahoo.com',
    requireSecondFactor: yesOrNo('--require-second-factor', read('require-second-factor')),
    breachedPasswords: yesOrNo('--breached-passwords', read('breached-passwords')),
    breachedPasswordsUrl: context('breachedPasswordsUrl') ?? 'https://api.pwnedpasswords.com',
    telegramSecret: secretName(context('telegramSecret')),
    trace: yesOrNo('--trace', read('trace')),
    setupHash: context('setupHash'),
    isFirst: yesOrNo('--first', context('first') ?? 'no'),
    version: context('version') ?? sourceVersion(),
    given: Object.fromEntries(
      Object.entries(flags).flatMap(([flag, { context: name }]) => {
        const value = context(name)
        return value === undefined || flag === 'first' ? [] : [[flag, value]]
      }),
    ),
  }
}

export const readOptions = (app: App): Options =>
  optionsFrom((name) => app.node.tryGetContext(name) as string | undefined)

const openShardsFrom = (value: string): number => {
  const shards = wholeNumber('--open-shards', value, 1)
  if (shards <= mostOpenShards) return shards
  throw new UsageError(`--open-shards must be at most ${mostOpenShards}, not ${shards}`)
}

/**
 * Reads the maximum number of parallel orders. It cannot exceed the number of alerts that the executor processes at
 * once.
 */
const ordersAtOnceFrom = (value: string): number => {
  const orders = wholeNumber('--orders-at-once', value, 1)
  if (orders <= queueTimes.batch) return orders
  throw new UsageError(`--orders-at-once must be at most ${queueTimes.batch}, not ${orders}`)
}

/**
 * Retention periods that CloudWatch supports.
 * https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html
 */
const logDays = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731]

/** @throws UsageError if CloudWatch does not support the number of days */
export const logDaysFrom = (value: string = flags['log-days'].usual): number => {
  const days = wholeNumber('--log-days', value, 1)
  if (logDays.includes(days)) return days
  throw new UsageError(`--log-days must be one of ${logDays.join(', ')}, not ${days}`)
}

/**
 * Checks the name of a secret.
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_CreateSecret.html
 */
const secretName = (name: string | undefined): string | undefined => {
  if (name === undefined || /^[\w/+=.@-]{1,512}$/.test(name)) return name
  throw new UsageError(`--telegram-secret must be the name of a secret, not '${name}'`)
}

const yesOrNo = (flag: string, value: string): boolean => {
  if (value === 'yes' || value === 'no') return value === 'yes'
  throw new UsageError(`${flag} must be yes or no, not '${value}'`)
}

const domainFrom = (context: (name: string) => string | undefined): OwnDomain | undefined => {
  const name = context('domain')
  const alone = (['hostedZoneId', 'hostedZone', 'certificateArn'] as const).find((each) => context(each))
  if (!name && alone) {
    const [flag] = Object.entries(flags).find(([, { context: name }]) => name === alone) ?? []
    throw new UsageError(`--${flag} needs --domain`)
  }
  if (!name) return undefined
  const certificateArn = context('certificateArn')
  if (certificateArn?.split(':')[3] === 'us-east-1') return { name, certificateArn }
  const id = context('hostedZoneId')
  if (certificateArn || !id)
    throw new UsageError(
      '--domain needs its Route 53 zone (--hosted-zone-id), or a certificate in us-east-1 (--certificate-arn)',
    )
  const zone = context('hostedZone') ?? name.split('.').slice(1).join('.')
  if (name !== zone && !name.endsWith(`.${zone}`))
    throw new UsageError(`--domain ${name} is not in --hosted-zone ${zone}`)
  return { name, zone: { id, name: zone } }
}
