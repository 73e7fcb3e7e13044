import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { VisibleError } from '../../shared/error.ts'

/** Serves every endpoint of the contract whose handler has not been written. */
export const handler = async (): Promise<APIGatewayProxyStructuredResultV2> => {
  const { status, body } = new VisibleError('NOT_IMPLEMENTED', 'This call is not available yet')
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  }
}
