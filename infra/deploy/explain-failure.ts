import type { CdkCall } from './deployment.ts'
import type { Failure } from './stack-events.ts'

type Explanation = { readonly means: string; readonly act: string }

const again = 'Run the same command again'

/** AWS's words for a control plane that was asked for too much at once. DynamoDB calls that a limit; no quota is used up. */
const throttled =
  /too ?many ?requests|rate exceeded|throttl|status code: 429|reduce your request rate|Subscriber limit exceeded|(created|creates), updated,? or deleted simultaneously|limit to the number of concurrent/i

/** What AWS says when a deployment fails, what that means here, and what to do. The first that fits counts. */
const explanations: readonly {
  readonly reason: RegExp
  readonly type?: RegExp
  readonly explanation: Explanation
}[] = [
  {
    reason: /account must be verified/i,
    explanation: {
      means: 'AWS must verify a new account before it can use CloudFront',
      act: 'Write to AWS Support (Account and billing, Account, Activation) that you want to use CloudFront, wait for their answer, then run the same command again',
    },
  },
  {
    reason:
      /Bootstrap stack version .* lower than|requires bootstrap stack version|bootstrap stack is too old/i,
    explanation: {
      means: 'the CDK’s bootstrap stack of this region is too old',
      act: 'Run npx cdk bootstrap for this account and region, then run the same command again',
    },
  },
  {
    reason:
      /cdk-bootstrap\/\w+\/version|has the environment been bootstrapped|toolkit stack must be deployed/i,
    explanation: {
      means: 'the region was never prepared for the CDK, or its bootstrap stack is gone',
      act: 'Run npx cdk bootstrap for this account and region, then run the same command again',
    },
  },
  {
    reason: /could not be used to assume|could not assume role|Need to perform AWS calls for account/i,
    explanation: {
      means: 'your AWS user may not take the roles that the CDK’s bootstrap made, or is of another account',
      act: 'Allow sts:AssumeRole on arn:aws:iam::*:role/cdk-hnb659fds-*, or log in to the account that you mean',
    },
  },
  {
    reason: /security token.*(invalid|expired)|ExpiredToken|token (has|is) expired|Signature expired/i,
    explanation: {
      means: 'your login at AWS ended during the deployment. CloudFormation goes on without you',
      act: 'Log in again and run the same command again once CloudFormation is done',
    },
  },
  {
    reason: /TerminationProtection|protected against deletion|deletion protection/i,
    explanation: {
      means: 'what this would delete is protected, because it may hold users’ data',
      act: 'Check what would go. If it may go, turn the protection of that resource off first, then run the same command again',
    },
  },
  {
    reason: /bucket .*(is )?not empty|BucketNotEmpty/i,
    explanation: {
      means: 'a bucket that goes still holds files: a log that came late',
      act: 'Empty it (aws s3 rm --recursive s3://<bucket>), then run the same command again',
    },
  },
  {
    reason: /Maximum policy size of|LimitExceeded.*PolicySize|quota for PolicySize/i,
    explanation: {
      means: 'the policies of a role are longer than AWS allows',
      act: 'Choose a shorter --stage. If that does not help, report it with AWS’s text: it is a fault of this version',
    },
  },
  {
    reason: /quota for (Roles|Policies|Groups|InstanceProfiles)|RolesPerAccount/i,
    explanation: {
      means: 'the account has as many IAM roles or policies as AWS allows',
      act: 'Remove roles that nothing uses, or ask for more (console, Service Quotas, IAM), then run the same command again',
    },
  },
  {
    reason:
      /conflicting (conditional )?operation|update is in progress|operation cannot be performed at this time|ConcurrentModification|OperationAborted|another operation is in progress/i,
    explanation: {
      means:
        'AWS was still busy with an earlier change of the same resource; nothing is wrong with the deployment',
      act: again,
    },
  },
  {
    reason: /explicit deny in a service control policy|service control polic/i,
    explanation: {
      means: 'your organisation forbids this in the account',
      act: 'Ask the admins of the AWS organisation to allow the action and region that AWS names',
    },
  },
  {
    reason: /hook\(?s?\)? (has )?failed|failed hook/i,
    explanation: {
      means: 'a CloudFormation hook of your organisation refused the resource',
      act: 'Ask the admins of the AWS organisation for an exception for this stack',
    },
  },
  {
    reason: /UnreservedConcurrentExecution/i,
    explanation: {
      means: 'the account’s Lambda concurrency is too low to reserve any',
      act: 'Run the same command with --reserve-concurrency no, or ask AWS for more first (Service Quotas, Lambda, Concurrent executions)',
    },
  },
  {
    reason: /CNAMEAlreadyExists|associated with the CNAME|alternate domain name/i,
    explanation: {
      means: 'another CloudFront distribution, possibly in another account, already uses this domain',
      act: 'Remove the domain from that distribution, or choose another with --domain',
    },
  },
  {
    reason: /Certificate Authority Authentication|CAA/,
    type: /Certificate/,
    explanation: {
      means: 'a CAA record of the domain does not allow Amazon to issue certificates',
      act: 'Add a CAA record for amazon.com to the domain, then run the same command again',
    },
  },
  {
    reason: /No hosted zone found|hosted ?zone.*not (found|exist)/i,
    explanation: {
      means: 'there is no Route 53 zone with this ID in the account',
      act: 'Check --hosted-zone-id (console, Route 53, Hosted zones)',
    },
  },
  {
    reason: /resource record set.*already exists/i,
    explanation: {
      means: 'the domain’s zone already has a record of this name',
      act: 'Remove the record from the zone if nothing needs it, or choose another --domain',
    },
  },
  {
    reason: /scheduled for deletion/i,
    type: /Secret/,
    explanation: {
      means: 'a secret of this name was deleted, and AWS keeps the name for up to 30 days',
      act: 'Restore it (aws secretsmanager restore-secret), or choose another --stage',
    },
  },
  {
    reason: /already exists/i,
    type: /^AWS::SES::/,
    explanation: {
      means: 'this sender already exists in SES, outside this stack',
      act: 'Run the same command with --mail-verified yes',
    },
  },
  {
    reason: /already (exists|owned)|BucketAlready/i,
    explanation: {
      means: 'a resource outside this stack already has this name, usually left by an earlier deployment',
      act: 'Find it in the console under the name that AWS gives. Remove it if nothing needs it, or choose another --stage. Do not delete a table or secret: it may hold users’ data',
    },
  },
  {
    reason: /cannot be (updated|deleted) as it is in use by|Export .* in use/i,
    explanation: {
      means: 'another stack still uses what this update changes',
      act: 'Run npm run deploy again without --without. If it was a domain, remove that option in a deployment of its own',
    },
  },
  {
    reason: /UPDATE_ROLLBACK_FAILED|_IN_PROGRESS state and can ?not be updated/i,
    explanation: {
      means: 'an earlier update of this stack has not ended',
      act: 'Wait until it has ended. If it is UPDATE_ROLLBACK_FAILED: docs/runbook.md, Stack in UPDATE_ROLLBACK_FAILED',
    },
  },
  {
    reason: /kms|customer master key|key .*(disabled|pending deletion)/i,
    explanation: {
      means: 'AWS may not use the encryption key of this resource',
      act: 'Enable the key, or allow the deployment’s role to use it (console, KMS, Customer managed keys)',
    },
  },
  {
    reason:
      /not subscribed|OptInRequired|not (enabled|supported|available) in (this|the|your)? ?region|Unrecognized resource type/i,
    explanation: {
      means: 'the service does not exist in this region, or the account has not enabled the region',
      act: 'Enable the region (console, Account), or choose another with --region',
    },
  },
  {
    reason: /role defined for the function cannot be assumed|Invalid principal/i,
    explanation: {
      means: 'a role that was just made is not known everywhere yet; nothing is wrong with the deployment',
      act: again,
    },
  },
  {
    reason: /enable logging|Log destination|resource policy.*logs/i,
    explanation: {
      means:
        'API Gateway may not write its log: the account’s policies for log delivery are full, or were changed',
      act: 'Remove unused policies (aws logs describe-resource-policies; AWS allows ten), then run the same command again',
    },
  },
  {
    reason: /not authorized|access ?denied|is not allowed/i,
    explanation: {
      means: 'your AWS user, or the role that the CDK was bootstrapped with, lacks a permission',
      act: 'Add the permission that AWS names, or deploy as a user who has it',
    },
  },
  {
    reason: /stabili[sz]e|validation|timed? ?out|exceeded attempts/i,
    type: /Certificate/,
    explanation: {
      means: 'the certificate was not validated in time: its DNS records are not public',
      act: 'Check that the domain’s name servers are those of the hosted zone, then run the same command again',
    },
  },
  {
    reason: /MemorySize.*less than or equal to/i,
    explanation: {
      means: 'a new AWS account may give Lambdas only 3,008 MB of memory',
      act: 'Ask AWS Support for 10,240 MB of Lambda memory, then run the same command again',
    },
  },
  {
    reason: throttled,
    type: /^AWS::ApiGatewayV2::/,
    explanation: {
      means:
        'API Gateway makes about ten changes a second for an account, and was asked for more. This is no quota that AWS could raise, and nothing is wrong with the deployment',
      act: again,
    },
  },
  {
    reason: throttled,
    explanation: {
      means: 'AWS was asked too much at once; nothing is wrong with the deployment',
      act: again,
    },
  },
  {
    reason: /limit ?exceeded|exceeds? the (maximum|limit)|too many|quota|maximum number|reached the maximum/i,
    explanation: {
      means: 'a quota of this account is used up',
      act: 'Ask for more (console, Service Quotas) or remove what is not needed, then run the same command again',
    },
  },
  {
    reason:
      /InvalidationCompleted|exceeded attempts|internal (failure|error)|service unavailable|ServiceUnavailable/i,
    explanation: {
      means: 'AWS was slow or busy; nothing is wrong with the deployment',
      act: again,
    },
  },
]

