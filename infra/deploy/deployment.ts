import { onlyKnown, parseOptions, UsageError } from '../command-line.ts'
import { type Flag, flags, type OptionInWords, optionsFrom } from '../stack/options.ts'
import { stackNameOf, userSecretPrefix } from '../stack/names.ts'

export type Command = 'deploy' | 'destroy'

const endpoint: OptionInWords = {
  takes: 'URL',
  otherwise: 'AWS',
  means: 'another endpoint that implements the AWS APIs (or set AWS_ENDPOINT_URL)',
}
/** Options of each command, in addition to the options of the stack. */
const ownOptions = {
  deploy: {
    version: {
      takes: 'COMMIT',
      otherwise: 'the files here',
      means: 'deploy this commit of git instead, to go back to it',
    },
    without: { takes: 'OPTION', means: 'drop an option kept from the last deployment; repeatable' },
    'setup-link': {
      means: 'print a new setup link, if the first one is lost. Refused once there is an admin',
    },
    yes: { means: 'do not ask for confirmation' },
    endpoint,
  },
  destroy: {
    confirm: { takes: 'NAME', means: 'the stack’s name, instead of typing it when asked' },
    endpoint,
  },
} as const satisfies Record<Command, Readonly<Record<string, OptionInWords>>>

type OptionOfHelp = { readonly option: string; readonly usual: string; readonly means: string }

/** Lists every option of a command with its description, in the order of the help. */
const optionsOf = (command: Command): readonly OptionOfHelp[] =>
  Object.entries<Partial<OptionInWords & { readonly context: string }>>({
    ...flags,
    ...(ownOptions[command] as Readonly<Record<string, OptionInWords>>),
  }).flatMap(([name, { takes, usual, otherwise = '', means }]) =>
    means === undefined
      ? []
      : [{ option: `--${name}${takes === undefined ? '' : ` ${takes}`}`, usual: usual ?? otherwise, means }],
  )

/** Formats the table of options for docs/deploy.md. */
export const optionsTable = (): readonly string[] => [
  '| option | default | meaning |',
  ...optionsOf('deploy').map(
    ({ option, usual, means }) => `| \`${option}\` | ${usual} | ${means.replaceAll(/--[a-z-]+/g, '`$&`')} |`,
  ),
]

const whatDestroyDoes = `Deletes the site, the API and its webhook, all Lambdas, queues with the alerts in them, logs and alarms. Alerts stop
trading, also to close positions. Open positions and orders stay at IG.
Of the stage production, tables and secrets stay. Of any other stage they go too: users, settings, instruments, logs, journals and
IG credentials.

`

export const helpOf = (
  command: Command,
) => `npm run ${command} -- ${command === 'deploy' ? '--mail you@example.com ' : ''}[options]

${command === 'destroy' ? whatDestroyDoes : ''}Options you leave out keep their values from the stage’s last deployment.

${optionsOf(command)
  .map(
    ({ option, usual, means }) =>
      `  ${option.padEnd(28)}${means}${usual === '' ? '' : ` (default: ${usual})`}`,
  )
  .join('\n')}`

export type CdkCall = {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly stackName: string
  readonly stage: string
  readonly region: string
}

/** The options that users give. The commands set the other options. */
export const ownFlags: readonly Flag[] = (Object.keys(flags) as Flag[]).filter(
  (flag) => 'means' in flags[flag],
)

