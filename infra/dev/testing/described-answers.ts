import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { isDescribed } from '../../../shared/contract/answers.ts'
import type { EndpointName } from '../../../shared/contract/index.ts'

/**
 * Holds an answer against what the API's description says of its endpoint.
 * @throws Error for a status, or a code with it, that the description does not name
 */
export const expectDescribed = (
  name: EndpointName,
  { statusCode = 200, body, headers }: APIGatewayProxyStructuredResultV2,
) => {
  const isRefusal = statusCode >= 400 && headers?.['content-type'] === 'application/json'
  const code = isRefusal ? (JSON.parse(body ?? '{}') as { code?: string }).code : undefined
  if (!isDescribed(name, statusCode, code))
    throw new Error(`The API's description does not say that ${name} answers ${statusCode} ${code ?? ''}`)
}
