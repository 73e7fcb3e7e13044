import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  type CfnStage,
  HttpApi,
  HttpIntegrationType,
  HttpMethod,
  type HttpRouteIntegrationConfig,
  HttpRouteIntegration,
  HttpStage,
  IntegrationCredentials,
  LogGroupLogDestination,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { apiBasePath, contract, type EndpointName } from '../shared/contract.ts'
import type { Functions } from './functions.ts'
import { OperatorLog } from './operator-log.ts'

const routeOf = (name: EndpointName) => `${contract[name].method} ${apiBasePath}${contract[name].path}`

export const webhookRoute = routeOf('receiveAlert')

/**
 * Calls a second, and at once. Whom this meets, it answers with 429, which loses an alert for good. So the webhook has
 * its own, which browsing cannot use up, and so high that the executions set apart for its Lambda are used up first: a
 * call that finds none is answered with 503, and TradingView sends it again. It stays below what an account has (10,000
 * a second, 5,000 at once) and bounds what a flood costs: with CloudFront and DynamoDB some 650 dollars a day.
 */
export const throttles = {
  receiveAlert: { rate: 2_500, burst: 5_000 },
  /** Every open dashboard's poll: 0.2 a second each. Where it asks for the log alone, it asks there. */
  listChanges: { rate: 500, burst: 1_000 },
  listLogs: { rate: 500, burst: 1_000 },
  others: { rate: 100, burst: 200 },
} as const

const ownThrottle = ['receiveAlert', 'listChanges', 'listLogs'] as const

/** What is kept of each call: never a query, header or body, where secrets might be. */
const accessLogFields = {
  requestId: '$context.requestId',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latency: '$context.responseLatency',
  bytes: '$context.responseLength',
  at: '$context.requestTime',
  integrationError: '$context.integrationErrorMessage',
  /** Why the API itself refused: THROTTLED. */
  refused: '$context.error.responseType',
} as const

/** The HTTP API behind CloudFront. No CORS: site and API have one origin. */
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
      throttle: { rateLimit: throttles.others.rate, burstLimit: throttles.others.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    })
    ;(this.stage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(
      ownThrottle.map((name) => [
        routeOf(name),
        { ThrottlingRateLimit: throttles[name].rate, ThrottlingBurstLimit: throttles[name].burst },
      ]),
    )
  }

  /** One route for each endpoint of the contract, to that endpoint's Lambda. */
  addRoutes(functions: Functions) {
    const names = Object.keys(contract) as EndpointName[]
    const caller = this.makeCaller(names.map((name) => functions.byName[name]))
    for (const name of names) {
      const { method, path } = contract[name]
      const routes = this.http.addRoutes({
        path: `${apiBasePath}${path}`,
        methods: [HttpMethod[method]],
        integration: new LambdaAsRole(name, functions.byName[name], caller),
      })
      // A stage that throttles a route by name is refused while the route is not there.
      if (ownThrottle.some((own) => own === name)) this.stage.node.addDependency(...routes)
    }
  }

  /** As whom the API calls its Lambdas. A permission on each of them would be one more resource for each endpoint. */
  private makeCaller(lambdas: readonly Lambda[]) {
    return new Role(this, 'caller', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        rights: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: lambdas.map(({ functionArn }) => functionArn),
            }),
          ],
        }),
      },
    })
  }
}

class LambdaAsRole extends HttpRouteIntegration {
  private readonly lambda: Lambda
  private readonly caller: Role

  constructor(id: string, lambda: Lambda, caller: Role) {
    super(id)
    this.lambda = lambda
    this.caller = caller
  }

  override bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.lambda.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this.caller),
    }
  }
}