/** The CDK requires credentials even if the endpoint does not check them. */
const anyCredentials = { AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' }

/** The parsed arguments of a command. */
export type DeployArguments = {
  readonly given: Partial<Record<Flag, string>>
  /** Options of the last deployment that no longer apply. */
  readonly without: readonly Flag[]
  readonly yes: boolean
  /** The commit to deploy. If it is undefined, the files in this folder are deployed. */
  readonly version: string | undefined
  /** Whether to create a new setup link. */
  readonly setupLink: boolean
  /** The name of the stack to delete, given with --confirm. */
  readonly confirm: string | undefined
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Reads the arguments of a command.
 * @throws UsageError with a message for the user
 */
export const readAsked = (
  command: Command,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): DeployArguments => {
  const { values } = parseOptions({
    args: [...args],
    options: {
      ...(Object.fromEntries([...ownFlags, 'endpoint'].map((name) => [name, { type: 'string' }])) as Record<
        Flag | 'endpoint',
        { type: 'string' }
      >),
      ...(command === 'deploy'
        ? ({
            without: { type: 'string', multiple: true },
            yes: { type: 'boolean' },
            'setup-link': { type: 'boolean' },
            version: { type: 'string' },
          } as const)
        : ({ confirm: { type: 'string' } } as const)),
    },
  })
  const {
    endpoint,
    without = [],
    yes = false,
    'setup-link': setupLink = false,
    confirm,
    version,
    ...given
  } = values as Partial<Record<Flag | 'endpoint' | 'confirm' | 'version', string>> & {
    without?: string[]
    yes?: boolean
    'setup-link'?: boolean
  }
  const at = endpoint ?? environment.AWS_ENDPOINT_URL
  const { region } = optionsFrom((name) =>
    name === 'region' ? given.region : name === 'stage' ? given.stage : undefined,
  )
  return {
    given,
    without: onlyKnown('option', without, ownFlags),
    yes,
    setupLink,
    confirm,
    version,
    environment: {
      AWS_REGION: region,
      ...(at ? { AWS_ENDPOINT_URL: at } : {}),
      ...(at && !environment.AWS_ACCESS_KEY_ID && !environment.AWS_PROFILE ? anyCredentials : {}),
    },
  }
}

/**
 * Merges the given options with those of the stage's last deployment, except for options that were dropped with
 * --without.
 */
export const mergedFlags = (
  { given, without }: Pick<DeployArguments, 'given' | 'without'>,
  kept: Partial<Record<Flag, string>>,
): Partial<Record<Flag, string>> => {
  const contradiction = without.find((flag) => given[flag] !== undefined)
  if (contradiction)
    throw new UsageError(`--${contradiction} and --without ${contradiction} cannot be combined`)
  const held = Object.entries(kept).filter(([flag]) => !without.includes(flag as Flag))
  return { ...Object.fromEntries(held), ...given }
}

/** Converts flags to CDK context. */
export const contextOf = (given: Partial<Record<Flag, string>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(flags).map(([flag, { context }]) => [context, given[flag as Flag]]))

/**
 * Creates the CDK command line of a deployment or deletion.
 * @param outputsFile file to which the CDK writes the stack's outputs
 * @throws UsageError with a message for the user
 */
export const cdkCall = (
  command: Command,
  given: Partial<Record<Flag, string>>,
  environment: Readonly<Record<string, string>>,
  outputsFile: string,
): CdkCall => {
  if (command === 'deploy' && !given.mail?.includes('@'))
    throw new UsageError(
      '--mail is required: npm run deploy -- --mail you@example.com (add --mail-verified yes if SES already has it)',
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
type Outputs = Readonly<Record<string, string>>

/**
 * How the user gets the setup link. The link is printed only to a terminal, because the first user of the link becomes
 * an admin, and logs of automated deployments may be public.
 */
export type SetupLink = { readonly link: string } | { readonly file: string }

const setupLinkInWords = (setup: SetupLink): string =>
  'link' in setup
    ? `
Setup link: the first user who registers with it becomes the admin. It does nothing once there is an admin. Keep it to yourself.
  ${setup.link}
`
    : `
Setup link: not printed, since this output is not a terminal and others may read it. It is in
  ${setup.file}
To get another one, run npm run deploy -- --setup-link in a terminal.
`

/** @param setup null if no setup link was created */
export const deployed = (outputs: Outputs, setup: SetupLink | null) => `
Signalpost is deployed.

  Site     ${outputs.SiteUrl}
  Webhook  ${outputs.WebhookUrl}
  CloudFront  ${outputs.CloudFrontHost}
  Version  ${outputs.Version}
${setup === null ? '' : setupLinkInWords(setup)}`

/** The user's next steps after the first deployment. */
export const firstSteps = (
  { stackName, region }: Pick<CdkCall, 'stackName' | 'region'>,
  mail: string,
) => `First steps
  1. ${mail} gets two emails from AWS. Confirm the sender address (SES) and the alarm subscription (SNS).
     With --mail-verified yes, or an address in the domain’s zone, only the second comes.
  2. Open the setup link and register: this account becomes an admin. Set up a second factor on the Account page:
     the admin pages and LIVE need one. Then turn registration off in App settings.
  3. Save the IG credentials in Settings, demo first, and paste the alert from Help into TradingView.
  4. A new AWS account can only email verified addresses. To add more users, ask AWS to move SES out of the sandbox.
  5. Check that alarms reach you. This should send one email now, and an all-clear a few minutes later:
     aws cloudwatch set-alarm-state --region ${region} --alarm-name ${stackName}-throttles --state-value ALARM --state-reason test

If an alarm fires: docs/runbook.md.`

/** Names of the tables and secrets that remain after a stack was deleted. */
export type Leftovers = { readonly tables: readonly string[]; readonly secrets: readonly string[] }

/**
 * All tables and secrets of an AWS account. `madeBy` is the stack that created the secret, if CloudFormation created
 * it.
 */
export type StoredOptions = {
  readonly tables: readonly string[]
  readonly secrets: readonly { readonly name: string; readonly madeBy: string | undefined }[]
}
export const leftoversOf = (stackName: string, { tables, secrets }: StoredOptions): Leftovers => ({
  // CloudFormation names a table after the stack and the construct, and adds a suffix.
  tables: tables.filter((name) => name.startsWith(`${stackName}-data`)),
  secrets: secrets
    .filter(({ name, madeBy }) => madeBy === stackName || name.startsWith(userSecretPrefix(stackName)))
    .map(({ name }) => name),
})

/**
 * Lists the users' secrets of a deleted stack. The list is empty if the deletion failed and one of the stack's tables
 * remains.
 */
export const ownerlessSecrets = (stackName: string, { tables, secrets }: Leftovers, deleted: boolean) =>
  deleted || tables.length === 0 ? secrets.filter((name) => name.startsWith(userSecretPrefix(stackName))) : []

/**
 * Explains a failed deployment if CloudFormation reports no failed resource or could not be reached.
 * @param explanation the meaning of the CDK's last output; null if unknown
 */
export const failedDeployment = (
  { stackName, region }: Pick<CdkCall, 'stackName' | 'region'>,
  explanation: string | null,
) => {
  const events = `  aws cloudformation describe-stack-events --region ${region} --stack-name ${stackName} --output table`
  return explanation === null
    ? [
        `${stackName} was not deployed, and CloudFormation reports no failed resource. The lines above are the CDK’s last.`,
        events,
        'Then run the same command again.',
      ].join('\n')
    : [
        `The deployment of ${stackName} ended early. The lines above are the CDK’s last.`,
        explanation,
        'What CloudFormation has done:',
        events,
      ].join('\n')
}

/** Lists what will be deleted with this stack, before the user confirms the deletion. */
export const whatGoes = (
  { stackName, region, stage }: Pick<CdkCall, 'stackName' | 'region' | 'stage'>,
  account: string,
  { WebhookUrl = 'the webhook' }: Outputs,
): string =>
  [
    `${stackName} in ${region}, account ${account}`,
    'This deletes:',
    `  ${WebhookUrl}, which TradingView alerts call. They stop trading, also to close positions.`,
    '  the site, the API, all Lambdas, queues with the alerts in them, logs, alarms',
    stage === 'production'
      ? 'Tables and secrets stay. A new deployment does not use them unless you tell it to: docs/runbook.md, Stage destroyed by mistake.'
      : '  all tables and every user’s secret: users, settings, instruments, logs, journals, IG credentials',
  ].join('\n')

/** Tells the user what to do about a failed deletion. */
export const unfinished = ({ stackName, region }: Pick<CdkCall, 'stackName' | 'region'>) =>
  [
    `${stackName} was not completely deleted. If the lines above do not show why, run:`,
    `  aws cloudformation describe-stack-events --region ${region} --stack-name ${stackName} --output text \\`,
    `    --query "StackEvents[?ResourceStatus=='DELETE_FAILED'].[LogicalResourceId,ResourceStatusReason]"`,
    'If a bucket is not empty, a log arrived late. Empty it: aws s3 rm --recursive s3://<bucket>',
    'Then run the same command again. It continues where this one stopped.',
  ].join('\n')

export const farewell = ({ tables, secrets }: Leftovers): string => {
  if (tables.length + secrets.length === 0) return 'Nothing was kept.'
  return [
    'Kept, because it is production data:',
    ...tables.map((name) => `  table   ${name}`),
    ...secrets.map((name) => `  secret  ${name}`),
    'Tables cost what they store; each secret costs 0.40 USD a month. To restore the data, see docs/runbook.md.',
    'To delete a table for good, turn off its deletion protection first:',
    '  aws dynamodb update-table --no-deletion-protection-enabled --table-name <table>',
    '  aws dynamodb delete-table --table-name <table>',
    '  aws secretsmanager delete-secret --secret-id <secret>',
  ].join('\n')
}
