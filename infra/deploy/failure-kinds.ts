/** A kind of deployment failure. It is recognised by the message of AWS or the CDK. */
export type FailureKind = {
  readonly kind: string
  readonly reason: RegExp
  /** Resource types for which the message has this meaning. Default: all types. */
  readonly type?: RegExp
  readonly means: string
  readonly act: string
}

const again = 'Run the same command again'

const cloudFrontOfNewAccounts: readonly FailureKind[] = [
  {
    kind: 'new account: CloudFront',
    reason: /account must be verified/i,
    means: 'AWS must verify a new account before it can use CloudFront',
    act: 'Write to AWS Support (Account and billing, Account, Activation) that you want to use CloudFront, wait for their answer, then run the same command again',
  },
  {
    kind: 'new account: region',
    reason: /PendingVerification|request for accessing resources in this region is being validated/i,
    means:
      'AWS is still verifying a new account in this region. This mostly takes minutes, at most four hours',
    act: 'Wait for the email in which AWS says that it is done, then run the same command again',
  },
]

/** Errors of the CDK and expired logins. These kinds come first, because their messages may quote other messages. */
const cdkAndLogin: readonly FailureKind[] = [
  {
    kind: 'login ended',
    reason:
      /security token.*(invalid|expired)|ExpiredToken|token (has|is) expired|(SSO )?session .*expired|Signature expired|Request has expired/i,
    means: 'your login at AWS ended during the deployment. CloudFormation goes on without you',
    act: 'Log in again and run the same command again once CloudFormation is done',
  },
  {
    kind: 'bootstrap unread',
    reason: /requires bootstrap stack version .* the following error occurred/i,
    means: 'your AWS user may not read which version of the CDK’s bootstrap this region has',
    act: 'Allow ssm:GetParameter on arn:aws:ssm:*:*:parameter/cdk-bootstrap/*, then run the same command again',
  },
  {
    kind: 'bootstrap too old',
    reason:
      /Bootstrap stack version .* lower than|requires bootstrap stack version|bootstrap stack is too old|Bootstrap toolkit stack version \d+ or later is needed/i,
    means: 'the CDK’s bootstrap stack of this region is too old',
    act: 'Run npx cdk bootstrap for this account and region, then run the same command again',
  },
  {
    kind: 'bootstrap missing',
    reason:
      /cdk-bootstrap\/\w+\/version|has the environment been bootstrapped|toolkit stack must be deployed|No bucket named 'cdk-|Is (this )?account .*bootstrapped/i,
    means: 'the region was never prepared for the CDK, or its bootstrap stack is gone',
    act: 'Run npx cdk bootstrap for this account and region, then run the same command again',
  },
  {
    kind: 'other account or roles',
    reason:
      /could not be used to assume|could not assume role|Need to perform AWS calls for account|Unable to resolve AWS account|not authorized to perform: sts:AssumeRole/i,
    means: 'your AWS user may not take the roles that the CDK’s bootstrap made, or is of another account',
    act: 'Allow sts:AssumeRole on arn:aws:iam::*:role/cdk-hnb659fds-*, or log in to the account that you mean',
  },
  {
    kind: 'other packages',
    reason: /CDK CLI is not compatible with the CDK library|Cannot find (module|package)/i,
    means: 'the installed packages are not those of this version',
    act: 'Run npm ci, then run the same command again',
  },
  {
    kind: 'network',
    reason:
      /getaddrinfo (ENOTFOUND|EAI_AGAIN)|ECONNRESET|ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|socket hang up/i,
    means: 'this machine did not reach AWS. CloudFormation goes on without you if it had begun',
    act: 'Check the network or proxy, and run the same command again once CloudFormation is done',
  },
  {
    kind: 'disk full',
    reason: /ENOSPC|no space left on device/i,
    means: 'the disk of this machine is full',
    act: 'Free some gigabytes, then run the same command again',
  },
]

