import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import { Construct, type IConstruct } from 'constructs'
import { type TableName, tables, type TableShape } from '../../shared/platform/tables.ts'

/** The tables of shared/platform/tables.ts, the bucket for large downloads, and the bucket for access logs. */
export class Data extends Construct {
  readonly tables: Readonly<Record<TableName, Table>>
  readonly downloads: Bucket
  readonly accessLogs: Bucket

  /** @param keep whether the tables are protected from deletion, and the data survives the deletion of the stack */
  constructor(scope: Construct, id: string, keep: boolean) {
    super(scope, id)
    const removalPolicy = keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
    this.tables = Object.fromEntries(
      (Object.entries(tables) as [TableName, TableShape][]).map(([name, shape]) => {
        const table = new Table(this, name, {
          partitionKey: { name: 'pk', type: AttributeType.STRING },
          ...(shape.sort ? { sortKey: { name: 'sk', type: AttributeType.STRING } } : {}),
          ...(shape.expires ? { timeToLiveAttribute: 'expiresAt' } : {}),
          billingMode: BillingMode.PAY_PER_REQUEST,
          pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
          deletionProtection: keep,
          removalPolicy,
        })
        for (const [indexName, { pk, sk, holds }] of Object.entries(shape.indexes ?? {}))
          table.addGlobalSecondaryIndex({
            indexName,
            partitionKey: { name: pk, type: AttributeType.STRING },
            sortKey: { name: sk, type: AttributeType.NUMBER },
            ...(holds.length > 0
              ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...holds] }
              : { projectionType: ProjectionType.KEYS_ONLY }),
          })
        return [name, table]
      }),
    ) as unknown as Record<TableName, Table>
    // The buckets contain only objects that expire, so they may be deleted with the stack.
    const bucket = {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    }
    this.accessLogs = new Bucket(this, 'access-logs', {
      ...bucket,
      // CloudFront needs access control lists (ACLs) to write its logs.
      objectOwnership: ObjectOwnership.OBJECT_WRITER,
      lifecycleRules: [{ expiration: Duration.days(30) }],
    })
    this.downloads = new Bucket(this, 'downloads', {
      ...bucket,
      lifecycleRules: [
        { expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      serverAccessLogsBucket: this.accessLogs,
      serverAccessLogsPrefix: 'downloads-bucket/',
    })
    endBeforeItsLogs(this.downloads, this.accessLogs)
  }
}

/**
 * On deletion of the stack, deletes the logged resources before the bucket of their logs is emptied. A bucket that
 * still receives logs fills again and cannot be deleted.
 */
export const endBeforeItsLogs = (logged: IConstruct, accessLogs: IBucket) =>
  logged.node.addDependency(accessLogs.node.findChild('AutoDeleteObjectsCustomResource'))
