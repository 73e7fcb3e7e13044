import type { CdkCall } from './deployment.ts'
import type { Failure } from './stack-events.ts'

type Explanation = { readonly means: string; readonly act: string }

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
    reason: /already exists/i,
    type: /^AWS::SES::/,
    explanation: {
      means: 'this sender already exists in SES, outside this stack',
      act: 'Run the same command with --mail-verified yes',
    },
  },
  {
    reason: /already exists/i,
    explanation: {
      means: 'a resource outside this stack already has this name, usually left by an earlier deployment',
      act: 'Remove it if nothing needs it (npm run destroy of the same stage does), or choose another --stage',
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
    reason: /limit ?exceeded|exceeds? the (maximum|limit)|too many|quota/i,
    explanation: {
      means: 'a quota of this account is used up',
      act: 'Ask for more (console, Service Quotas) or remove what is not needed, then run the same command again',
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
    reason:
      /InvalidationCompleted|exceeded attempts|rate exceeded|throttl|internal (failure|error)|service unavailable/i,
    explanation: {
      means: 'AWS was slow or busy; nothing is wrong with the deployment',
      act: 'Run the same command again',
    },
  },
]

const unknown: Explanation = {
  means: 'not a known failure',
  act: 'Fix what AWS reports, then run the same command again',
}

export const explanationOf = ({ reason, type }: Failure['first']): Explanation =>
  explanations.find((each) => each.reason.test(reason) && (each.type?.test(type) ?? true))?.explanation ??
  unknown

/** A failed deployment in words: the resource, AWS's reason, what it means, what to do, and what was left behind. */
export const explainFailure = (
  { stackName, region }: Pick<CdkCall, 'stackName' | 'region'>,
  { first, leftBehind }: Failure,
): string => {
  const { means, act } = explanationOf(first)
  return [
    `${stackName} was not deployed.`,
    `  Resource   ${first.id} (${first.type})`,
    `  AWS says   ${first.reason}`,
    `  Cause      ${means}`,
    `  Fix        ${act}`,
    ...(leftBehind.length > 0
      ? [
          'Left behind, because resources that hold data are never deleted automatically. Nothing uses them; the secret costs 0.40 USD a month:',
          ...leftBehind.flatMap((event) => removalOf(event, region)),
        ]
      : ['Nothing was left behind.']),
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