/** Messages of a throttled AWS API. DynamoDB and IAM call the throttling a limit, although no quota is used up. */
const throttled =
  /too ?many ?requests|rate exceeded|(Error|HandlerError)Code: Throttling|Error Code: Throttling|ThrottlingException|(was|been) throttled|status code: 429|reduce your request rate|Subscriber limit exceeded|(created|creates), updated,? or deleted simultaneously|limit to the number of concurrent/i

/** Throttling comes before the kinds of single services, because every service may be throttled. */
const throttling: readonly FailureKind[] = [
  {
    kind: 'throttled by API Gateway',
    reason: throttled,
    type: /^AWS::ApiGatewayV2::/,
    means:
      'API Gateway makes about ten changes a second for an account, and was asked for more. This is no quota that AWS could raise, and nothing is wrong with the deployment',
    act: again,
  },
  {
    kind: 'throttled',
    reason: throttled,
    means: 'AWS was asked too much at once; nothing is wrong with the deployment',
    act: again,
  },
]

const protection: readonly FailureKind[] = [
  {
    kind: 'protected',
    reason: /TerminationProtection|protected against deletion|deletion protection/i,
    means: 'what this would delete is protected, because it may hold users’ data',
    act: 'Check what would go. If it may go, turn the protection of that resource off first, then run the same command again',
  },
  {
    kind: 'stack policy',
    reason: /denied by stack policy/i,
    means: 'someone gave the stack a policy that forbids this change',
    act: 'Change the policy (aws cloudformation set-stack-policy), then run the same command again',
  },
  {
    kind: 'bucket not empty',
    reason: /bucket .*(is )?not empty|BucketNotEmpty/i,
    means: 'a bucket that goes still holds files: a log that came late',
    act: 'Empty it (aws s3 rm --recursive s3://<bucket>), then run the same command again',
  },
]

const organisation: readonly FailureKind[] = [
  {
    kind: 'organisation',
    reason: /(service|resource) control polic/i,
    means: 'your organisation forbids this in the account',
    act: 'Ask the admins of the AWS organisation to allow the action and region that AWS names',
  },
  {
    kind: 'name taken before the start',
    reason: /EarlyValidation::ResourceExistenceCheck|NAME_CONFLICT_VALIDATION/,
    means: 'a resource outside this stack already has a name that this deployment needs. Nothing was changed',
    act: 'Find it in the console under the name that AWS gives (CloudFormation, the stack, Events). Remove it if nothing needs it, or choose another --stage. Do not delete a table or secret: it may hold users’ data',
  },
  {
    kind: 'hook',
    reason: /hook\(?s?\)? (has )?failed|failed hook/i,
    means: 'a CloudFormation hook of your organisation refused the resource',
    act: 'Ask the admins of the AWS organisation for an exception for this stack',
  },
]

/**
 * This kind comes after the kinds about the AWS organisation, because their messages also mention keys. It comes before
 * the kind for missing permissions, because a KMS key has its own policy.
 */
const keys: readonly FailureKind[] = [
  {
    kind: 'encryption key',
    reason: /\bkms\b|AWSKMS|KMSInvalid|kms:\w+|customer master key|key .*(disabled|pending deletion)/i,
    means: 'AWS may not use the encryption key of this resource',
    act: 'Enable the key, or allow the deployment’s role to use it (console, KMS, Customer managed keys)',
  },
]

