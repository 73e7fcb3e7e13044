import { type CfnElement, Names, Stack, Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** A cdk-nag finding that we accept, with its place in the stack and the reason in one sentence. */
type Accepted = { readonly at: RegExp; readonly rule: string; readonly reason: string }

const deployment = /\/Custom::CDKBucketDeployment[^/]*$/
const deploymentRights =
  'AWS’s own construct copies the site to its bucket; its rights on all objects of that bucket, of the bootstrap bucket and on invalidations are its own, and it runs during deployments only.'

const accepted: readonly Accepted[] = [
  {
    at: /\/root-secret$/,
    rule: 'SMG4',
    reason:
      'Every webhook secret is found by a key derived from this one: rotating it would cut all users off from TradingView.',
  },
  {
    at: /\/api\/http$/,
    rule: 'APIG4',
    reason:
      'Each Lambda checks its caller itself, by the access that the contract states, and a test calls every endpoint as every kind of caller; the webhook is admitted by the secret in its body.',
  },
  {
    at: /\/site\/distribution$/,
    rule: 'CFR1',
    reason: 'Traders travel: the site is for all users, wherever they are.',
  },
  {
    at: /\/site\/distribution$/,
    rule: 'CFR2',
    reason:
      'A web application firewall costs at least six dollars a month while nothing happens; throttles at the stage, at the webhook and at login replace it.',
  },
  {
    at: /\/site\/distribution$/,
    rule: 'CFR4',
    reason:
      'CloudFront’s own certificate comes with its own TLS rules; a deployment with an own domain asks for TLS 1.2 at least.',
  },
  {
    at: /\/site\/distribution$/,
    rule: 'CFR7',
    reason:
      'The site’s bucket has an access control. The bucket of downloads is opened by the signature of each link, and S3 takes one signature only.',
  },
  { at: deployment, rule: 'L1', reason: 'AWS’s own construct chooses the runtime of its own code.' },
  {
    at: deployment,
    rule: 'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    reason: 'AWS’s own construct brings this policy along: it may write logs, nothing else.',
  },
]

/** Findings whose rules contain names of the stack. */
const acceptedIn = (stack: Stack): readonly Accepted[] => {
  const { region, stackName } = stack
  const ofAccount = (service: string, rest: string) =>
    `arn:<AWS::Partition>:${service}:${region}:<AWS::AccountId>:${rest}`
  return [
    {
      at: /\/functions$/,
      rule: `IAM5[Resource::${ofAccount('secretsmanager', `secret:${stackName}/user/*`)}]`,
      reason:
        'The users’ secrets are made at run time, one for each user, so their names are known by this prefix only.',
    },
    {
      at: /\/functions$/,
      rule: `IAM5[Resource::${ofAccount('ses', 'identity/*')}]`,
      reason:
        'In SES’s sandbox the addressee is also an identity; a condition allows our own sender address only.',
    },
    {
      at: /\/functions\/administration\/getSystem-role/,
      rule: `IAM5[Resource::arn:<AWS::Partition>:cloudwatch:${region}:<AWS::AccountId>:alarm:*]`,
      reason: 'What lists alarms must be allowed to see all of them; it reads their state and nothing else.',
    },
    ...[
      `${logicalIdOf(stack, 'data/downloads')}.Arn`,
      // A nested stack gets the bucket's ARN as a parameter.
      `referenceto${Names.nodeUniqueId(resourceAt(stack, 'data/downloads').node)}Arn`,
    ].map((bucket) => ({
      at: /\/functions$/,
      rule: `IAM5[Resource::<${bucket}>/*]`,
      reason: 'Downloads have names made at run time and are stored in a bucket that contains nothing else.',
    })),
    ...scheduled(stack).map((name) => ({
      at: /\/SchedulerRoleForTarget-[^/]*$/,
      rule: `IAM5[Resource::<${logicalIdOf(stack, `functions/${name}`)}.Arn>:*]`,
      reason: 'AWS’s construct lets a schedule start any version of the one function that it is made for.',
    })),
    ...[
      'Action::s3:GetBucket*',
      'Action::s3:GetObject*',
      'Action::s3:List*',
      'Action::s3:Abort*',
      'Action::s3:DeleteObject*',
      `Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-${region}/*`,
      `Resource::<${logicalIdOf(stack, 'site/bucket')}.Arn>/*`,
      'Resource::*',
    ].map((finding) => ({ at: deployment, rule: `IAM5[${finding}]`, reason: deploymentRights })),
  ]
}

/** Names of the functions that schedules start. Each schedule has the name of its function. */
const scheduled = (stack: Stack) => stack.node.findChild('schedules').node.children.map(({ node }) => node.id)

const resourceAt = (stack: Stack, path: string) => {
  const construct = path.split('/').reduce<IConstruct>((at, id) => at.node.findChild(id), stack)
  return construct.node.defaultChild as CfnElement
}

const logicalIdOf = (stack: Stack, path: string) => stack.getLogicalId(resourceAt(stack, path))

/** A finding that is accepted only if Lambdas send traces. */
const ofTracing: Accepted = {
  at: /\/functions\/.*-role$/,
  rule: 'IAM5[Resource::*]',
  reason: 'X-Ray’s actions, which send traces, know no resources.',
}

/**
 * Accepts the findings listed here; cdk-nag reports all others.
 * @param isTraced whether Lambdas send traces to X-Ray
 * @throws Error for a path that does not exist in the stack
 */
export const acceptFindings = (stack: Stack, isTraced: boolean) => {
  const constructs = stack.node.findAll()
  for (const { at, rule, reason } of [...accepted, ...acceptedIn(stack), ...(isTraced ? [ofTracing] : [])]) {
    const places = constructs.filter(({ node }) => at.test(`/${node.path}`))
    if (places.length === 0) throw new Error(`Nothing lies at ${String(at)}, where ${rule} is accepted`)
    for (const place of places)
      Validations.of(place).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason })
  }
}
