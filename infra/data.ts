import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { type TableName, tables, type TableShape } from '../shared/tables.ts'

/** The tables of shared/tables.ts, and the bucket for downloads that are larger than an answer may be. */
export class Data extends Construct {
  readonly tables: Readonly<Record<TableName, Table>>
  readonly downloads: Bucket

  /** @param keep whether the data outlives the stack and is protected from deletion */
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
          encryption: TableEncryption.DEFAULT,
          pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
          deletionProtection: keep,
          removalPolicy,
        })
        if (shape.index)
          table.addGlobalSecondaryIndex({
            indexName: shape.index.name,
            partitionKey: { name: shape.index.pk, type: AttributeType.STRING },
            sortKey: { name: shape.index.sk, type: AttributeType.NUMBER },
            projectionType: ProjectionType.ALL,
          })
        return [name, table]
      }),
    ) as unknown as Record<TableName, Table>
    this.downloads = new Bucket(this, 'downloads', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(1) }],
      removalPolicy,
    })
  }
}
