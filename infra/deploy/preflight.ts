import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { senderIdentity } from '../stack/stack.ts'
import { reservedBy } from '../stack/functions.ts'
import { type Account, explained, whoDeploys } from './account.ts'
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { UsageError } from '../command-line.ts'
import { type DeployArguments, contextOf, mergedFlags, ownFlags } from './deployment.ts'
import { type Flag, optionsFrom } from '../stack/options.ts'
import { stackNameOf, optionsParameter } from '../stack/names.ts'
import { stackStatus } from './stack-events.ts'

/**
 * The result of checking AWS before a build. If a deployment cannot succeed, the checks fail within seconds and explain
 * why.
 */

export type Preflight = {
  readonly flags: Partial<Record<Flag, string>>
  /** Findings and decisions, one per line. */
  readonly said: readonly string[]
  /** Whether the stack does not exist yet. */
  readonly isNew: boolean
  readonly account: Account
}

/** Number of executions that Lambda requires to stay unreserved. */
export const leastForOthers = 100

/** Concurrent executions that these options reserve. */
const wantedBy = (flags: Partial<Record<Flag, string>>): number =>
  Object.values(reservedBy(optionsFrom((name) => contextOf(flags)[name]))).reduce(
    (all, each) => all + each,
    0,
  )

/** Concurrent executions: the account's limit, the unreserved number, and the number that this stage has reserved. */
export type Executions = {
  readonly all: number
  readonly unreserved?: number | undefined
  readonly own: number
}

const askForMore =
  'Ask AWS for more: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000'

/**
 * Decides whether executions are reserved.
 * @param flags the options of this command merged with the stored options
 * @param given the options of this command; if one of them cannot be met, an error is thrown
 * @throws UsageError if the account cannot provide what is requested
 */
export const decideConcurrency = (
  flags: Partial<Record<Flag, string>>,
  given: Partial<Record<Flag, string>>,
  { all, unreserved = all, own }: Executions,
): { readonly value: 'yes' | 'no'; readonly said: string } => {
  const { webhookExecutions, executors } = optionsFrom((name) => contextOf(flags)[name])
  const wanted = wantedBy(flags)
  // Executions that other functions have reserved are not available.
  const free = unreserved + own
  const fits = free - wanted >= leastForOthers
  const asks = (['reserve-concurrency', 'webhook-executions', 'executors'] as const).filter(
    (flag) => given[flag] !== undefined && given[flag] !== 'no',
  )
  if (asks.length > 0 && given['reserve-concurrency'] !== 'no' && !fits)
    throw new UsageError(
      `${asks.map((flag) => `--${flag} ${given[flag]}`).join(' ')} needs ${wanted + leastForOthers} concurrent executions, but this account has ${free}. ${askForMore}`,
    )
  // A "no" from the last deployment does not apply here, because the account's limit may have grown.
  const value = fits && given['reserve-concurrency'] !== 'no' ? 'yes' : 'no'
  return {
    value,
    said:
      value === 'yes'
        ? `Lambda concurrency: ${free}, of which ${webhookExecutions} are reserved for the webhook and ${executors} for the executor`
        : `Lambda concurrency: ${free}, none reserved, so heavy dashboard use can delay alerts. ${askForMore}`,
  }
}

/** Domains of email providers that tell receivers to reject email without the provider's signature. */
const signsItself = /@(gmail|googlemail|yahoo|ymail|aol|outlook|hotmail|live|icloud|me|gmx|proton)\.[a-z.]+$/i

export const warningOfSender = (mail: string | undefined): readonly string[] =>
  mail !== undefined && signsItself.test(mail)
    ? [
        `SES signs email from ${mail}, not its provider, so most receivers drop it. Reset links and warnings may not arrive. Use an address in your own domain`,
      ]
    : []

const isNamed = (error: unknown, ...names: string[]) => error instanceof Error && names.includes(error.name)

const parameterOf = async (region: string, Name: string): Promise<string | null> => {
  try {
    const { Parameter } = await new SSMClient({ region }).send(new GetParameterCommand({ Name }))
    return Parameter?.Value ?? null
  } catch (error) {
    if (isNamed(error, 'ParameterNotFound')) return null
    throw error
  }
}

/** What SES allows this account to send. `sender` says whether SES has the address, and whether it is confirmed. */
export type MailState = {
  readonly isSandbox: boolean
  readonly isPaused: boolean
  readonly sender: 'unknown' | 'unconfirmed' | 'confirmed'
}

