import { Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestCookieBehavior,
  OriginRequestQueryStringBehavior,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'
import { siteFolder } from './site-folder.ts'

/** Scripts, styles and calls from our own origin only; nothing inline, nothing framed. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Radix and the virtual tables place things by style attributes; styles cannot run.
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** A path without a file's ending is a screen of the app. Only for the site: errors of /api stay what they are. */
const spaRouting = `function handler(event) {
  var request = event.request;
  if (request.uri.lastIndexOf('.') <= request.uri.lastIndexOf('/')) request.uri = '/index.html';
  return request;
}`

/** CloudFront in front of the site's bucket and the API: one origin for both. */
export class Site extends Construct {
  readonly distribution: Distribution

  constructor(scope: Construct, id: string, api: HttpApi) {
    super(scope, id)
    const bucket = new Bucket(this, 'bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // Made anew by every deployment, so nothing of it needs keeping.
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const headers = new ResponseHeadersPolicy(this, 'headers', {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(365),
          includeSubdomains: true,
          override: true,
        },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        contentTypeOptions: { override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      },
    })
    const toApi = new OriginRequestPolicy(this, 'to-api', {
      cookieBehavior: OriginRequestCookieBehavior.all(),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      // Not Host, which is the API's own; and the viewer's address, which throttles count by.
      headerBehavior: OriginRequestHeaderBehavior.allowList(
        'Content-Type',
        'Accept',
        'Origin',
        'Sec-Fetch-Site',
        'X-Requested-With',
        'If-None-Match',
        'CloudFront-Viewer-Address',
      ),
    })
    this.distribution = new Distribution(this, 'distribution', {
      comment: 'Signalpost',
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(bucket),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy: headers,
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: new EdgeFunction(this, 'spa-routing', { code: FunctionCode.fromInline(spaRouting) }),
          },
        ],
      },
      additionalBehaviors: {
        '/api/*': {
          origin: new HttpOrigin(
            `${api.apiId}.execute-api.${Stack.of(this).region}.${Stack.of(this).urlSuffix}`,
          ),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: toApi,
          responseHeadersPolicy: headers,
        },
      },
    })
    const deploy = (name: string, what: { exclude?: string[]; include?: string[] }, cache: CacheControl[]) =>
      new BucketDeployment(this, name, {
        sources: [Source.asset(siteFolder)],
        destinationBucket: bucket,
        distribution: this.distribution,
        prune: false,
        cacheControl: cache,
        ...what,
      })
    // Files named by their content never change; the page that names them must never be stale.
    const assets = deploy('assets', { exclude: ['index.html'] }, [
      CacheControl.fromString('public, max-age=31536000, immutable'),
    ])
    const page = deploy('page', { exclude: ['*'], include: ['index.html'] }, [CacheControl.noCache()])
    page.node.addDependency(assets)
  }

  /** https://… without a slash at the end. */
  get origin() {
    return Fn.join('', ['https://', this.distribution.distributionDomainName])
  }
}
