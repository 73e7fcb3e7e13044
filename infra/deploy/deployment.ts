import { onlyKnown, parseOptions, UsageError } from '../command-line.ts'
import { type Flag, flags, optionsFrom } from '../options.ts'
import { stackNameOf, userSecretPrefix } from '../names.ts'

export const helpOf = (
  command: 'deploy' | 'destroy',
) => `npm run ${command} -- ${command === 'deploy' ? '--mail you@example.com ' : ''}[options]

What is left out stays as it was at the stage's last deployment.

  --mail ADDRESS              sends all mail, and is told of alarms
  --mail-verified yes         where SES has the address already (no)
  --stage NAME                production unless said otherwise: the only stage that keeps its data when it is destroyed
  --region NAME               eu-west-2 unless said otherwise
  --domain NAME               the site's own name, with one of the next two
  --hosted-zone-id ID         its Route 53 zone
  --certificate-arn ARN       its certificate, in us-east-1
  --hosted-zone NAME          the zone's name, unless it is the domain's without the first part
  --reserve-concurrency no    Lambdas of alerts get none of their own; asked of the account unless said
  --webhook-executions NUMBER Lambdas at once that take alerts (20)
  --executors NUMBER          Lambdas at once that execute them (50)
  --open-shards NUMBER        partitions of the index of open alerts, 1 to 16 (1): 500 alerts a second each
  --orders-at-once NUMBER     of one account leave side by side, 1 to 10 (4)
  --log-days NUMBER           the operator's logs are kept (30)
  --telegram-secret NAME      of a secret in Secrets Manager that holds the token of your Telegram bot (none)
  --require-second-factor no  LIVE and administration need no second factor (yes: they do)
  --breached-passwords yes    asks Pwned Passwords about each new password; it learns five digits of its hash (no)
  --budget DOLLARS            a month, above which the operator is told (20); of the whole AWS account
${command === 'deploy' ? '  --without OPTION            drops an option of the last deployment, such as domain; may be given again\n  --yes                       asks nothing\n' : ''}  --endpoint URL              instead of AWS, or AWS_ENDPOINT_URL`

export type CdkCall = {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly stackName: string
  readonly stage: string
  readonly region: string
}

