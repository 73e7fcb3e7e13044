import type { TableName } from './tables.ts'

/** The names of the environment variables that infra sets and functions read. */
export const env = {
  /** URL of the FIFO queue that carries accepted alerts to the executor. */
  alertsQueueUrl: 'ALERTS_QUEUE_URL',
  /** URL of the FIFO queue that carries notifications to what sends them. */
  notificationsQueueUrl: 'NOTICES_QUEUE_URL',
  /** Name of the operator's secret that contains the token of the Telegram bot; not set: there is none. */
  telegramSecret: 'TELEGRAM_SECRET',
  /** Set by the local cloud alone: what stands for every address outside that notifications go to. */
  notificationStandIn: 'NOTICE_STAND_IN',
  /** ARN of the stack's own secret: the root from which the index and token keys are derived. */
  rootSecretArn: 'ROOT_SECRET_ARN',
  /** Prefix of the names of the users' secrets, one secret a user. */
  userSecretPrefix: 'USER_SECRET_PREFIX',
  /** Origin of the site, e.g. https://signals.example.com: links in emails, the origin check, cookie flags. */
  siteOrigin: 'SITE_ORIGIN',
  /** `yes`: LIVE and administration need a second factor. */
  requireSecondFactor: 'REQUIRE_SECOND_FACTOR',
  setupHash: 'SETUP_HASH',
  /** Base URL of the Pwned Passwords range query; not set: no service is asked. */
  breachedPasswordsUrl: 'BREACHED_PASSWORDS_URL',
  /** How many partitions the index of open alerts is written in: 1 to `mostOpenShards`. */
  openShards: 'OPEN_SHARDS',
  ordersAtOnce: 'ORDERS_AT_ONCE',
  /** Weekday hours without an alert before `webhook-down` fires; 0: never. */
  quietHours: 'QUIET_HOURS',
  /** Base URLs of IG's gateway, per mode. */
  igDemoUrl: 'IG_DEMO_URL',
  igLiveUrl: 'IG_LIVE_URL',
  /** Set by the local cloud alone: what stands behind IG's URLs is paper IG, and every screen reports it. */
  paperBroker: 'PAPER_BROKER',
  /** Base URL of Yahoo Finance, or of its stand-in. */
  yahooUrl: 'YAHOO_URL',
  /** Sender address of all mail. */
  mailFrom: 'MAIL_FROM',
  /** SES's configuration set of all mail: bounces are reported to the operator through it. */
  mailConfigurationSet: 'MAIL_CONFIGURATION_SET',
  /** Bucket for log downloads that are larger than a Lambda's answer may be. */
  downloadsBucket: 'DOWNLOADS_BUCKET',
  /** How the names of this stack's alarms begin; `none` if there is no CloudWatch. */
  alarmPrefix: 'ALARM_PREFIX',
  /** Name of the function that fetches dividend dates in the background. */
  dividendFunctionName: 'DIVIDEND_FUNCTION_NAME',
  /** Name of the function that matches batches of symbols in the background. */
  matchingFunctionName: 'MATCHING_FUNCTION_NAME',
  /** Name of the function that checks the epics of every list each week. */
  epicCheckFunctionName: 'EPIC_CHECK_FUNCTION_NAME',
  /** Name of the function that sends emails about accounts in the background. */
  mailFunctionName: 'MAIL_FUNCTION_NAME',
  /** Name of the function that finishes the deletion of users. */
  deletionFunctionName: 'DELETION_FUNCTION_NAME',
  /** Value that CloudFront adds to each request, so that the raw API address can be refused. */
  originVerify: 'ORIGIN_VERIFY',
  /** The product's version, answered in a header. */
  version: 'VERSION',
} as const

/** The header in which CloudFront sends that value, in lower case as API Gateway names it. */
export const originVerifyHeader = 'signalpost-origin'

/** The header in which Telegram says that a call is its own. https://core.telegram.org/bots/api#setwebhook */
export const telegramSecretHeader = 'x-telegram-bot-api-secret-token'

/** The header in which every answer of the API says the version that gave it. */
export const versionHeader = 'signalpost-version'

/** The header that a call which changes something must carry; no form or link of another site can set it. */
export const requestedWith = { name: 'x-requested-with', value: 'signalpost' } as const

/** The environment variable that contains a table's name: `alerts` → `TABLE_ALERTS`. */
export const tableEnv = (table: TableName) =>
  `TABLE_${table.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
