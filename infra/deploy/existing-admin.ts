import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { UsageError } from '../command-line.ts'
import { stackResources } from './stack-resources.ts'

/**
 * A setup link creates the first admin and does nothing once an admin exists.
 * @throws UsageError if the stack has an admin
 */
export const refuseLinkIfAdmin = async (stackName: string, region: string) => {
  const TableName = (await stackResources(stackName, region)).named('AWS::DynamoDB::Table', 'datausers')
  // The registry of admins, as functions/accounts/user-store.ts stores it.
  const { Item } = await DynamoDBDocumentClient.from(new DynamoDBClient({ region })).send(
    new GetCommand({ TableName, Key: { pk: 'roster' } }),
  )
  const { admins = [] } = (Item?.roster ?? {}) as { readonly admins?: readonly string[] }
  if (admins.length > 0)
    throw new UsageError(
      `${stackName} already has an admin, so a setup link would do nothing. Deploy without --setup-link. If no admin can log in: docs/runbook.md, Someone lost their second factor`,
    )
}