/** The CDK needs some credentials even where the endpoint does not look at them. */
const anyCredentials = { AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' }

export type Command = 'deploy' | 'destroy'

/** How a command was called, before anything is asked of AWS. */
export type Asked = {
  readonly given: Partial<Record<Flag, string>>
  /** Options of the last deployment that are to be dropped. */
  readonly without: readonly Flag[]
  readonly yes: boolean
  readonly environment: Readonly<Record<string, string>>
}

/** @throws UsageError in words for the person at the terminal */
export const readAsked = (
  command: Command,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Asked => {
  const { values } = parseOptions({
    args: [...args],
    options: {
      ...(Object.fromEntries(
        [...Object.keys(flags), 'endpoint'].map((name) => [name, { type: 'string' }]),
      ) as Record<Flag | 'endpoint', { type: 'string' }>),
      ...(command === 'deploy'
        ? ({ without: { type: 'string', multiple: true }, yes: { type: 'boolean' } } as const)
        : {}),
    },
  })
  const {
    endpoint,
    without = [],
    yes = false,
    ...given
  } = values as Partial<Record<Flag | 'endpoint', string>> & { without?: string[]; yes?: boolean }
  const at = endpoint ?? environment.AWS_ENDPOINT_URL
  const { region } = optionsFrom((name) =>
    name === 'region' ? given.region : name === 'stage' ? given.stage : undefined,
  )
  return {
    given,
    without: onlyKnown('option', without, Object.keys(flags) as Flag[]),
    yes,
    environment: {
      AWS_REGION: region,
      ...(at ? { AWS_ENDPOINT_URL: at } : {}),
      ...(at && !environment.AWS_ACCESS_KEY_ID && !environment.AWS_PROFILE ? anyCredentials : {}),
    },
  }
}

/** The options that hold: those given now over those of the stage's last deployment, but for those to be dropped. */
export const mergedFlags = (
  { given, without }: Pick<Asked, 'given' | 'without'>,
  kept: Partial<Record<Flag, string>>,
): Partial<Record<Flag, string>> => {
  const contradiction = without.find((flag) => given[flag] !== undefined)
  if (contradiction)
    throw new UsageError(`--${contradiction} is both given and dropped by --without ${contradiction}`)
  const held = Object.entries(kept).filter(([flag]) => !without.includes(flag as Flag))
  return { ...Object.fromEntries(held), ...given }
}

/** The flags as CDK context. */
export const contextOf = (given: Partial<Record<Flag, string>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(flags).map(([flag, name]) => [name, given[flag as Flag]]))

/**
 * The call of the CDK’s command line that a deployment is.
 * @param outputsFile where the stack's outputs are written
 * @throws UsageError in words for the person at the terminal
 */
export const cdkCall = (
  command: Command,
  given: Partial<Record<Flag, string>>,
  environment: Readonly<Record<string, string>>,
  outputsFile: string,
): CdkCall => {
  if (command === 'deploy' && !given.mail?.includes('@'))
    throw new UsageError(
      'Say who sends and who is told: npm run deploy -- --mail you@example.com (and --mail-verified yes where SES has it already)',
    )
  const context = contextOf(given)
  const { stage, region } = optionsFrom((name) => context[name])
  const own =
    command === 'deploy'
      ? ['--require-approval', 'never', '--outputs-file', outputsFile, '--concurrency', '2']
      : ['--force']
  return {
    args: [
      command,
      '--all',
      ...own,
      ...Object.entries(context).flatMap(([name, value]) =>
        value === undefined ? [] : ['--context', `${name}=${value}`],
      ),
    ],
    environment,
    stackName: stackNameOf(stage),
    stage,
    region,
  }
}
/** What a person does once it stands. */
export const firstSteps = (
  { stackName, region }: Pick<CdkCall, 'stackName' | 'region'>,
  outputs: Readonly<Record<string, string>>,
  mail: string,
) => `
Signalpost stands.

  Site     ${outputs.SiteUrl}
  Webhook  ${outputs.WebhookUrl}
  CloudFront  ${outputs.CloudFrontHost}
  Version  ${outputs.Version}

First steps
  1. ${mail} gets two mails from AWS: confirm the sender address (SES), and the alarms (SNS). After --mail-verified yes,
     or from an address in the domain's own zone, only the second.
  2. Open the site and register: the first account is the administrator. Set up a second factor on its account page:
     administration and LIVE need one. Then switch registration off in App settings.
  3. Save the IG credentials in Settings, demo first, and paste the alert from Help into TradingView.
  4. A new AWS account mails to confirmed addresses only. For more users ask AWS to take SES out of its sandbox.
  5. See that alarms reach you. This must bring one mail now, and one some minutes later that says it is over:
     aws cloudwatch set-alarm-state --region ${region} --alarm-name ${stackName}-throttles --state-value ALARM --state-reason test

At night: docs/runbook.md.`

/** What a stack that is gone leaves behind: its tables, and the secrets, by their names. */
export type Leftovers = { readonly tables: readonly string[]; readonly secrets: readonly string[] }

/** An account's tables and secrets. `madeBy`: the stack that CloudFormation made a secret for. */
export type Stored = {
  readonly tables: readonly string[]
  readonly secrets: readonly { readonly name: string; readonly madeBy: string | undefined }[]
}
export const leftoversOf = (stackName: string, { tables, secrets }: Stored): Leftovers => ({
  // CloudFormation begins a table's name with its stack's, and the construct's own follows.
  tables: tables.filter((name) => name.startsWith(`${stackName}-data`)),
  secrets: secrets
    .filter(({ name, madeBy }) => madeBy === stackName || name.startsWith(userSecretPrefix(stackName)))
    .map(({ name }) => name),
})

/** Users' secrets that have no owner any more: not while the deletion failed and the stack still has a table. */
export const ownerlessSecrets = (stackName: string, { tables, secrets }: Leftovers, deleted: boolean) =>
  deleted || tables.length === 0 ? secrets.filter((name) => name.startsWith(userSecretPrefix(stackName))) : []

/** What to do about a deployment of which CloudFormation knows nothing that failed. */
export const failedDeployment = ({ stackName, region }: Pick<CdkCall, 'stackName' | 'region'>) =>
  [
    `${stackName} is not deployed, and CloudFormation names nothing that failed: the lines above are the CDK’s last.`,
    `  aws cloudformation describe-stack-events --region ${region} --stack-name ${stackName} --output table`,
    'Then run the same command again.',
  ].join('\n')

/** What to do about a deletion that failed. */
export const unfinished = ({ stackName, region }: Pick<CdkCall, 'stackName' | 'region'>) =>
  [
    `${stackName} is not deleted, or not wholly. If the lines above do not say why, this does:`,
    `  aws cloudformation describe-stack-events --region ${region} --stack-name ${stackName} --output text \\`,
    `    --query "StackEvents[?ResourceStatus=='DELETE_FAILED'].[LogicalResourceId,ResourceStatusReason]"`,
    'A bucket that is not empty got a late log: aws s3 rm --recursive s3://<bucket>',
    'Then run the same command again: it goes on where this one ended.',
  ].join('\n')

export const farewell = ({ tables, secrets }: Leftovers): string => {
  if (tables.length + secrets.length === 0) return 'Nothing was kept.'
  return [
    'Kept, because it is production’s data:',
    ...tables.map((name) => `  table   ${name}`),
    ...secrets.map((name) => `  secret  ${name}`),
    'The tables cost what they store, each secret 0.40 USD a month. docs/runbook.md says how data come back.',
    'To end a table for good, take off its deletion protection first:',
    '  aws dynamodb update-table --no-deletion-protection-enabled --table-name <table>',
    '  aws dynamodb delete-table --table-name <table>',
    '  aws secretsmanager delete-secret --secret-id <secret>',
  ].join('\n')
}
