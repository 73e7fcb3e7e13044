import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { gunzipSync } from 'node:zlib'

/** The body of a Lambda's answer as text, decompressed if necessary. */
export const bodyOf = ({ body = '', isBase64Encoded }: APIGatewayProxyStructuredResultV2): string =>
  isBase64Encoded ? gunzipSync(Buffer.from(body, 'base64')).toString() : body
