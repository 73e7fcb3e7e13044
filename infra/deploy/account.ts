import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { setTimeout as wait } from 'node:timers/promises'
import { UsageError } from '../command-line.ts'

/** The AWS account to which a deployment goes. */

export type Account = {
  readonly id: string
  /** The ARN of the deployer, such as `arn:aws:iam::123456789012:user/ann`. */
  readonly arn: string
}

/** Milliseconds allowed for finding credentials. Outside AWS, the search for instance metadata would take a minute. */
const longestSearch = 4_000

const noCredentials =
  'No AWS credentials found. Log in (aws sso login, or aws configure) and set AWS_PROFILE if you use a named profile'

/**
 * Finds the deployer's AWS account.
 * @throws UsageError after a few seconds if there are no valid credentials; its message says what to do
 */
export const whoDeploys = (region: string): Promise<Account> =>
  explained(region, async () => {
    const client = new STSClient({ region, maxAttempts: 2 })
    const isFound = await Promise.race([
      client.config.credentials().then(() => true),
      wait(longestSearch, false, { ref: false }),
    ])
    if (!isFound) throw new UsageError(noCredentials)
    const { Account = '', Arn = '' } = await client.send(new GetCallerIdentityCommand({}))
    return { id: Account, arn: Arn }
  })

const named: readonly { readonly name: RegExp; readonly words: string }[] = [
  { name: /CredentialsProviderError/, words: noCredentials },
  {
    name: /Expired|TokenRefreshRequired|RequestTimeTooSkewed/,
    words: 'Your AWS credentials have expired. Log in again (aws sso login), or replace them',
  },
  {
    name: /InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|InvalidSignature|AuthFailure/,
    words:
      'AWS does not know these credentials. Check AWS_PROFILE, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  },
  {
    name: /OptInRequired|SubscriptionRequired/,
    words:
      'This account may not use this region or service yet. Enable the region (console, Account), then run the command again',
  },
]

/**
 * Makes a call to AWS and explains its refusal.
 * @throws UsageError if AWS refuses; its message says what to do
 */
export const explained = async <T>(region: string, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error
    const known = named.find(({ name }) => name.test(error.name))
    if (known) throw new UsageError(known.words)
    if (/AccessDenied|UnauthorizedOperation|NotAuthorized/.test(error.name))
      throw denied(error.message, region)
    throw new UsageError(`AWS did not answer in ${region}: ${error.message}`)
  }
}

const denied = (message: string, region: string) => {
  const [, right] = /perform: ([\w:]+)/.exec(message) ?? []
  return new UsageError(
    [
      right ? `You lack a permission at AWS: ${right}` : 'You lack a permission at AWS',
      `  AWS says   ${message}`,
      'A deployer needs at least this policy. Everything else is done by the roles of cdk bootstrap:',
      JSON.stringify(deployerPolicy(region), null, 2),
    ].join('\n'),
  )
}

/** The minimum policy for the deployer's own user or role. */
const deployerPolicy = (region: string) => ({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: 'sts:AssumeRole', Resource: 'arn:aws:iam::*:role/cdk-hnb659fds-*' },
    {
      Effect: 'Allow',
      Action: [
        'sts:GetCallerIdentity',
        'lambda:GetAccountSettings',
        'ses:GetAccount',
        'ses:GetEmailIdentity',
        'cloudformation:DescribeStacks',
        'cloudformation:DescribeStackEvents',
        // Needed to check that a stage has no admin before --setup-link creates a setup link.
        'cloudformation:ListStackResources',
        // Needed to protect a production stack from deletion after it is deployed.
        'cloudformation:UpdateTerminationProtection',
        // Needed by `npm run destroy` to list the tables and secrets that remain.
        'dynamodb:ListTables',
        'secretsmanager:ListSecrets',
      ],
      Resource: '*',
    },
    {
      Effect: 'Allow',
      Action: 'dynamodb:GetItem',
      Resource: 'arn:aws:dynamodb:*:*:table/Signalpost*-datausers*',
      Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['roster'] } },
    },
    {
      // Needed by `npm run destroy`, because users' secrets belong to no stack.
      Effect: 'Allow',
      Action: 'secretsmanager:DeleteSecret',
      Resource: 'arn:aws:secretsmanager:*:*:secret:Signalpost*/user/*',
    },
    {
      Effect: 'Allow',
      Action: 'ssm:GetParameter',
      Resource: [
        `arn:aws:ssm:${region}:*:parameter/cdk-bootstrap/*`,
        'arn:aws:ssm:us-east-1:*:parameter/cdk-bootstrap/*',
        'arn:aws:ssm:*:*:parameter/Signalpost*/options',
      ],
    },
  ],
})