/**
 * Reads the state of SES.
 * @returns null if the credentials lack the permission
 */
const readMailState = async (region: string, mail: string): Promise<MailState | null> => {
  const client = new SESv2Client({ region })
  try {
    const account = await client.send(new GetAccountCommand({}))
    const identity = await client
      .send(new GetEmailIdentityCommand({ EmailIdentity: mail }))
      .catch((error: unknown) => {
        if (isNamed(error, 'NotFoundException')) return null
        throw error
      })
    return {
      isSandbox: account.ProductionAccessEnabled !== true,
      isPaused: account.SendingEnabled === false,
      sender: identity === null ? 'unknown' : identity.VerifiedForSendingStatus ? 'confirmed' : 'unconfirmed',
    }
  } catch (error) {
    if (isNamed(error, 'AccessDeniedException', 'AccessDenied')) return null
    throw error
  }
}

/**
 * Decides whether the stack creates the sender in SES. A sender that already exists in SES is not created again,
 * because that would fail.
 * @param mail the sender in SES: an address or a domain
 * @param isOther whether the stack is new or had another sender before
 */
export const decideSender = (
  state: MailState | null,
  mail: string,
  isOther: boolean,
): { readonly isVerifiedElsewhere: boolean; readonly said: readonly string[] } => {
  if (state === null)
    return { isVerifiedElsewhere: false, said: ['Could not check SES. Make sure that it can send email'] }
  const isVerifiedElsewhere = isOther && state.sender !== 'unknown'
  return {
    isVerifiedElsewhere,
    said: [
      ...(isVerifiedElsewhere ? [`${mail} already exists in SES and is left unchanged`] : []),
      ...(state.sender === 'unconfirmed'
        ? [`${mail} is not verified yet. Open the link that AWS emailed to it`]
        : []),
      ...(state.isPaused
        ? ['SES has paused sending for this account. No email is sent until AWS lifts the pause']
        : []),
      ...(state.isSandbox
        ? ['SES is in the sandbox. Until AWS moves it out, email reaches only verified addresses']
        : []),
    ],
  }
}

/**
 * Warns if the site moves to another host. Passkeys work only on the host for which they were created, and the webhook
 * URL at TradingView contains the host.
 * @returns no warnings if the host stays the same
 */
export const warningsOfHost = (
  before: string | undefined,
  after: string | undefined,
  isNew: boolean,
): readonly string[] =>
  isNew || before === after
    ? []
    : [
        `The site moves from ${before ?? 'CloudFront’s host'} to ${after ?? 'CloudFront’s host'}, where existing passkeys will not work. Users without an authenticator app need a recovery code`,
        ...(before === undefined
          ? []
          : [
              `Every TradingView alert still calls ${before}. Change the webhook URL in each alert first, or it no longer trades`,
            ]),
      ]

/** Reads the options of the stage's last deployment; empty if it was never deployed. */
export const keptFlags = async (region: string, stackName: string): Promise<Partial<Record<Flag, string>>> =>
  JSON.parse((await parameterOf(region, optionsParameter(stackName))) ?? '{}') as Partial<
    Record<Flag, string>
  >

/** AWS regions, including those that an account must enable first. */
const allRegions =
  'us-east-1 us-east-2 us-west-1 us-west-2 ca-central-1 sa-east-1 eu-west-1 eu-west-2 eu-west-3 eu-central-1 eu-north-1 ap-south-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-southeast-1 ap-southeast-2 ap-southeast-5 mx-central-1'.split(
    ' ',
  )

/**
 * Returns another region in which this stage exists; null if there is none. This prevents a second copy of the stage if
 * the user forgets --region.
 */
const regionElsewhere = async (region: string, stackName: string): Promise<string | null> => {
  const others = allRegions.filter((each) => each !== region)
  const found = await Promise.all(
    // A region that fails to respond or is not enabled is treated as empty.
    others.map((each) => parameterOf(each, optionsParameter(stackName)).catch(() => null)),
  )
  return others.find((_, index) => found[index] !== null) ?? null
}

/** @throws UsageError if the CDK is not bootstrapped in the region */
const requireBootstrap = async (account: string, region: string) => {
  if ((await parameterOf(region, '/cdk-bootstrap/hnb659fds/version')) === null)
    throw new UsageError(
      `${region} is not bootstrapped for the CDK. Run once per account and region: npx cdk bootstrap aws://${account}/${region}`,
    )
}

