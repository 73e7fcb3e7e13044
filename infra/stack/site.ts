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

/** Scripts, styles and calls from our own origin only; nothing inline, nothing framed. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Radix and the virtual tables place things by style attributes; styles cannot run.
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  // The installable app, and what shows what is pushed.
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** A path without a file's ending is a screen of the app. Only for the site: errors of /api stay what they are. */
export const spaRouting = `function handler(event) {
  var request = event.request;
  if (request.uri.lastIndexOf('.') <= request.uri.lastIndexOf('/')) request.uri = '/index.html';
  return request;
}`

type Props = {
  readonly api: HttpApi
  /** The folder of the React build. */
  readonly folder: string
  /** Files that are too large for an answer of the API; a signed link opens each. */
  readonly downloads: IBucket
  /** Takes the access logs of CloudFront and of the site's bucket. */
  readonly accessLogs: IBucket
  readonly domain: OwnDomain | undefined
  /** In us-east-1. Given with a domain. */
  readonly certificateArn: string | undefined
}

/** CloudFront in front of the site's bucket and the API: one origin for both. */
export class Site extends Construct {
  readonly distribution: Distribution
  /**
   * What CloudFront adds to each call of the API: the id that AWS made up at random (a UUID) for one of our policies.
   * Who may read the account's CloudFormation or Lambda settings sees it, no other user; and it opens nothing but the
   * way around CloudFront. A secret of its own would double the cost of an idle Signalpost.
   */
  readonly originVerify: string
  private readonly domain: OwnDomain | undefined
  private readonly page: BucketDeployment

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { api, folder, downloads, accessLogs, domain, certificateArn } = props
    this.domain = domain
    const bucket = new Bucket(this, 'bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'site-bucket/',
      // Created by every deployment, so nothing of it needs keeping.
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    })
    const headers = securityHeaders(this, domain)
    const toApi = new OriginRequestPolicy(this, 'to-api', {
      originRequestPolicyName: regional(this, 'to-api'),
      comment: 'Signalpost: request headers that reach the API',
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
        // What a session is shown by: Firefox on Windows.
        'User-Agent',
        // By this Telegram proves that a call is its own.
        telegramSecretHeader,
      ),
    })
    // An origin request policy cannot name `Authorization`: CloudFront passes it on only if it is part of the cache key, which requires
    // a cache policy. The API's responses are `no-store`, so nothing is cached. Anything else would be cached for one second, for
    // the same token, cookies and query.
    const keepNothing = new CachePolicy(this, 'api-cache', {
      cachePolicyName: regional(this, 'api-cache'),
      comment: 'Signalpost: keeps nothing, passes tokens on',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1),
      headerBehavior: CacheHeaderBehavior.allowList('Authorization'),
      cookieBehavior: CacheCookieBehavior.all(),
      queryStringBehavior: CacheQueryStringBehavior.all(),
    })
    this.originVerify = (toApi.node.defaultChild as CfnOriginRequestPolicy).ref
    this.distribution = new Distribution(this, 'distribution', {
      comment: 'Signalpost',
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      logBucket: accessLogs,
      logFilePrefix: 'cloudfront/',
      // CloudFront's own name has CloudFront's own certificate, and its rules on TLS.
      ...(domain && certificateArn
        ? {
            domainNames: [domain.name],
            certificate: Certificate.fromCertificateArn(this, 'certificate', certificateArn),
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
          }
        : {}),
      // None: whose trouble an error tells is not in CloudFront's key.
      errorResponses: keptErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(bucket, {
          originAccessControl: new S3OriginAccessControl(this, 'access', {
            originAccessControlName: regional(this, 'site'),
          }),
        }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy: headers,
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: new EdgeFunction(this, 'spa-routing', {
              code: FunctionCode.fromInline(spaRouting),
              runtime: FunctionRuntime.JS_2_0,
            }),
          },
        ],
      },
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
        '/downloads/*': {
          // The link's own signature opens the bucket: CloudFront only hands it on, so that a download never leaves
          // our origin.
          origin: new HttpOrigin(downloads.bucketRegionalDomainName),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: new OriginRequestPolicy(this, 'to-downloads', {
            originRequestPolicyName: regional(this, 'to-downloads'),
            comment: 'Signalpost: the signature of a signed link',
            queryStringBehavior: OriginRequestQueryStringBehavior.all(),
          }),
          responseHeadersPolicy: headers,
        },
      },
    })
    for (const logged of [bucket, this.distribution]) endBeforeItsLogs(logged, accessLogs)
    this.page = this.deploy(bucket, folder)
    if (domain && 'zone' in domain) this.nameInZone(domain.name, domain.zone)
  }

  /** Old files named by their content stay: pages that are open still ask for them. */
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
      // Pages are asked about each time; a deployment need not wait, and fail, for CloudFront to forget them.
      waitForDistributionInvalidation: false,
    })
    // First the files, then the page that names them.
    page.node.addDependency(assets)
    return page
  }

  /** The new page calls what the new API answers. */
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

  /** https://… without a slash at the end. */
  get origin() {
    return Fn.join('', ['https://', this.domain?.name ?? this.distribution.distributionDomainName])
  }
}

/** CloudFront's names are the whole account's: a stage may stand in two regions. */
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
        // The names below a zone's own are not ours to bind.
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
