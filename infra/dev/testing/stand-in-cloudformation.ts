import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Stack = { template: string; status: string; readonly changeSets: Set<string> }

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`
const account = '000000000000'

/**
 * What a deployment talks to, as far as the CDK's command line asks: CloudFormation's change sets, the bootstrap
 * version (SSM), the bucket of assets (S3), who is calling (STS). Nothing is made; it notes what it was given.
 */
export class StandInCloudFormation {
  readonly stacks = new Map<string, Stack>()
  readonly objects = new Map<string, number>()
  readonly unknown: string[] = []
  /** Of the parameter store: as a region that the CDK was prepared for. */
  readonly parameters = new Map([['/cdk-bootstrap/hnb659fds/version', '30']])
  /** Lambda's, at once: as a new account may. */
  executions = 10
  private readonly server = createServer((request, response) => {
    this.serve(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  stop() {
    return new Promise<void>((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

  private async serve(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = []
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
    const body = Buffer.concat(pieces)
    const target = request.headers['x-amz-target']
    if (target) return this.answerJson(String(target), body.toString(), response)
    if (request.url?.startsWith('/2016-08-19/account-settings')) {
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify({ AccountLimit: { ConcurrentExecutions: this.executions } }))
    }
    if (request.method === 'POST' && request.url === '/')
      return this.answerQuery(new URLSearchParams(body.toString()), response)
    return this.answerS3(request, body, response)
  }

  private answerJson(target: string, body: string, response: ServerResponse) {
    response.setHeader('content-type', 'application/x-amz-json-1.1')
    if (target === 'AmazonSSM.GetParameter') {
      const { Name } = JSON.parse(body) as { Name: string }
      const Value = this.parameters.get(Name)
      if (Value === undefined)
        return response.writeHead(400).end(JSON.stringify({ __type: 'ParameterNotFound', message: Name }))
      return response.end(JSON.stringify({ Parameter: { Name, Type: 'String', Value, Version: 1 } }))
    }
    this.unknown.push(target)
    response.writeHead(400).end(JSON.stringify({ __type: 'UnknownOperationException' }))
  }

  private answerS3(request: IncomingMessage, body: Buffer, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'PUT') {
      this.objects.set(decodeURIComponent(pathname), body.length)
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
    const name =
      (form.get('StackName') ?? '').split('/').at(form.get('StackName')?.startsWith('arn:') ? 1 : 0) ?? ''
    const result = this.actions[action]?.(name, form)
    response.setHeader('content-type', 'text/xml')
    if (result === undefined) {
      if (!this.actions[action]) this.unknown.push(action)
      const message = `Stack with id ${name} does not exist`
      return response
        .writeHead(400)
        .end(
          xml(
            `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`,
          ),
        )
    }
    response.end(xml(`<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`))
  }

  private readonly actions: Record<string, (name: string, form: URLSearchParams) => string | undefined> = {
    GetCallerIdentity: () =>
      `<Account>${account}</Account><Arn>arn:aws:iam::${account}:user/somebody</Arn><UserId>U</UserId>`,
    AssumeRole: () =>
      '<Credentials><AccessKeyId>a</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2100-01-01T00:00:00Z</Expiration></Credentials>',
    DescribeStacks: (name) => {
      const stack = this.stacks.get(name)
      return stack && `<Stacks><member>${this.describe(name, stack)}</member></Stacks>`
    },
    GetTemplate: (name) => (this.stacks.has(name) ? '<TemplateBody>{}</TemplateBody>' : undefined),
    ListStackResources: (name) => (this.stacks.has(name) ? '<StackResourceSummaries/>' : undefined),
    CreateChangeSet: (name, form) => {
      const stack = this.stacks.get(name) ?? {
        template: '',
        status: 'REVIEW_IN_PROGRESS',
        changeSets: new Set(),
      }
      stack.template = form.get('TemplateURL') ?? form.get('TemplateBody') ?? ''
      this.stacks.set(name, stack)
      return `<Id>${idOf('changeSet', form.get('ChangeSetName') ?? '')}</Id><StackId>${idOf('stack', name)}</StackId>`
    },
    DescribeChangeSet: (name, form) =>
      `<StackName>${name}</StackName><StackId>${idOf('stack', name)}</StackId><ChangeSetId>${idOf('changeSet', form.get('ChangeSetName') ?? '')}</ChangeSetId><ChangeSetName>${form.get('ChangeSetName')}</ChangeSetName><Status>CREATE_COMPLETE</Status><ExecutionStatus>AVAILABLE</ExecutionStatus><Changes><member><Type>Resource</Type><ResourceChange><Action>Add</Action><LogicalResourceId>X</LogicalResourceId><ResourceType>AWS::SQS::Queue</ResourceType></ResourceChange></member></Changes>`,
    ExecuteChangeSet: (name) => {
      const stack = this.stacks.get(name)
      if (stack) stack.status = 'CREATE_COMPLETE'
      return ''
    },
    DeleteChangeSet: () => '',
    DescribeStackEvents: () => '<StackEvents/>',
    DescribeEvents: () => '<OperationEvents/>',
    UpdateTerminationProtection: () => '',
  }

  private describe(name: string, { status }: Stack) {
    const output = (key: string, value: string) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`
    return `<StackName>${name}</StackName><StackId>${idOf('stack', name)}</StackId><StackStatus>${status}</StackStatus><CreationTime>2026-11-21T00:00:00Z</CreationTime><Outputs>${output('SiteUrl', 'https://d1.cloudfront.net')}${output('WebhookUrl', 'https://d1.cloudfront.net/api/v1/trading-view-webhook')}${output('CloudFrontHost', 'd1.cloudfront.net')}${output('Version', 'v1')}</Outputs>`
  }
}

const idOf = (kind: string, name: string) => `arn:aws:cloudformation:eu-west-2:${account}:${kind}/${name}/1`
