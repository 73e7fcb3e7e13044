import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/** The address of whoever calls: CloudFront names it (`address:port`); the API itself only sees CloudFront. */
export const viewerAddress = (event: APIGatewayProxyEventV2): string =>
  event.headers['cloudfront-viewer-address']?.replace(/:\d+$/, '') ?? event.requestContext.http.sourceIp
