import type { TableName } from './tables.ts'

/** Names of the environment variables that infra sets and functions read. */
export const env = {
  /** URL of the FIFO queue that carries accepted alerts to the executor. */
  alertsQueueUrl: 'ALERTS_QUEUE_URL',
  /** URL of the FIFO queue of notifications that must be sent. */
  notificationsQueueUrl: 'NOTICES_QUEUE_URL',
  /** Name of the operator's secret with the Telegram bot's token; not set if there is no bot. */
  telegramSecret: 'TELEGRAM_SECRET',
  /** Only in the local cloud: the stand-in that receives all notifications. */
  notificationStandIn: 'NOTICE_STAND_IN',
  /** ARN of the stack's root secret, from which the index keys and token keys are derived. */
  rootSecretArn: 'ROOT_SECRET_ARN',
  /** Prefix of the names of the users' secrets. Each user has one secret. */
  userSecretPrefix: 'USER_SECRET_PREFIX',
  /** Origin of the site, such as https://signals.example.com, for links in emails, the origin check and cookies. */
  siteOrigin: 'SITE_ORIGIN',
  /** `yes` if LIVE and administration need a second factor. */
  requireSecondFactor: 'REQUIRE_SECOND_FACTOR',
  setupHash: 'SETUP_HASH',
  /** Base URL of the Pwned Passwords range query; not set if passwords are not checked there. */
  breachedPasswordsUrl: 'BREACHED_PASSWORDS_URL',
  /** Number of partitions of the index of open alerts: 1 to `mostOpenShards`. */
  openShards: 'OPEN_SHARDS',
  ordersAtOnce: 'ORDERS_AT_ONCE',
  /** Weekday hours without an alert before `webhook-down` fires; 0 for never. */
  quietHours: 'QUIET_HOURS',
  igDemoUrl: 'IG_DEMO_URL',
  igLiveUrl: 'IG_LIVE_URL',
  /** Only in the local cloud: set if IG's URLs lead to a paper broker. Every screen shows this. */
  paperBroker: 'PAPER_BROKER',
  /** Base URL of Yahoo Finance, or of its stand-in. */
  yahooUrl: 'YAHOO_URL',
  mailFrom: 'MAIL_FROM',
  /** Name of SES's configuration set for all emails. It reports bounces to the operator. */
  mailConfigurationSet: 'MAIL_CONFIGURATION_SET',
  /** Bucket for log downloads that are too large for a Lambda's response. */
  downloadsBucket: 'DOWNLOADS_BUCKET',
  /** Prefix of the names of this stack's alarms; `none` if there is no CloudWatch. */
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
  /** Value that CloudFront adds to each request, so that direct calls to the API can be refused. */
  originVerify: 'ORIGIN_VERIFY',
  /** The product's version. Every response contains it in a header. */
  version: 'VERSION',
} as const

/** The header that proves that a call came through CloudFront. API Gateway passes its name on in lower case. */
export const originVerifyHeader = 'signalpost-origin'

/** The header that proves that a call comes from Telegram. https://core.telegram.org/bots/api#setwebhook */
export const telegramSecretHeader = 'x-telegram-bot-api-secret-token'

/** The header with the version of the API that responded. */
export const versionHeader = 'signalpost-version'

/** The header that every call that changes data must have. Forms and links on other sites can't set it. */
export const requestedWith = { name: 'x-requested-with', value: 'signalpost' } as const

/** The name of the environment variable that contains a table's name: `alerts` → `TABLE_ALERTS`. */
export const tableEnv = (table: TableName) =>
  `TABLE_${table.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
