import type { CdkCall } from './deployment.ts'
import { failureKinds } from './failure-kinds.ts'
import type { Failure, StackEvent } from './stack-events.ts'
import { nestedStack } from './whole-template.ts'

type Explanation = { readonly means: string; readonly act: string }

/**
 * Finds the kind of a failure by AWS's message and the type of the resource that failed.
 * @returns undefined if no kind matches
 */
export const failureKindOf = ({ reason, type }: Pick<Failure['first'], 'reason' | 'type'>) =>
  failureKinds.find((each) => each.reason.test(reason) && (each.type?.test(type) ?? true))

/**
 * Returns the stack whose events explain the failure. This is the nested stack if it failed itself, otherwise the
 * resource's stack.
 */
const stackToReadOf = ({ type, stack, physicalId, reason }: Failure['first']): string => {
  if (type !== nestedStack) return stack
  const [arn = physicalId] = /arn:[\w-]+:cloudformation:[^\s]+?(?=\s|$)/.exec(reason) ?? []
  return arn === '' ? stack : arn
}

const explanationOf = (first: Failure['first'], region: string): Explanation =>
  failureKindOf(first) ?? {
    means: 'not known to this command, which does not guess',
    act: `Fix what AWS reports, and run the same command again. What happened around it:\n    aws cloudformation describe-stack-events --region ${region} --stack-name ${stackToReadOf(first)}`,
  }

/** CDK output that does not explain a failure: warnings after which the CDK continues, and its stack traces. */
const notTheCause = /Proceeding anyway|^\s+at /

/**
 * Explains a failure that only the CDK reports.
 * @param output the CDK's last lines
 * @returns null if the cause is unknown
 */
export const explainCdkOutput = (output: string): string | null => {
  const lines = output.split('\n').filter((line) => !notTheCause.test(line))
  const known = failureKindOf({ reason: lines.join('\n'), type: '' })
  return known ? [`  Cause      ${known.means}`, `  Fix        ${known.act}`].join('\n') : null
}

/** Describes which version runs after a failed update. */
const runningAfter = (
  { stackName, region }: Pick<CdkCall, 'stackName' | 'region'>,
  status: string,
  notTakenBack: readonly StackEvent[],
): readonly string[] => {
  if (!status.startsWith('UPDATE_ROLLBACK_FAILED'))
    return ['The version before still runs. AWS has taken this update back, and no alert was lost.']
  const command = `  aws cloudformation continue-update-rollback --region ${region} --stack-name ${stackName}`
  // A resource of the root stack is named by its logical ID, without the stack.
  const skipped = new Set(notTakenBack.map(({ stack, id }) => (stack === stackName ? id : `${stack}.${id}`)))
  return [
    'AWS could not take the update back: the stack may be half old and half new. docs/runbook.md, Stack in UPDATE_ROLLBACK_FAILED:',
    command,
    ...(skipped.size > 0
      ? [
          'If that fails again, skip what cannot be taken back. The next update repairs it:',
          `${command} --resources-to-skip ${[...skipped].join(' ')}`,
        ]
      : []),
  ]
}

/** Describes the cause of a failure with AWS's reason, its meaning, and what to do. */
export const explainCause = (first: Failure['first'], region: string): readonly string[] => {
  const { means, act } = explanationOf(first, region)
  return [
    `  Resource   ${first.id} (${first.type})`,
    `  AWS says   ${first.reason}`,
    `  Cause      ${means}`,
    `  Fix        ${act}`,
  ]
}

/**
 * Describes a failed deployment: the resource, AWS's reason, its meaning, what to do, and what is left behind.
 * @param after the stack's status after a failed update; null for a new stack
 */
export const explainFailure = (
  call: Pick<CdkCall, 'stackName' | 'region'>,
  { first, leftBehind, notTakenBack }: Failure,
  after: string | null = null,
): string => {
  const { stackName, region } = call
  return [
    after === null ? `${stackName} was not deployed.` : `${stackName} was not updated.`,
    ...explainCause(first, region),
    ...(after === null ? [] : runningAfter(call, after, notTakenBack)),
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

/** Returns the commands that remove a resource that was left behind. */
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
