import { describe, expect, it } from 'vitest'
import { explainCdkOutput, explainFailure, failureKindOf } from './explain-failure.ts'
import { failureKinds } from './failure-kinds.ts'

/** A resource type that has no failure kinds of its own. */
const any = 'AWS::SQS::Queue'
const handler = (message: string, code: string) =>
  `Resource handler returned message: "${message}" (RequestToken: 35c5eb0a-1, HandlerErrorCode: ${code})`

/** Examples of messages from AWS and the CDK for each kind of failure. */
const wordings: readonly (readonly [kind: string, type: string, reason: string])[] = [
  [
    'new account: CloudFront',
    'AWS::CloudFront::Distribution',
    handler(
      "Access denied for operation 'AWS::CloudFront::Distribution: Your account must be verified before you can add new CloudFront resources. To verify your account, please contact AWS Support and include this error message.'",
      'AccessDenied',
    ),
  ],
  [
    'new account: region',
    any,
    'PendingVerification: Your request for accessing resources in this region is being validated, and you will not be able to launch additional resources in this region until the validation is complete.',
  ],
  ['login ended', any, 'The security token included in the request is expired (Status Code: 403)'],
  ['login ended', any, 'ExpiredToken: The provided token has expired.'],
  ['login ended', any, 'The SSO session associated with this profile has expired or is otherwise invalid.'],
  ['login ended', any, "Token is expired. To refresh this SSO session run 'aws sso login'"],
  [
    'bootstrap missing',
    any,
    "SSM parameter /cdk-bootstrap/hnb659fds/version not found in aws://123456789012/eu-west-2. Has the environment been bootstrapped? Please run 'cdk bootstrap'",
  ],
  [
    'bootstrap missing',
    any,
    "fail: No bucket named 'cdk-hnb659fds-assets-123456789012-eu-west-2'. Is account 123456789012 bootstrapped?",
  ],
  [
    'bootstrap too old',
    any,
    "This CDK deployment requires bootstrap stack version '28', found '21' in aws://123456789012/eu-west-2. Please run 'cdk bootstrap'.",
  ],
  ['bootstrap too old', any, "Bootstrap stack version '21' is lower than the required version 28"],
  [
    'bootstrap unread',
    any,
    "This CDK deployment requires bootstrap stack version '28', but during the confirmation via SSM parameter /cdk-bootstrap/hnb659fds/version the following error occurred: AccessDeniedException",
  ],
  [
    'other account or roles',
    any,
    "current credentials could not be used to assume 'arn:aws:iam::1:role/cdk-hnb659fds-deploy-role-1-eu-west-2'",
  ],
  [
    'other account or roles',
    any,
    'Need to perform AWS calls for account 123456789012, but the current credentials are for 210987654321',
  ],
  [
    'other account or roles',
    any,
    'Unable to resolve AWS account to use. It must be either configured when you define your CDK Stack, or through the environment',
  ],
  [
    'other packages',
    any,
    'This CDK CLI is not compatible with the CDK library used by your application. Please upgrade the CLI to the latest version.',
  ],
  ['network', any, 'getaddrinfo ENOTFOUND cloudformation.eu-west-2.amazonaws.com'],
  ['disk full', any, "ENOSPC: no space left on device, write '/home/ann/signalpost/cdk.out/asset.zip'"],
  [
    'throttled by API Gateway',
    'AWS::ApiGatewayV2::Integration',
    'Too Many Requests (Service: AmazonApiGatewayV2; Status Code: 429; Error Code: TooManyRequestsException; Request ID: 1; Proxy: null)',
  ],
  [
    'throttled',
    'AWS::Lambda::Function',
    handler('Rate exceeded (Service: Lambda, Status Code: 429, Request ID: 1)', 'Throttling'),
  ],
  [
    'throttled',
    'AWS::IAM::Role',
    'Rate exceeded (Service: AmazonIdentityManagement; Status Code: 400; Error Code: Throttling; Request ID: 1)',
  ],
  ['throttled', 'AWS::SecretsManager::Secret', 'Rate exceeded (Service: Kms, Status Code: 400)'],
  [
    'throttled',
    'AWS::DynamoDB::Table',
    'Subscriber limit exceeded: Only 10 tables can be created, updated, or deleted simultaneously',
  ],
  [
    'throttled',
    'AWS::DynamoDB::Table',
    'Subscriber limit exceeded: There is a limit to the number of concurrent table creations',
  ],
  ['throttled', 'AWS::S3::Bucket', 'Please reduce your request rate. (Service: S3, Status Code: 503)'],
  [
    'protected',
    'AWS::DynamoDB::Table',
    handler(
      'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first. (Service: DynamoDb, Status Code: 400)',
      'GeneralServiceException',
    ),
  ],
  ['protected', any, 'Stack [Signalpost] cannot be deleted while TerminationProtection is enabled'],
  [
    'stack policy',
    any,
    'Action denied by stack policy: Statement [#1] does not allow [Update:*] for resource [*]',
  ],
  [
    'bucket not empty',
    'AWS::S3::Bucket',
    'The bucket you tried to delete is not empty. You must delete all versions in the bucket. (Service: S3, Status Code: 409)',
  ],
  [
    'organisation',
    'AWS::IAM::Role',
    'User: arn:aws:sts::1:assumed-role/cfn is not authorized to perform: iam:CreateRole on resource: arn:aws:iam::1:role/x with an explicit deny in a service control policy',
  ],
  [
    'organisation',
    'AWS::S3::Bucket',
    'User: arn:aws:sts::1:assumed-role/cfn is not authorized to perform: s3:CreateBucket with an explicit deny in a resource control policy',
  ],
  ['hook', 'AWS::S3::Bucket', 'The following hook(s) failed: [Company::S3::Guard]'],
  [
    'name taken before the start',
    any,
    'Failed to create ChangeSet cdk-deploy-change-set on Signalpost: FAILED, The following hook(s)/validation failed: [AWS::EarlyValidation::ResourceExistenceCheck]. To troubleshoot Early Validation errors, use the DescribeEvents API for detailed failure information.',
  ],
  [
    'encryption key',
    'AWS::Lambda::Function',
    'Lambda was unable to configure access to your environment variables because the KMS key is invalid for CreateGrant. Please check your KMS key settings. KMS Exception: DisabledException',
  ],
  [
    'encryption key',
    'AWS::SecretsManager::Secret',
    'Access to KMS is not allowed (Service: SecretsManager, Status Code: 400)',
  ],
  [
    'encryption key',
    'AWS::S3::Bucket',
    'User: arn:aws:sts::1:assumed-role/cdk-file-publishing is not authorized to perform: kms:GenerateDataKey on the resource associated with this ciphertext',
  ],
  [
    'encryption key',
    'AWS::DynamoDB::Table',
    'The ciphertext refers to a customer master key that does not exist, does not exist in this region, or you are not allowed to access.',
  ],
  ...[10, 50, 100].map(
    (least) =>
      [
        'reserved concurrency',
        'AWS::Lambda::Function',
        handler(
          `Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${least}]. (Service: Lambda, Status Code: 400, Request ID: 1)`,
          'InvalidRequest',
        ),
      ] as const,
  ),
  [
    'memory of new accounts',
    'AWS::Lambda::Function',
    "'MemorySize' value failed to satisfy constraint: Member must have value less than or equal to 3008",
  ],
  [
    'size of policies',
    'AWS::IAM::Role',
    handler(
      'Maximum policy size of 10240 bytes exceeded for role Signalpost-x (Service: Iam, Status Code: 409)',
      'ServiceLimitExceeded',
    ),
  ],
  ['size of policies', 'AWS::IAM::ManagedPolicy', 'Cannot exceed quota for PolicySize: 6144'],
  ['size of policies', 'AWS::IAM::Role', 'Cannot exceed quota for PoliciesPerRole: 10'],
  [
    'size of policies',
    'AWS::Lambda::Permission',
    'The final policy size (20582) is bigger than the limit (20480). (Service: AWSLambda; Error Code: PolicyLengthExceededException)',
  ],
  ['number of roles', 'AWS::IAM::Role', 'Cannot exceed quota for RolesPerAccount: 1000'],
  [
    'fault of this version',
    'AWS::CloudFormation::Stack',
    'Template format error: Number of resources, 501, is greater than maximum allowed, 500',
  ],
  [
    'fault of this version',
    'AWS::ApiGatewayV2::Route',
    'Route with key GET /api/v1/alerts already exists for this API (Service: AmazonApiGatewayV2; Status Code: 409; Error Code: ConflictException)',
  ],
  [
    'nested template unread',
    'AWS::CloudFormation::Stack',
    'S3 error: Access Denied\nFor more information check http://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html',
  ],
  [
    'runtime withdrawn',
    'AWS::Lambda::Function',
    'The runtime parameter of nodejs24.x is no longer supported for creating or updating AWS Lambda functions.',
  ],
  [
    'certificate does not fit',
    'AWS::CloudFront::Distribution',
    handler(
      'Invalid request provided: To add an alternate domain name (CNAME) to a CloudFront distribution, you must attach a trusted certificate that validates your authorization to use the domain name.',
      'InvalidRequest',
    ),
  ],
  [
    'certificate does not fit',
    'AWS::CloudFront::Distribution',
    "The certificate that is attached to your distribution doesn't cover the alternate domain name (CNAME) that you're trying to add. (Error Code: InvalidViewerCertificate)",
  ],
  [
    'domain in use',
    'AWS::CloudFront::Distribution',
    'One or more of the CNAMEs you provided are already associated with a different resource. (Error Code: CNAMEAlreadyExists)',
  ],
  [
    'CAA record',
    'AWS::CertificateManager::Certificate',
    'One or more domain names have failed validation due to a Certificate Authority Authentication (CAA) error',
  ],
  [
    'certificate not validated',
    'AWS::CertificateManager::Certificate',
    'DNS Record Set is not available. Certificate is in FAILED status.',
  ],
  ['certificate not validated', 'AWS::CertificateManager::Certificate', 'Certificate did not stabilize'],
  [
    'no hosted zone',
    'AWS::Route53::RecordSet',
    'No hosted zone found with ID: Z1 (Service: AmazonRoute53; Status Code: 404; Error Code: NoSuchHostedZone)',
  ],
  [
    'record exists',
    'AWS::Route53::RecordSet',
    "[Tried to create resource record set [name='signals.example.com.', type='A'] but it already exists]",
  ],
  [
    'secret being deleted',
    'AWS::SecretsManager::Secret',
    "You can't create this secret because a secret with this name is already scheduled for deletion.",
  ],
  ['sender exists', 'AWS::SES::EmailIdentity', 'Email identity me@example.com already exists.'],
  [
    'name taken',
    'AWS::CloudFront::CachePolicy',
    "Resource of type 'AWS::CloudFront::CachePolicy' with identifier 'Signalpost-api' already exists.",
  ],
  ['name taken', 'AWS::S3::Bucket', 'signalpost-logs already exists (BucketAlreadyExists)'],
  [
    'export in use',
    any,
    'Export Signalpost:ExportsOutput cannot be updated as it is in use by Signalpost-certificate',
  ],
  [
    'earlier update not ended',
    any,
    'Stack:arn:aws:cloudformation:eu-west-2:1:stack/Signalpost/1 is in UPDATE_ROLLBACK_FAILED state and can not be updated.',
  ],
  [
    'busy',
    'AWS::S3::Bucket',
    'A conflicting conditional operation is currently in progress against this resource. Please try again.',
  ],
  [
    'busy',
    'AWS::Lambda::Function',
    'The operation cannot be performed at this time. An update is in progress for resource: arn:aws:lambda:eu-west-2:1:function:x',
  ],
  [
    'region',
    'AWS::Budgets::Budget',
    'Template format error: Unrecognized resource types: [AWS::Budgets::Budget]',
  ],
  ['region', any, 'The AWS Access Key Id needs a subscription for the service (OptInRequired)'],
  [
    'role not known yet',
    'AWS::Lambda::EventSourceMapping',
    'The role defined for the function cannot be assumed by Lambda.',
  ],
  ['log delivery', 'AWS::ApiGatewayV2::Stage', 'Insufficient permissions to enable logging'],
  [
    'log delivery',
    'AWS::ApiGatewayV2::Stage',
    'Cannot enable logging. Policy document length breaking Cloudwatch Logs Constraints, either < 1 or > 5120',
  ],
  [
    'no right',
    'AWS::IAM::Role',
    'User: arn:aws:sts::1:assumed-role/cfn is not authorized to perform: iam:CreateRole on resource: arn:aws:iam::1:role/x because no identity-based policy allows the iam:CreateRole action',
  ],
  ['no right', 'AWS::S3::BucketPolicy', 'API: s3:PutBucketPolicy Access Denied'],
  [
    'quota',
    'AWS::CloudFront::OriginRequestPolicy',
    'You have reached the maximum number of origin request policies for this account',
  ],
  [
    'quota',
    'AWS::CertificateManager::Certificate',
    'Error: you have reached your limit of 20 certificates in the last year.',
  ],
  [
    'quota',
    'AWS::Lambda::Function',
    'Code storage limit exceeded. (Service: AWSLambda; Status Code: 400; Error Code: CodeStorageExceededException)',
  ],
  ['quota', 'AWS::Logs::LogGroup', 'Resource limit exceeded. (Error Code: LimitExceededException)'],
  [
    'AWS slow',
    'Custom::CDKBucketDeployment',
    'Received response status [FAILED] from custom resource. Message returned: Waiter InvalidationCompleted failed: Max attempts exceeded',
  ],
  ['AWS slow', 'AWS::DynamoDB::Table', 'Internal Failure'],
  ['AWS slow', 'AWS::CloudFront::Distribution', handler('Exceeded attempts to wait', 'NotStabilized')],
  [
    'helper of the CDK',
    'Custom::CDKBucketDeployment',
    "Received response status [FAILED] from custom resource. Message returned: Command '['/opt/awscli/aws', 's3', 'cp']' returned non-zero exit status 1. (See the details in CloudWatch Log Stream: 2026/11/28/[$LATEST]1)",
  ],
  [
    'helper of the CDK',
    'Custom::CDKBucketDeployment',
    'CloudFormation did not receive a response from your Custom Resource. Please check your logs for requestId [1].',
  ],
]

