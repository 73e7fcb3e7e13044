import { Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  type CfnOriginRequestPolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { ARecord, AaaaRecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct, type IDependable } from 'constructs'
import { originVerifyHeader, telegramSecretHeader } from '../../shared/platform/env.ts'
import { endBeforeItsLogs } from './data.ts'
import { keptErrors } from './error-caching.ts'
import { OperatorLog } from './operator-log.ts'
import type { OwnDomain } from './options.ts'
import { cacheRules } from './site-folder.ts'

/** Allows scripts, styles and calls from our own origin only, no inline scripts and no frames. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Radix and the virtual tables position elements with style attributes. Styles cannot run code.
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  // The web app manifest, and the service worker that shows push messages.
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the app's page for paths without a file extension. Applies to the site only: errors of /api stay unchanged.
 */
export const spaRouting = `function handler(event) {
  var request = event.request;
  if (request.uri.lastIndexOf('.') <= request.uri.lastIndexOf('/')) request.uri = '/index.html';
  return request;
}`

type Props = {
  readonly api: HttpApi
  /** The folder of the React build. */
  readonly folder: string
  /** The bucket of files that are too large for an API response. Each file is opened by a signed link. */
  readonly downloads: IBucket
  /** Receives the access logs of CloudFront and of the site's bucket. */
  readonly accessLogs: IBucket
  readonly domain: OwnDomain | undefined
  /** The certificate in us-east-1, if a domain is set. */
  readonly certificateArn: string | undefined
}

/** The CloudFront distribution in front of the site's bucket and the API, so that both share an origin. */
export class Site extends Construct {
  readonly distribution: Distribution
  /**
   * The header value that CloudFront adds to each API call. It is the random ID (UUID) that AWS assigned to one of our
   * policies. Only people who can read the account's CloudFormation or Lambda settings can see it. With it, they could
   * only bypass CloudFront. A separate secret would double the cost of an idle Signalpost.
   */
  readonly originVerify: string
  private readonly domain: OwnDomain | undefined
  private readonly page: BucketDeployment

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { api, folder, downloads, accessLogs, domain, certificateArn } = props
    this.domain = domain
    const bucket = siteBucket(this, accessLogs)
    const headers = securityHeaders(this, domain)
    const toApi = requestsToApi(this)
    const keepNothing = apiCache(this)
    this.originVerify = (toApi.node.defaultChild as CfnOriginRequestPolicy).ref
    this.distribution = new Distribution(this, 'distribution', {
      comment: 'Signalpost',
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      logBucket: accessLogs,
      logFilePrefix: 'cloudfront/',
      // CloudFront's own domain uses CloudFront's certificate and TLS policy.
      ...(domain && certificateArn
        ? {
            domainNames: [domain.name],
            certificate: Certificate.fromCertificateArn(this, 'certificate', certificateArn),
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
          }
        : {}),
      // Errors are not cached, because their cache key does not include the user.
      errorResponses: keptErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: siteBehavior(this, bucket, headers),
      additionalBehaviors: {
        '/api/*': {
          origin: new HttpOrigin(
            `${api.apiId}.execute-api.${Stack.of(this).region}.${Stack.of(this).urlSuffix}`,
            { customHeaders: { [originVerifyHeader]: this.originVerify } },
          ),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: keepNothing,
          originRequestPolicy: toApi,
          responseHeadersPolicy: headers,
        },
        '/downloads/*': downloadsBehavior(this, downloads, headers),
      },
    })
    for (const logged of [bucket, this.distribution]) endBeforeItsLogs(logged, accessLogs)
    this.page = this.deploy(bucket, folder)
    if (domain && 'zone' in domain) this.nameInZone(domain.name, domain.zone)
  }

  /** Deploys the site's files. Old files with hashed names stay, because open pages still load them. */
  private deploy(bucket: Bucket, folder: string): BucketDeployment {
    const logGroup = new OperatorLog(this, 'deployment-log')
    const common = { sources: [Source.asset(folder)], destinationBucket: bucket, prune: false, logGroup }
    const [ofAssets, ofPage] = cacheRules
    const assets = new BucketDeployment(this, 'assets', {
      ...common,
      cacheControl: [CacheControl.fromString(ofAssets.cacheControl)],
      exclude: ['*'],
      include: [ofAssets.include],
    })
    const page = new BucketDeployment(this, 'page', {
      ...common,
      cacheControl: [CacheControl.fromString(ofPage.cacheControl)],
      exclude: [ofPage.exclude],
      distribution: this.distribution,
      // Browsers revalidate pages every time, so a deployment need not wait for, or fail with, a CloudFront
      // invalidation.
      waitForDistributionInvalidation: false,
    })
    // The files are uploaded before the page that refers to them.
    page.node.addDependency(assets)
    return page
  }

  /** Publishes the new page only after the new API that it calls. */
  publishPageAfter(...api: readonly IDependable[]) {
    this.page.node.addDependency(...api)
  }

  private nameInZone(recordName: string, zone: { readonly id: string; readonly name: string }) {
    const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution))
    const { id: hostedZoneId, name: zoneName } = zone
    const props = {
      zone: HostedZone.fromHostedZoneAttributes(this, 'zone', { hostedZoneId, zoneName }),
      recordName,
      target,
    }
    new ARecord(this, 'a', props)
    new AaaaRecord(this, 'aaaa', props)
  }

  /** The site's https origin without a trailing slash. */
  get origin() {
    return Fn.join('', ['https://', this.domain?.name ?? this.distribution.distributionDomainName])
  }
}