const limitsOfOurs: readonly FailureKind[] = [
  {
    kind: 'reserved concurrency',
    reason: /UnreservedConcurrentExecution/i,
    means: 'the account’s Lambda concurrency is too low to reserve any',
    act: 'Run the same command with --reserve-concurrency no, or ask AWS for more first (Service Quotas, Lambda, Concurrent executions)',
  },
  {
    kind: 'memory of new accounts',
    reason: /MemorySize.*less than or equal to/i,
    means: 'a new AWS account may give Lambdas only 3,008 MB of memory',
    act: 'Ask AWS Support for 10,240 MB of Lambda memory, then run the same command again',
  },
  {
    kind: 'size of policies',
    reason:
      /Maximum policy size of|PolicySize|quota for \w+PerRole|final policy size .* bigger than the limit/i,
    means: 'the policies of a role or function are longer, or more, than AWS allows',
    act: 'Choose a shorter --stage. If that does not help, report it with AWS’s text: it is a fault of this version',
  },
  {
    kind: 'number of roles',
    reason: /quota for (Roles|Policies|Groups|InstanceProfiles)|RolesPerAccount/i,
    means: 'the account has as many IAM roles or policies as AWS allows',
    act: 'Remove roles that nothing uses, or ask for more (console, Service Quotas, IAM), then run the same command again',
  },
  {
    kind: 'fault of this version',
    reason:
      /Template format error: (?!Unrecognized resource types)|Template may not exceed|Route with key .* already exists|Unzipped size must be smaller|more than one GSI creation/i,
    means: 'AWS does not take the template: a fault of this version',
    act: 'Deploy an earlier version (--version), and report it with AWS’s text',
  },
  {
    kind: 'nested template unread',
    reason: /TemplateURL must reference|^S3 error: Access Denied/i,
    means: 'CloudFormation could not read the template of a nested stack in the CDK’s bucket',
    act: 'Run npx cdk bootstrap for this account and region, then run the same command again',
  },
  {
    kind: 'runtime withdrawn',
    reason: /runtime parameter of .* (no longer supported|not supported)/i,
    means: 'Lambda does not take the version of Node.js that this version of Signalpost runs on',
    act: 'Deploy the newest version of Signalpost, or choose another --region if AWS names the region',
  },
]

const domain: readonly FailureKind[] = [
  {
    kind: 'certificate does not fit',
    reason:
      /InvalidViewerCertificate|must attach a trusted certificate|doesn.t cover the alternate domain name|specified SSL certificate doesn.t exist/i,
    means: 'CloudFront does not take the certificate for this domain',
    act: 'Give a certificate of us-east-1 that is issued and names the domain (--certificate-arn), or use --hosted-zone-id instead',
  },
  {
    kind: 'domain in use',
    reason: /CNAMEAlreadyExists|already associated with a different resource|associated with the CNAME/i,
    means: 'another CloudFront distribution, possibly in another account, already uses this domain',
    act: 'Remove the domain from that distribution, or choose another with --domain',
  },
  {
    kind: 'CAA record',
    reason: /Certificate Authority Authentication|CAA/,
    type: /Certificate/,
    means: 'a CAA record of the domain does not allow Amazon to issue certificates',
    act: 'Add a CAA record for amazon.com to the domain, then run the same command again',
  },
  {
    kind: 'certificate not validated',
    reason: /stabili[sz]e|validation|timed? ?out|exceeded attempts|FAILED status/i,
    type: /Certificate/,
    means: 'the certificate was not validated in time: its DNS records are not public',
    act: 'Check that the domain’s name servers are those of the hosted zone, then run the same command again',
  },
  {
    kind: 'no hosted zone',
    reason: /No hosted zone found|hosted ?zone.*not (found|exist)/i,
    means: 'there is no Route 53 zone with this ID in the account',
    act: 'Check --hosted-zone-id (console, Route 53, Hosted zones)',
  },
  {
    kind: 'record exists',
    reason: /resource record set.*already exists/i,
    means: 'the domain’s zone already has a record of this name',
    act: 'Remove the record from the zone if nothing needs it, or choose another --domain',
  },
]

const names: readonly FailureKind[] = [
  {
    kind: 'secret being deleted',
    reason: /scheduled for deletion/i,
    type: /Secret/,
    means: 'a secret of this name was deleted, and AWS keeps the name for up to 30 days',
    act: 'Restore it (aws secretsmanager restore-secret), or choose another --stage',
  },
  {
    kind: 'sender exists',
    reason: /already exists/i,
    type: /^AWS::SES::/,
    means: 'this sender already exists in SES, outside this stack',
    act: 'Run the same command with --mail-verified yes',
  },
  {
    kind: 'name taken',
    reason: /already (exists|owned)|BucketAlready/i,
    means: 'a resource outside this stack already has this name, usually left by an earlier deployment',
    act: 'Find it in the console under the name that AWS gives. Remove it if nothing needs it, or choose another --stage. Do not delete a table or secret: it may hold users’ data',
  },
]