/**
 * Checks whether the deployment can succeed.
 * @throws UsageError if it cannot; its message says what to do
 */
export const preflight = async (asked: DeployArguments): Promise<Preflight> => {
  const region = asked.environment.AWS_REGION as string
  const account = await whoDeploys(region)
  return explained(region, () => check(asked, account, region))
}

const check = async (asked: DeployArguments, account: Account, region: string): Promise<Preflight> => {
  const stackName = stackNameOf(asked.given.stage ?? 'production')
  const { AccountLimit = {} } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}))
  await requireBootstrap(account.id, region)
  const kept = await keptFlags(region, stackName)
  const merged = mergedFlags(asked, kept)
  const { domain } = optionsFrom((name) => contextOf(merged)[name])
  if (domain && 'zone' in domain) await requireBootstrap(account.id, 'us-east-1')
  const status = await stackStatus(new CloudFormationClient({ region }), stackName)
  if (status === 'UPDATE_ROLLBACK_FAILED' || status?.endsWith('_IN_PROGRESS'))
    throw new UsageError(
      `${stackName} is in ${status} and can’t be updated. ${status.endsWith('PROGRESS') ? 'Wait until it has ended' : 'docs/runbook.md, Stack in UPDATE_ROLLBACK_FAILED, says how to repair it'}`,
    )
  const isNew = status === null
  const isKnownHere = !isNew || Object.keys(kept).length > 0
  const elsewhere = isKnownHere ? null : await regionElsewhere(region, stackName)
  if (elsewhere !== null)
    throw new UsageError(
      `${stackName} is already in ${elsewhere}. Add --region ${elsewhere} to update it. For another one beside it, add --stage NAME`,
    )
  const concurrency = decideConcurrency(merged, asked.given, {
    all: AccountLimit.ConcurrentExecutions ?? 1_000,
    unreserved: AccountLimit.UnreservedConcurrentExecutions,
    own: isNew || kept['reserve-concurrency'] !== 'yes' ? 0 : wantedBy(kept),
  })
  const held = (Object.keys(kept) as Flag[]).filter(
    (flag) =>
      ownFlags.includes(flag) &&
      flag !== 'reserve-concurrency' &&
      merged[flag] !== undefined &&
      !asked.given[flag],
  )
  const sender = merged.mail ? await checkSender(merged, kept, { region, isNew }) : null
  return {
    isNew,
    account,
    flags: {
      ...merged,
      ...(sender ? { 'mail-verified': asked.given['mail-verified'] ?? sender.mailVerified } : {}),
      'reserve-concurrency': concurrency.value,
    },
    said: [
      `Account ${account.id}, as ${account.arn.split(':').at(-1)}`,
      ...(held.length > 0
        ? [`Kept from the last deployment: ${held.map((flag) => `--${flag}`).join(', ')}`]
        : []),
      ...asked.without.map((flag) => `Dropped: --${flag}`),
      concurrency.said,
      ...(sender?.said ?? []),
      ...(warningOfSender(merged.mail) ?? []),
      ...warningsOfHost(kept.domain, merged.domain, isNew),
    ],
  }
}

/** Reads the sender's state in SES, and decides whether the stack creates the sender. */
const checkSender = async (
  merged: Partial<Record<Flag, string>>,
  kept: Partial<Record<Flag, string>>,
  { region, isNew }: { readonly region: string; readonly isNew: boolean },
) => {
  const mail = merged.mail as string
  const identityOf = (flags: Partial<Record<Flag, string>>) =>
    senderIdentity(flags.mail ?? mail, optionsFrom((name) => contextOf(flags)[name]).domain)
  const identity = identityOf(merged)
  // Addresses in the domain's own zone share one sender identity, so another address does not change the identity.
  const isOther = isNew || identity !== identityOf(kept)
  const { isVerifiedElsewhere, said } = decideSender(await readMailState(region, identity), identity, isOther)
  return {
    mailVerified: isVerifiedElsewhere ? 'yes' : isOther ? 'no' : (kept['mail-verified'] ?? 'no'),
    said: [
      ...said,
      ...(mail !== (kept.mail ?? mail)
        ? [
            `Email now comes from ${mail}, which also receives alarms once it confirms the subscription that AWS emails`,
          ]
        : []),
    ],
  }
}
