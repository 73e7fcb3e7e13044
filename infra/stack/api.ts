import { Lazy } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  type CfnIntegration,
  CfnRoute,
  type CfnStage,
  HttpApi,
  HttpIntegration,
  HttpIntegrationType,
  HttpStage,
  IntegrationCredentials,
  LogGroupLogDestination,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { sharedThrottle } from '../../shared/contract/endpoint.ts'
import {
  apiBasePath,
  contract,
  type Endpoint,
  type EndpointName,
  endpointNames,
} from '../../shared/contract/index.ts'
import type { Functions } from './functions.ts'
import { lanes, queueUp } from './lanes.ts'
import { OperatorLog } from './operator-log.ts'

const routeOf = (name: EndpointName) => `${contract[name].method} ${apiBasePath}${contract[name].path}`

export const webhookRoute = routeOf('receiveAlert')

const throttled = endpointNames.flatMap((name) => {
  const { throttle }: Endpoint = contract[name]
  return throttle ? [{ name, throttle }] : []
})

/** Fields of the access log. It has no query, header or body, because these may contain secrets. */
const accessLogFields = {
  requestId: '$context.requestId',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latency: '$context.responseLatency',
  bytes: '$context.responseLength',
  at: '$context.requestTime',
  integrationError: '$context.integrationErrorMessage',
  /** Why API Gateway refused the call, such as THROTTLED. */
  refused: '$context.error.responseType',
} as const

/** The HTTP API behind CloudFront. It needs no CORS, because the site and the API share an origin. */
export class Api extends Construct {
  readonly http: HttpApi
  readonly accessLog: LogGroup
  private readonly stage: HttpStage

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.http = new HttpApi(this, 'http', {
      description: 'Signalpost, below /api/v1',
      createDefaultStage: false,
    })
    this.accessLog = new OperatorLog(this, 'access-log')
    this.stage = new HttpStage(this, 'stage', {
      httpApi: this.http,
      autoDeploy: true,
      throttle: { rateLimit: sharedThrottle.rate, burstLimit: sharedThrottle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    })
    ;(this.stage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(
      throttled.map(({ name, throttle: { rate, burst } }) => [
        routeOf(name),
        { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst },
      ]),
    )
  }

  /** Adds one route per endpoint to this stack. The endpoint's Lambda may be in another stack. */
  addRoutes(functions: Functions) {
    const callers = new Map<Construct, LambdaCaller>()
    const routes: CfnRoute[] = []
    const integrations = new Map<Construct, CfnIntegration[]>()
    for (const name of endpointNames) {
      const { method, path } = contract[name]
      const lambda = functions.byName[name]
      const scope = functions.scopeOf(name)
      const caller = callers.get(scope) ?? new LambdaCaller(scope, 'caller')
      callers.set(scope, caller)
      caller.lambdas.push(lambda)
      const integration = new HttpIntegration(scope, `${name}-integration`, {
        httpApi: this.http,
        integrationType: HttpIntegrationType.AWS_PROXY,
        integrationUri: lambda.functionArn,
        payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
        credentials: IntegrationCredentials.fromRole(caller),
      })
      // Uses a plain CfnRoute, because the CDK's own route would be created in its integration's stack. The route keeps
      // the ID that the CDK would give it.
      const route = new CfnRoute(new Construct(this.http, `${method}${apiBasePath}${path}`), 'Resource', {
        apiId: this.http.apiId,
        routeKey: routeOf(name),
        authorizationType: 'NONE',
        target: `integrations/${integration.integrationId}`,
      })
      integrations.set(scope, [
        ...(integrations.get(scope) ?? []),
        integration.node.defaultChild as CfnIntegration,
      ])
      routes.push(route)
      // API Gateway refuses a stage that throttles a route which does not exist yet.
      if (throttled.some((own) => own.name === name)) this.stage.node.addDependency(route)
    }
    queueUp(routes, lanes.routes)
    for (const ofStack of integrations.values()) queueUp(ofStack, lanes.integrationsOfOneStack)
  }
}

/**
 * The role with which the API calls the Lambdas of one stack. A permission on each Lambda would be one more resource
 * per endpoint, and a single role for all would exceed AWS's 10,240 characters of inline policies.
 */
class LambdaCaller extends Role {
  readonly lambdas: Lambda[] = []

  constructor(scope: Construct, id: string) {
    super(scope, id, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        rights: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: Lazy.list({ produce: () => this.lambdas.map(({ functionArn }) => functionArn) }),
            }),
          ],
        }),
      },
    })
  }
}
