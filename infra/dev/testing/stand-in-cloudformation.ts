import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { close, listen } from '../servers.ts'
import { nestedStack } from '../../deploy/whole-template.ts'

type Event = { readonly id: string; readonly type: string; readonly status: string; readonly reason: string }
type Stack = {
  template: string
  status: string
  isProtected?: boolean
  readonly changeSets: Set<string>
  /** The stack's events, oldest first. */
  readonly events: (Event & { readonly at: string })[]
}

/** An answer of CloudFormation to a call that it refuses. */
class Refusal {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

const noStack: Stack = { template: '', status: '', changeSets: new Set(), events: [] }

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`
const account = '000000000000'
const caller = `arn:aws:iam::${account}:user/someone`

/**
 * A stand-in for what the CDK's command line calls during a deployment: CloudFormation's change sets, the bootstrap
 * version (SSM), the bucket of assets (S3) and the caller's identity (STS). It creates nothing, but records its input.
 */
export class StandInCloudFormation {
  readonly stacks = new Map<string, Stack>()
  readonly objects = new Map<string, Buffer>()
  /**
   * If set, the creation of the first resource of this type fails with this reason, and the rest is rolled back. The
   * deletion of a stack fails in the same way.
   */
  failure: { readonly type: string; readonly reason: string } | null = null
  /** SES as in a new account, which may send only to confirmed addresses and has none yet. */
  readonly mail = { isSandbox: true, identities: new Map<string, boolean>() }
  readonly unknown: string[] = []
  /** The parameter store of a region that was bootstrapped for the CDK. */
  readonly parameters = new Map([['/cdk-bootstrap/hnb659fds/version', '30']])
  /** The account's limit of concurrent Lambda executions, as in a new account. */
  executions = 10
  /** The error with which STS refuses the caller, such as `ExpiredToken`. */
  refusal: { readonly code: string; readonly message: string } | null = null
  /**
   * The call to CloudFormation after which the caller's login expires, such as `ExecuteChangeSet`. The call itself
   * succeeds.
   */
  loginEndsWith: string | null = null
  private hasLoginEnded = false
  /** A permission that the caller lacks, such as `lambda:GetAccountSettings`. */
  lacks: string | null = null
  /** The ID of the admin in each stack; null if there is no admin. */
  admin: string | null = null
  readonly tables = new Set<string>()
  readonly secrets = new Set<string>()
  /** The region of each parameter that exists in only one region, by the name of the parameter. */
  readonly parameterRegions = new Map<string, string>()
  private readonly server = createServer((request, response) => {
    this.serve(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })

  listen(): Promise<string> {
    return listen(this.server)
  }

  stop() {
    return close(this.server)
  }

  private async serve(request: IncomingMessage, response: ServerResponse) {
    const [, region = ''] =
      /Credential=[^/]+\/\d+\/([\w-]+)\//.exec(request.headers.authorization ?? '') ?? []
    const body = await buffer(request)
    const target = request.headers['x-amz-target']
    if (target) return this.answerJson(String(target), body.toString(), region, response)
    if (request.url?.startsWith('/2016-08-19/account-settings')) {
      if (this.lacks === 'lambda:GetAccountSettings')
        return response
          .writeHead(403, { 'x-amzn-errortype': 'AccessDeniedException' })
          .end(JSON.stringify({ message: `User: ${caller} is not authorized to perform: ${this.lacks}` }))
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify({ AccountLimit: { ConcurrentExecutions: this.executions } }))
    }
    if (request.url?.startsWith('/v2/email/')) return this.answerMail(request.url, response)
    if (request.method === 'POST' && request.url === '/')
      return this.answerQuery(new URLSearchParams(body.toString()), response)
    return this.answerS3(request, body, response)
  }

  private answerMail(url: string, response: ServerResponse) {
    response.setHeader('content-type', 'application/json')
    if (url === '/v2/email/account')
      return response.end(
        JSON.stringify({ ProductionAccessEnabled: !this.mail.isSandbox, SendingEnabled: true }),
      )
    const address = decodeURIComponent(url.split('/').at(-1) ?? '')
    const isConfirmed = this.mail.identities.get(address)
    if (isConfirmed === undefined)
      return response
        .writeHead(404, { 'x-amzn-errortype': 'NotFoundException' })
        .end(JSON.stringify({ message: `Email identity ${address} does not exist.` }))
    return response.end(
      JSON.stringify({ IdentityType: 'EMAIL_ADDRESS', VerifiedForSendingStatus: isConfirmed }),
    )
  }

  private answerJson(target: string, body: string, region: string, response: ServerResponse) {
    response.setHeader('content-type', 'application/x-amz-json-1.1')
    if (target === 'AmazonSSM.GetParameter') {
      const { Name } = JSON.parse(body) as { Name: string }
      const isHere = [undefined, region].includes(this.parameterRegions.get(Name))
      const Value = isHere ? this.parameters.get(Name) : undefined
      if (Value === undefined)
        return response.writeHead(400).end(JSON.stringify({ __type: 'ParameterNotFound', message: Name }))
      return response.end(JSON.stringify({ Parameter: { Name, Type: 'String', Value, Version: 1 } }))
    }
    const right = target.replace('DynamoDB_20120810', 'dynamodb').replace('.', ':')
    if (this.lacks === right)
      return response.writeHead(400).end(
        JSON.stringify({
          __type: 'AccessDeniedException',
          message: `User: ${caller} is not authorized to perform: ${right}`,
        }),
      )
    if (target === 'DynamoDB_20120810.ListTables')
      return response.end(JSON.stringify({ TableNames: [...this.tables] }))
    if (target === 'DynamoDB_20120810.GetItem') {
      const roster = { M: { admins: { L: [{ S: this.admin }] } } }
      return response.end(JSON.stringify(this.admin === null ? {} : { Item: { roster } }))
    }
    if (target === 'secretsmanager.ListSecrets')
      return response.end(JSON.stringify({ SecretList: [...this.secrets].map((Name) => ({ Name })) }))
    if (target === 'secretsmanager.DeleteSecret') {
      const { SecretId } = JSON.parse(body) as { SecretId: string }
      this.secrets.delete(SecretId)
      return response.end(JSON.stringify({ Name: SecretId }))
    }
    // The CDK searches CloudTrail for the cause of a failed deployment.
    if (target === 'CloudTrail_20131101.LookupEvents') return response.end(JSON.stringify({ Events: [] }))
    this.unknown.push(target)
    response.writeHead(400).end(JSON.stringify({ __type: 'UnknownOperationException' }))
  }

  private answerS3(request: IncomingMessage, body: Buffer, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'PUT') {
      this.objects.set(decodeURIComponent(pathname), body)
      return response.writeHead(200, { etag: '"1"' }).end()
    }
    response.setHeader('content-type', 'application/xml')
    if (searchParams.has('location'))
      return response.end(xml('<LocationConstraint>eu-west-2</LocationConstraint>'))
    if (searchParams.has('encryption'))
      return response.end(
        xml(
          '<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>',
        ),
      )
    if (searchParams.has('list-type'))
      return response.end(
        xml('<ListBucketResult><KeyCount>0</KeyCount><IsTruncated>false</IsTruncated></ListBucketResult>'),
      )
    if (request.method === 'POST')
      return response.end(
        xml(
          searchParams.has('uploads')
            ? '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>'
            : '<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>',
        ),
      )
    if (request.method === 'HEAD') return response.writeHead(404).end()
    this.unknown.push(`${request.method} ${request.url}`)
    response.writeHead(404).end(xml('<Error><Code>NoSuchKey</Code></Error>'))
  }

  private answerQuery(form: URLSearchParams, response: ServerResponse) {
    const action = form.get('Action') ?? ''
    const refuse = (status: number, code: string, message: string) =>
      response
        .writeHead(status, { 'content-type': 'text/xml' })
        .end(
          xml(
            `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
          ),
        )
    if (action === 'GetCallerIdentity' && this.refusal)
      return refuse(403, this.refusal.code, this.refusal.message)
    if (this.hasLoginEnded && this.loginEndsWith)
      return refuse(403, 'ExpiredToken', 'The security token included in the request is expired')
    this.hasLoginEnded = action === this.loginEndsWith
    const name =
      (form.get('StackName') ?? '').split('/').at(form.get('StackName')?.startsWith('arn:') ? 1 : 0) ?? ''
    const result = this.actions[action]?.(name, form)
    if (result === undefined || result instanceof Refusal) {
      if (!this.actions[action]) this.unknown.push(action)
      const code = action === 'DescribeChangeSet' ? 'ChangeSetNotFound' : 'ValidationError'
      return refuse(400, code, result?.message ?? `Stack with id ${name} does not exist`)
    }
    response.setHeader('content-type', 'text/xml')
    response.end(xml(`<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`))
  }

  /** The answer to each API action; undefined if the stack does not exist. */
  private readonly actions: Record<
    string,
    (name: string, form: URLSearchParams) => string | Refusal | undefined
  > = {
    GetCallerIdentity: () => `<Account>${account}</Account><Arn>${caller}</Arn><UserId>U</UserId>`,
    AssumeRole: () =>
      '<Credentials><AccessKeyId>a</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2100-01-01T00:00:00Z</Expiration></Credentials>',
    DescribeStacks: (name, form) => {
      const isById = form.get('StackName')?.startsWith('arn:') === true
      // A deleted stack can still be found by its ID.
      const stack = this.stacks.get(name) ?? (isById ? { ...noStack, status: 'DELETE_COMPLETE' } : undefined)
      return stack && `<Stacks><member>${this.describe(name, stack)}</member></Stacks>`
    },
    GetTemplate: (name) => (this.stacks.has(name) ? '<TemplateBody>{}</TemplateBody>' : undefined),
    ListStackResources: (name) =>
      this.stacks.has(name)
        ? `<StackResourceSummaries><member><LogicalResourceId>datausers1A</LogicalResourceId><PhysicalResourceId>${name}-datausers1A</PhysicalResourceId><ResourceType>AWS::DynamoDB::Table</ResourceType><ResourceStatus>CREATE_COMPLETE</ResourceStatus><LastUpdatedTimestamp>2026-11-21T00:00:00Z</LastUpdatedTimestamp></member></StackResourceSummaries>`
        : undefined,
    CreateChangeSet: (name, form) => {
      const stack = this.stacks.get(name) ?? {
        template: '',
        status: 'REVIEW_IN_PROGRESS',
        changeSets: new Set<string>(),
        events: [],
      }
      if (/ROLLBACK_(COMPLETE|FAILED)$/.test(stack.status) && !stack.status.startsWith('UPDATE'))
        return new Refusal(`Stack:${idOf('stack', name)} is in ${stack.status} state and can not be updated.`)
      stack.template = form.get('TemplateURL') ?? form.get('TemplateBody') ?? ''
      stack.changeSets.add(form.get('ChangeSetName') ?? '')
      this.stacks.set(name, stack)
      return `<Id>${idOf('changeSet', form.get('ChangeSetName') ?? '')}</Id><StackId>${idOf('stack', name)}</StackId>`
    },
    DescribeChangeSet: (name, form) =>
      this.stacks.get(name)?.changeSets.has(changeSetIn(form)) !== true
        ? undefined
        : `<StackName>${name}</StackName><StackId>${idOf('stack', name)}</StackId><ChangeSetId>${idOf('changeSet', form.get('ChangeSetName') ?? '')}</ChangeSetId><ChangeSetName>${form.get('ChangeSetName')}</ChangeSetName><Status>CREATE_COMPLETE</Status><ExecutionStatus>AVAILABLE</ExecutionStatus><Changes><member><Type>Resource</Type><ResourceChange><Action>Add</Action><LogicalResourceId>X</LogicalResourceId><ResourceType>AWS::SQS::Queue</ResourceType></ResourceChange></member></Changes>`,
    ExecuteChangeSet: (name) => {
      const stack = this.stacks.get(name)
      if (stack) this.execute(name, stack)
      return ''
    },
    DeleteChangeSet: (name, form) => {
      this.stacks.get(name)?.changeSets.delete(changeSetIn(form))
      return ''
    },
    DeleteStack: (name) => {
      if (this.stacks.get(name)?.isProtected)
        return new Refusal(`Stack [${name}] cannot be deleted while TerminationProtection is enabled`)
      const stack = this.stacks.get(name)
      if (this.failure && stack) {
        const { type, reason } = this.failure
        const at = new Date().toISOString()
        stack.events.push({ at, id: 'first', type, status: 'DELETE_FAILED', reason })
        stack.status = 'DELETE_FAILED'
        return ''
      }
      this.stacks.delete(name)
      return ''
    },
    DescribeStackEvents: (name) => {
      const events = this.stacks.get(name)?.events ?? []
      const member = ({ at, id, type, status, reason }: Stack['events'][number]) =>
        `<member><EventId>${id}-${status}</EventId><StackId>${idOf('stack', name)}</StackId><StackName>${name}</StackName><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>${type === nestedStack ? idOf('stack', `${name}-${id}`) : `${name}-${id}`}</PhysicalResourceId><ResourceType>${type}</ResourceType><Timestamp>${at}</Timestamp><ResourceStatus>${status}</ResourceStatus><ResourceStatusReason>${reason}</ResourceStatusReason></member>`
      return `<StackEvents>${events.toReversed().map(member).join('')}</StackEvents>`
    },
    DescribeEvents: () => '<OperationEvents/>',
    DescribeStackResources: () => '<StackResources/>',
    UpdateTerminationProtection: (name, form) => {
      const stack = this.stacks.get(name)
      if (!stack) return undefined
      stack.isProtected = form.get('EnableTerminationProtection') === 'true'
      return `<StackId>${idOf('stack', name)}</StackId>`
    },
  }

  /** Creates all resources in the template's order up to the one that must fail, and then rolls back. */
  private execute(name: string, stack: Stack) {
    const path = /[^/"]+\.json/.exec(stack.template)?.[0] ?? ''
    const [, template] = [...this.objects].find(([key]) => key.endsWith(path)) ?? []
    const { Resources = {} } = JSON.parse(template?.toString() ?? '{}') as {
      Resources?: Record<string, { Type: string; DeletionPolicy?: string; Properties?: object }>
    }
    const at = new Date().toISOString()
    const isUpdate = /^(CREATE|UPDATE)_COMPLETE$/.test(stack.status)
    const verb = isUpdate ? 'UPDATE' : 'CREATE'
    const note = (id: string, type: string, status: string, reason = '') =>
      stack.events.push({ at, id, type, status, reason })
    const made: [string, { Type: string; DeletionPolicy?: string }][] = []
    for (const [id, resource] of Object.entries(Resources)) {
      const waits = resource.Type === 'AWS::CertificateManager::Certificate'
      note(id, resource.Type, `${verb}_IN_PROGRESS`, waits ? dnsRecord : '')
      const reason = this.failureOf(name, id, resource)
      if (reason !== null) {
        note(id, resource.Type, `${verb}_FAILED`, reason)
        break
      }
      note(id, resource.Type, `${verb}_COMPLETE`)
      made.push([id, resource])
    }
    if (made.length === Object.keys(Resources).length) {
      stack.status = `${verb}_COMPLETE`
      for (const { Type, Properties } of Object.values(Resources)) {
        const { Name, Value } = (Properties ?? {}) as { Name?: unknown; Value?: unknown }
        if (Type === 'AWS::SSM::Parameter' && typeof Name === 'string')
          this.parameters.set(Name, String(Value))
      }
      return
    }
    if (isUpdate) {
      stack.status = 'UPDATE_ROLLBACK_COMPLETE'
      return
    }
    for (const [id, { Type, DeletionPolicy }] of made.toReversed())
      note(id, Type, DeletionPolicy === 'Retain' ? 'DELETE_SKIPPED' : 'DELETE_COMPLETE')
    stack.status = 'ROLLBACK_COMPLETE'
  }

  /**
   * @returns the reason for the failure; null if the resource is created. A nested stack is created with all its
   * resources
   */
  private failureOf(
    name: string,
    id: string,
    { Type, Properties }: { readonly Type: string; readonly Properties?: object },
  ) {
    if (Type === this.failure?.type) return this.failure.reason
    if (Type !== nestedStack) return null
    const nested: Stack = {
      ...noStack,
      template: JSON.stringify(Properties),
      changeSets: new Set(),
      events: [],
    }
    this.stacks.set(`${name}-${id}`, nested)
    this.execute(`${name}-${id}`, nested)
    return nested.status.endsWith('E_COMPLETE') && !nested.status.includes('ROLLBACK')
      ? null
      : `Embedded stack ${idOf('stack', `${name}-${id}`)} was not successfully created`
  }

  private describe(name: string, { status, isProtected = false }: Stack) {
    const output = (key: string, value: string) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`
    return `<StackName>${name}</StackName><StackId>${idOf('stack', name)}</StackId><StackStatus>${status}</StackStatus><EnableTerminationProtection>${isProtected}</EnableTerminationProtection><CreationTime>2026-11-21T00:00:00Z</CreationTime><Outputs>${output('SiteUrl', 'https://d1.cloudfront.net')}${output('WebhookUrl', 'https://d1.cloudfront.net/api/v1/trading-view-webhook')}${output('CloudFrontHost', 'd1.cloudfront.net')}${output('Version', 'v1')}</Outputs>`
  }
}

const changeSetIn = (form: URLSearchParams) => {
  const given = form.get('ChangeSetName') ?? ''
  return given.startsWith('arn:') ? (given.split('/').at(1) ?? '') : given
}

const dnsRecord =
  'Content of DNS Record is: {Name: _a1.signals.example.com.,Type: CNAME,Value: _b2.acm-validations.aws.}'

const idOf = (kind: string, name: string) => `arn:aws:cloudformation:eu-west-2:${account}:${kind}/${name}/1`
