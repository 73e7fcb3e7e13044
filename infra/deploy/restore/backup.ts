import { readFileSync } from 'node:fs'
import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { parseOptions, readCommand, UsageError } from '../../command-line.ts'
import { stackNameOf } from '../../stack/names.ts'
import { stackResources } from '../stack-resources.ts'
import { type BackupRow, writeBackup } from './backup-file.ts'
import { restorable } from './put-back.ts'

const help = `npm run operate -- backup --public-key FILE --to FILE

Copies the rows of all tables that can be restored to a file, compressed and encrypted with your public key. Keep the file outside the region: npm run operate -- restore --from-file FILE --private-key FILE puts the rows back, also into a stage in another region. IG credentials are not copied; users enter them again.

  --stage NAME      default: production
  --region NAME     default: eu-west-2`

const asked = readCommand(help, () => {
  const { values } = parseOptions({
    options: {
      'public-key': { type: 'string' },
      to: { type: 'string' },
      stage: { type: 'string', default: 'production' },
      region: { type: 'string', default: 'eu-west-2' },
    },
  })
  const { 'public-key': publicKey, to, stage, region } = values
  if (!publicKey || !to) throw new UsageError('--public-key and --to are required')
  return { publicKey, to, stage, region }
})

try {
  const stack = stackNameOf(asked.stage)
  const resources = await stackResources(stack, asked.region)
  const client = new DynamoDBClient({ region: asked.region })
  const counts = new Map<string, number>()
  const rows = async function* (): AsyncIterable<BackupRow> {
    for (const table of Object.keys(restorable)) {
      const TableName = resources.named('AWS::DynamoDB::Table', `data${table}`)
      for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
        for (const row of Items) {
          counts.set(table, (counts.get(table) ?? 0) + 1)
          yield { table, row }
        }
    }
  }
  const publicKey = readFileSync(asked.publicKey, 'utf8')
  await writeBackup(asked.to, rows(), { stack, publicKey, at: new Date() })
  for (const [table, count] of counts) console.log(`  ${table}: ${count} rows`)
  console.log(`Saved to ${asked.to}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