const stack: readonly FailureKind[] = [
  {
    kind: 'export in use',
    reason: /cannot be (updated|deleted) as it is in use by|Export .* in use/i,
    means: 'another stack still uses what this update changes',
    act: 'Run npm run deploy again without --without. If it was a domain, remove that option in a deployment of its own',
  },
  {
    kind: 'earlier update not ended',
    reason: /UPDATE_ROLLBACK_FAILED|_IN_PROGRESS state and can ?not be updated/i,
    means: 'an earlier update of this stack has not ended',
    act: 'Wait until it has ended. If it is UPDATE_ROLLBACK_FAILED: docs/runbook.md, Stack in UPDATE_ROLLBACK_FAILED',
  },
  {
    kind: 'busy',
    reason:
      /conflicting (conditional )?operation|update is in progress|operation cannot be performed at this time|ConcurrentModification|OperationAborted|another operation is in progress|QueueDeletedRecently|must wait 60 seconds after deleting a queue/i,
    means:
      'AWS was still busy with an earlier change of the same resource; nothing is wrong with the deployment',
    act: again,
  },
  {
    kind: 'region',
    reason:
      /not subscribed|needs a subscription|OptInRequired|not (enabled|supported|available) in (this|the|your)? ?region|Unrecognized resource type/i,
    means: 'the service does not exist in this region, or the account has not enabled the region',
    act: 'Enable the region (console, Account), or choose another with --region',
  },
  {
    kind: 'role not known yet',
    reason: /role defined for the function cannot be assumed|Invalid principal/i,
    means: 'a role that was just made is not known everywhere yet; nothing is wrong with the deployment',
    act: again,
  },
  {
    kind: 'log delivery',
    reason: /enable logging|Log destination|resource policy.*logs/i,
    means:
      'API Gateway may not write its log: the account’s policies for log delivery are full, or were changed',
    act: 'Remove unused policies (aws logs describe-resource-policies; AWS allows ten), then run the same command again',
  },
]

const general: readonly FailureKind[] = [
  {
    kind: 'no right',
    reason: /not authorized|access ?denied|is not allowed/i,
    means: 'your AWS user, or the role that the CDK was bootstrapped with, lacks a permission',
    act: 'Add the permission that AWS names, or deploy as a user who has it',
  },
  {
    kind: 'quota',
    reason:
      /limit ?exceeded|exceeds? the (maximum|limit)|too ?many|quota|maximum number|reached (the maximum|your limit)|CodeStorageExceeded/i,
    means: 'a quota of this account is used up',
    act: 'Ask for more (console, Service Quotas) or remove what is not needed, then run the same command again',
  },
  {
    kind: 'AWS slow',
    reason:
      /InvalidationCompleted|exceeded attempts|internal ?(failure|error|service error)|service ?unavailable|ServiceInternalError|did not stabili[sz]e|NotStabilized|timed out waiting/i,
    means: 'AWS was slow or busy; nothing is wrong with the deployment',
    act: again,
  },
  {
    kind: 'helper of the CDK',
    reason: /custom resource|CloudWatch Log Stream/i,
    means: 'a function that the CDK brought along failed, such as the one that copies the site’s files',
    act: 'Read the log stream that AWS names (console, CloudWatch, Log groups), and run the same command again',
  },
]

/** The first kind that matches is used, so a specific kind must precede a general kind. */
export const failureKinds: readonly FailureKind[] = [
  ...cloudFrontOfNewAccounts,
  ...cdkAndLogin,
  ...throttling,
  ...protection,
  ...organisation,
  ...keys,
  ...limitsOfOurs,
  ...domain,
  ...names,
  ...stack,
  ...general,
]