const unknown: Explanation = {
  means: 'not known to this command, which does not guess',
  act: 'Fix what AWS reports, and run the same command again. What happened around it: console, CloudFormation, the stack, Events',
}

const knownExplanation = ({ reason, type }: Pick<Failure['first'], 'reason' | 'type'>) =>
  explanations.find((each) => each.reason.test(reason) && (each.type?.test(type) ?? true))?.explanation

export const explanationOf = (first: Failure['first']): Explanation => knownExplanation(first) ?? unknown

/**
 * The same for what the CDK itself says if CloudFormation knows of no failed resource.
 * @param output the CDK's last lines
 * @returns null if it is not known: then the lines speak for themselves
 */
export const explainCdkOutput = (output: string): string | null => {
  const known = knownExplanation({ reason: output, type: '' })
  return known ? [`  Cause      ${known.means}`, `  Fix        ${known.act}`].join('\n') : null
}

/** What runs after an update that failed. */
const runningAfter = (
  { stackName, region }: Pick<CdkCall, 'stackName' | 'region'>,
  status: string,
): readonly string[] =>
  status.startsWith('UPDATE_ROLLBACK_FAILED')
    ? [
        'AWS could not take the update back: the stack may be half old and half new. docs/runbook.md, Stack in UPDATE_ROLLBACK_FAILED:',
        `  aws cloudformation continue-update-rollback --region ${region} --stack-name ${stackName}`,
      ]
    : ['The version before still runs. AWS has taken this update back, and no alert was lost.']

