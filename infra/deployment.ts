import { parseOptions, UsageError } from '../shared/command-line.ts'
import { optionsFrom } from './options.ts'

/** What `npm run deploy` and `npm run destroy` take; each becomes CDK context of the same meaning. */
export const flags = {
  stage: 'stage',
  mail: 'mail',
  'mail-verified': 'mailVerified',
  region: 'region',
  domain: 'domain',
  'hosted-zone-id': 'hostedZoneId',
  'hosted-zone': 'hostedZone',
  'certificate-arn': 'certificateArn',
  'reserve-concurrency': 'reserveConcurrency',
} as const

export const helpOf = (
  command: 'deploy' | 'destroy',
) => `npm run ${command} -- ${command === 'deploy' ? '--mail you@example.com ' : ''}[options]

Every option as at the last deployment: what is left out goes back to its default.

  --mail ADDRESS              sends all mail, and is told of alarms
  --mail-verified yes         where SES has the address already (no)
  --stage NAME                production unless said otherwise: the only stage that keeps its data when it is destroyed
  --region NAME               eu-west-2 unless said otherwise
  --domain NAME               the site's own name, with one of the next two
  --hosted-zone-id ID         its Route 53 zone
  --certificate-arn ARN       its certificate, in us-east-1
  --hosted-zone NAME          the zone's name, unless it is the domain's without the first part
  --reserve-concurrency no    for an account that may run only ten Lambdas at once (yes)
  --endpoint URL              instead of AWS, or AWS_ENDPOINT_URL`

export type CdkCall = {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly stackName: string
  readonly stage: string
  readonly region: string
}

/** The CDK needs some credentials even where whoever answers does not look at them. */
const anyCredentials = { AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' }

/**
 * The call of the CDK’s command line that a deployment is.
 * @param outputsFile where the stack's outputs are written
 * @throws UsageError in words for whoever typed the command
 */
export const cdkCall = (
  command: 'deploy' | 'destroy',
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  outputsFile: string,
): CdkCall => {
  const { values } = parseOptions({
    args: [...given],
    options: Object.fromEntries(
      [...Object.keys(flags), 'endpoint'].map((name) => [name, { type: 'string' }]),
    ) as {
      [name: string]: { type: 'string' }
    },
  })
  const { mail, endpoint } = values
  if (command === 'deploy' && !mail?.includes('@'))
    throw new UsageError(
      'Say who sends and who is told: npm run deploy -- --mail you@example.com (and --mail-verified yes where SES has it already)',
    )
  const context = Object.fromEntries(Object.entries(flags).map(([flag, name]) => [name, values[flag]]))
  const { stage, region } = optionsFrom((name) => context[name])
  const own =
    command === 'deploy'
      ? ['--require-approval', 'never', '--outputs-file', outputsFile, '--concurrency', '2']
      : ['--force']
  const at = endpoint ?? environment.AWS_ENDPOINT_URL
  return {
    args: [
      command,
      '--all',
      ...own,
      ...Object.entries(context).flatMap(([name, value]) =>
        value === undefined ? [] : ['--context', `${name}=${value}`],
      ),
    ],
    environment: {
      AWS_REGION: region,
      ...(at ? { AWS_ENDPOINT_URL: at } : {}),
      ...(at && !environment.AWS_ACCESS_KEY_ID && !environment.AWS_PROFILE ? anyCredentials : {}),
    },
    stackName: stackNameOf(stage),
    stage,
    region,
  }
}

export const stackNameOf = (stage: string) => (stage === 'production' ? 'Signalpost' : `Signalpost-${stage}`)

/** What a person does once it stands. */
export const firstSteps = (
  { stackName, region }: Pick<CdkCall, 'stackName' | 'region'>,
  outputs: Readonly<Record<string, string>>,
  mail: string,
) => `
Signalpost stands.

  Site     ${outputs.SiteUrl}
  Webhook  ${outputs.WebhookUrl}

First steps
  1. ${mail} gets two mails from AWS: confirm the sender address (SES), and the alarms (SNS). After --mail-verified yes
     only the second.
  2. Open the site and register: the first account is the administrator. Then switch registration off in App settings.
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

/** The users' secrets are made at run time, so they belong to no stack and have names that begin so. */
export const userSecretPrefix = (stackName: string) => `${stackName}/user/`

export const leftoversOf = (stackName: string, { tables, secrets }: Stored): Leftovers => ({
  // CloudFormation begins a table's name with its stack's, and the construct's own follows.
  tables: tables.filter((name) => name.startsWith(`${stackName}-data`)),
  secrets: secrets
    .filter(({ name, madeBy }) => madeBy === stackName || name.startsWith(userSecretPrefix(stackName)))
    .map(({ name }) => name),
})

/** Users' secrets that belong to nobody any more: not while the deletion failed and the stack still has a table. */
export const ownerlessSecrets = (stackName: string, { tables, secrets }: Leftovers, deleted: boolean) =>
  deleted || tables.length === 0 ? secrets.filter((name) => name.startsWith(userSecretPrefix(stackName))) : []

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