describe('the explanation of a failed deployment', () => {
  it.each(wordings)('is “%s” if %s fails with: %s', (kind, type, reason) => {
    expect(failureKindOf({ type, reason })?.kind).toBe(kind)
  })

  it('is tested with an example for each kind of failure', () => {
    const tested = new Set(wordings.map(([kind]) => kind))
    expect(failureKinds.map(({ kind }) => kind).filter((kind) => !tested.has(kind))).toEqual([])
  })

  it('includes for each kind what the deployer can do', () => {
    for (const { kind, means, act } of failureKinds) {
      expect(means, kind).not.toMatch(/\.$/)
      expect(act, kind).toMatch(/^[A-Z].{10,}[^.]$/)
    }
  })

  const first = {
    at: new Date(0),
    stack: 'Signalpost-functionsaccounts-1A',
    id: 'callerlogin',
    type: any,
    physicalId: '',
    status: 'CREATE_FAILED',
    reason: 'A new wording of AWS',
  }
  const call = { stackName: 'Signalpost', region: 'eu-west-1' }

  it('contains an unknown reason unchanged, and the command that lists the events of the stack', () => {
    const said = explainFailure(call, { first, leftBehind: [], notTakenBack: [] })
    expect(said).toContain('AWS says   A new wording of AWS')
    expect(said).toContain('does not guess')
    expect(said).toContain(
      'describe-stack-events --region eu-west-1 --stack-name Signalpost-functionsaccounts-1A',
    )
  })

  it('names the nested stack to check if AWS gives no reason', () => {
    const arn = 'arn:aws:cloudformation:eu-west-1:1:stack/Signalpost-functionsaccounts-1A/2b'
    const reason = `Embedded stack ${arn} was not successfully created: The following resource(s) failed to create: [callerlogin]. `
    const nested = { ...first, stack: 'Signalpost', type: 'AWS::CloudFormation::Stack', reason }
    const said = explainFailure(call, { first: nested, leftBehind: [], notTakenBack: [] })
    expect(said).toContain(`describe-stack-events --region eu-west-1 --stack-name ${arn}\n`)
  })

  it('is also derived from the CDK’s output if the output contains a known reason', () => {
    for (const [kind, type, reason] of wordings)
      if (type === any) {
        const { act = '' } = failureKinds.find((each) => each.kind === kind) ?? {}
        expect(explainCdkOutput(`building\n❌  Signalpost failed: ${reason}\n`), reason).toContain(act)
      }
  })

  it('ignores CDK warnings and stack traces', () => {
    const warning =
      "current credentials could not be used to assume 'arn:aws:iam::1:role/cdk-hnb659fds-lookup-role', but are for the right account. Proceeding anyway."
    expect(explainCdkOutput(`${warning}\nTypeError: x is not a function`)).toBeNull()
    expect(explainCdkOutput(`${warning}\nToo Many Requests`)).toContain('Run the same command again')
    expect(explainCdkOutput('TypeError: x\n    at Kms.send (node_modules/kms/quota.js)')).toBeNull()
  })
})
