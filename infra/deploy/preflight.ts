import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { UsageError } from '../command-line.ts'
import { type DeployArguments, contextOf, mergedFlags } from './deployment.ts'
import { type Flag, optionsFrom } from '../stack/options.ts'
import { stackNameOf, optionsParameter } from '../stack/names.ts'
import { stackStatus } from './stack-events.ts'

/** What AWS is asked before anything is built, so that what must fail fails within seconds and in words. */

export type Preflight = {
  readonly flags: Partial<Record<Flag, string>>
  /** What was found and decided, a line each. */
  readonly said: readonly string[]
  /** The stack is not there yet. */
  readonly isNew: boolean
}

/** Lambda leaves no fewer executions than these to functions that have none of their own. */
const leastForOthers = 100

/** @param executions at once that the account may run, as Lambda says */
export const decideConcurrency = (
  flags: Partial<Record<Flag, string>>,
  executions: number,
): { readonly value: 'yes' | 'no'; readonly said: string } => {
  const { webhookExecutions, executors } = optionsFrom((name) => contextOf(flags)[name])
  const wanted = webhookExecutions + executors
  const fits = executions - wanted >= leastForOthers
  if (flags['reserve-concurrency'] === 'yes' && !fits)
    throw new UsageError(
      `--reserve-concurrency yes needs ${wanted + leastForOthers} concurrent executions, but this account has ${executions}. Ask AWS for more (Service Quotas, Lambda, Concurrent executions) or omit the option`,
    )
  const value = fits && flags['reserve-concurrency'] !== 'no' ? 'yes' : 'no'
  return {
    value,
    said:
      value === 'yes'
        ? `Lambda concurrency: ${executions}, of which ${webhookExecutions} are reserved for the webhook and ${executors} for the executor`
        : `Lambda concurrency: ${executions}, none reserved, so heavy dashboard use can delay alerts`,
  }
}

/** Providers whose domains ask receivers to refuse mail that they did not sign themselves. */
const signsItself = /@(gmail|googlemail|yahoo|ymail|aol|outlook|hotmail|live|icloud|me|gmx|proton)\.[a-z.]+$/i

/** @returns null if there is nothing to warn of */
export const warningOfSender = (mail: string | undefined): string | null =>
  mail !== undefined && signsItself.test(mail)
    ? `SES signs email from ${mail}, not its provider, so most receivers drop it. Reset links and warnings may not arrive. Use an address in your own domain`
    : null

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

/** What SES lets this account send. `sender`: whether it knows the address, and may send from it. */
export type MailState = {
  readonly isSandbox: boolean
  readonly isPaused: boolean
  readonly sender: 'unknown' | 'unconfirmed' | 'confirmed'
}

/** @returns null if the credentials do not allow to ask */
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
 * A sender that SES has from elsewhere is left alone: a new stack that made it too would fail.
 * @param mail the sender's address
 */
export const decideSender = (
  state: MailState | null,
  mail: string,
  isNew: boolean,
): { readonly isVerifiedElsewhere: boolean; readonly said: readonly string[] } => {
  if (state === null)
    return { isVerifiedElsewhere: false, said: ['Could not check SES. Make sure that it can send email'] }
  const isVerifiedElsewhere = isNew && state.sender !== 'unknown'
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

/** A passkey is made for one host: at another it opens nothing. @returns what to know, or null if the site stays */
export const warningOfHost = (
  before: string | undefined,
  after: string | undefined,
  isNew: boolean,
): string | null =>
  isNew || before === after
    ? null
    : `The site moves from ${before ?? 'CloudFront’s host'} to ${after ?? 'CloudFront’s host'}, where existing passkeys will not work. Users without an authenticator app need a recovery code`

/** The options that the stage was last deployed with; none if it never was. */
export const keptFlags = async (region: string, stackName: string): Promise<Partial<Record<Flag, string>>> =>
  JSON.parse((await parameterOf(region, optionsParameter(stackName))) ?? '{}') as Partial<
    Record<Flag, string>
  >

/** @throws UsageError if the deployment could not succeed, with what to do */
export const preflight = async (asked: DeployArguments): Promise<Preflight> => {
  const region = asked.environment.AWS_REGION as string
  const stackName = stackNameOf(asked.given.stage ?? 'production')
  let executions: number
  try {
    const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}))
    executions = AccountLimit?.ConcurrentExecutions ?? 1_000
  } catch (error) {
    if (isNamed(error, 'CredentialsProviderError'))
      throw new UsageError(
        'No AWS credentials found. Log in (aws sso login, or aws configure) and set AWS_PROFILE if you use a named profile',
      )
    throw new UsageError(
      `AWS did not answer in ${region}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if ((await parameterOf(region, '/cdk-bootstrap/hnb659fds/version')) === null)
    throw new UsageError(
      `${region} is not bootstrapped for the CDK. Run once per account and region: npx cdk bootstrap aws://ACCOUNT/${region}`,
    )
  const kept = await keptFlags(region, stackName)
  const merged = mergedFlags(asked, kept)
  // What the account allows may have grown since: only what is said now holds.
  const { 'reserve-concurrency': _, ...others } = merged
  const concurrency = decideConcurrency({ ...others, ...asked.given }, executions)
  const held = (Object.keys(kept) as Flag[]).filter(
    (flag) => flag !== 'reserve-concurrency' && merged[flag] !== undefined && !asked.given[flag],
  )
  const isNew = (await stackStatus(new CloudFormationClient({ region }), stackName)) === null
  const warnings = [warningOfSender(merged.mail), warningOfHost(kept.domain, merged.domain, isNew)]
  const sender = merged.mail
    ? decideSender(await readMailState(region, merged.mail), merged.mail, isNew)
    : null
  return {
    isNew,
    flags: {
      ...merged,
      ...(sender?.isVerifiedElsewhere ? { 'mail-verified': 'yes' } : {}),
      'reserve-concurrency': concurrency.value,
    },
    said: [
      ...(held.length > 0
        ? [`Kept from the last deployment: ${held.map((flag) => `--${flag}`).join(', ')}`]
        : []),
      ...asked.without.map((flag) => `Dropped: --${flag}`),
      concurrency.said,
      ...(sender?.said ?? []),
      ...warnings.flatMap((warning) => warning ?? []),
    ],
  }
}
