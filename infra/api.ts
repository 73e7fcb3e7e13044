import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Construct } from 'constructs'
import { apiBasePath, contract, type EndpointName } from '../shared/contract.ts'
import type { Functions } from './functions.ts'

/** One route for each endpoint of the contract, to that endpoint's Lambda. */
export const addRoutes = (api: HttpApi, functions: Functions) => {
  for (const name of Object.keys(contract) as EndpointName[]) {
    const { method, path } = contract[name]
    api.addRoutes({
      path: `${apiBasePath}${path}`,
      methods: [HttpMethod[method]],
      integration: new HttpLambdaIntegration(name, functions.byName[name]),
    })
  }
}

/** The HTTP API behind CloudFront. No CORS: site and API have one origin. */
export class Api extends Construct {
  readonly http: HttpApi
  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.http = new HttpApi(this, 'http', { description: 'Signalpost, below /api/v1' })
  }
}