/** CloudFront's names are unique per account. They contain the region, so that a stage can exist in two regions. */
const regional = (scope: Construct, name: string) => {
  const { stackName, region } = Stack.of(scope)
  return `${stackName}-${region}-${name}`
}

const securityHeaders = (scope: Construct, domain: OwnDomain | undefined) =>
  new ResponseHeadersPolicy(scope, 'headers', {
    responseHeadersPolicyName: regional(scope, 'headers'),
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy, override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(365),
        // HSTS must not cover the other names in a zone, which are not ours.
        includeSubdomains: !domain || ('zone' in domain && domain.zone.name !== domain.name),
        override: true,
      },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
        { header: 'permissions-policy', value: 'camera=(), geolocation=(), microphone=()', override: true },
      ],
    },
  })

const siteBucket = (scope: Construct, accessLogs: IBucket) =>
  new Bucket(scope, 'bucket', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    serverAccessLogsBucket: accessLogs,
    serverAccessLogsPrefix: 'site-bucket/',
    // Every deployment creates the files again, so none needs to be kept.
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
  })

const requestsToApi = (scope: Construct) =>
  new OriginRequestPolicy(scope, 'to-api', {
    originRequestPolicyName: regional(scope, 'to-api'),
    comment: 'Signalpost: request headers that reach the API',
    cookieBehavior: OriginRequestCookieBehavior.all(),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    // `Host` is missing, because it must be the API's own. `CloudFront-Viewer-Address` is included, because throttles
    // count calls by the viewer's address.
    headerBehavior: OriginRequestHeaderBehavior.allowList(
      'Content-Type',
      'Accept',
      'Origin',
      'Sec-Fetch-Site',
      'X-Requested-With',
      'If-None-Match',
      'CloudFront-Viewer-Address',
      // The session list shows the browser and system, such as Firefox on Windows.
      'User-Agent',
      // Telegram's header proves that a call is from Telegram.
      telegramSecretHeader,
    ),
  })

/**
 * An origin request policy cannot name `Authorization`: CloudFront passes it on only if it is part of the cache key,
 * which requires a cache policy. The API's responses are `no-store`, so nothing is cached. Any other response would
 * be cached for one second, and only for the same token, cookies and query.
 */
const apiCache = (scope: Construct) =>
  new CachePolicy(scope, 'api-cache', {
    cachePolicyName: regional(scope, 'api-cache'),
    comment: 'Signalpost: keeps nothing, passes tokens on',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.seconds(1),
    headerBehavior: CacheHeaderBehavior.allowList('Authorization'),
    cookieBehavior: CacheCookieBehavior.all(),
    queryStringBehavior: CacheQueryStringBehavior.all(),
  })

/** Serves the site's files, and the app's page for its other paths. */
const siteBehavior = (scope: Construct, bucket: IBucket, responseHeadersPolicy: ResponseHeadersPolicy) => ({
  origin: S3BucketOrigin.withOriginAccessControl(bucket, {
    originAccessControl: new S3OriginAccessControl(scope, 'access', {
      originAccessControlName: regional(scope, 'site'),
    }),
  }),
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  responseHeadersPolicy,
  functionAssociations: [
    {
      eventType: FunctionEventType.VIEWER_REQUEST,
      function: new EdgeFunction(scope, 'spa-routing', {
        code: FunctionCode.fromInline(spaRouting),
        runtime: FunctionRuntime.JS_2_0,
      }),
    },
  ],
})

const downloadsBehavior = (
  scope: Construct,
  downloads: IBucket,
  responseHeadersPolicy: ResponseHeadersPolicy,
) => ({
  // The signed link gives access to the bucket. CloudFront only forwards the request, so that downloads stay on
  // our origin.
  origin: new HttpOrigin(downloads.bucketRegionalDomainName),
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: new OriginRequestPolicy(scope, 'to-downloads', {
    originRequestPolicyName: regional(scope, 'to-downloads'),
    comment: 'Signalpost: the signature of a signed link',
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
  }),
  responseHeadersPolicy,
})