/**
 * A failed deployment in words: the resource, AWS's reason, what it means, what to do, and what was left behind.
 * @param after the stack's status if it was an update; null if the stack is new
 */
export const explainFailure = (
  call: Pick<CdkCall, 'stackName' | 'region'>,
  { first, leftBehind }: Failure,
  after: string | null = null,
): string => {
  const { stackName, region } = call
  const { means, act } = explanationOf(first)
  return [
    after === null ? `${stackName} was not deployed.` : `${stackName} was not updated.`,
    `  Resource   ${first.id} (${first.type})`,
    `  AWS says   ${first.reason}`,
    `  Cause      ${means}`,
    `  Fix        ${act}`,
    ...(after === null ? [] : runningAfter(call, after)),
    ...(leftBehind.length > 0
      ? [
          'Left behind, because resources that hold data are never deleted automatically. Nothing uses them; the secret costs 0.40 USD a month:',
          ...leftBehind.flatMap((event) => removalOf(event, region)),
        ]
      : after === null
        ? ['Nothing was left behind.']
        : []),
  ].join('\n')
}

/** How one thing that was left behind is removed. */
const removalOf = ({ type, physicalId, id }: Failure['first'], region: string): string[] => {
  const name = physicalId || id
  switch (type) {
    case 'AWS::DynamoDB::Table':
    case 'AWS::DynamoDB::GlobalTable':
      return [
        `  table ${name}`,
        `    aws dynamodb update-table --region ${region} --no-deletion-protection-enabled --table-name ${name}`,
        `    aws dynamodb delete-table --region ${region} --table-name ${name}`,
      ]
    case 'AWS::SecretsManager::Secret':
      return [
        `  secret ${name}`,
        `    aws secretsmanager delete-secret --region ${region} --secret-id ${name}`,
      ]
    case 'AWS::S3::Bucket':
      return [`  bucket ${name}`, `    aws s3 rb --region ${region} --force s3://${name}`]
    case 'AWS::Logs::LogGroup':
      return [
        `  log group ${name}`,
        `    aws logs delete-log-group --region ${region} --log-group-name ${name}`,
      ]
    default:
      return [`  ${type} ${name}`]
  }
}
