import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { UsageError } from '../command-line.ts'
import { stackResources } from './stack-resources.ts'

/**
 * Checks that the stack has no admin, because a setup link only works for the first admin.
 * @throws UsageError if the stack has an admin
 */
export const refuseLinkIfAdmin = async (stackName: string, region: string) => {
  const TableName = (await stackResources(stackName, region)).named('AWS::DynamoDB::Table', 'datausers')
  // functions/accounts/user-store.ts stores the list of admins in this row.
  const { Item } = await DynamoDBDocumentClient.from(new DynamoDBClient({ region })).send(
    new GetCommand({ TableName, Key: { pk: 'roster' } }),
  )
  const { admins = [] } = (Item?.roster ?? {}) as { readonly admins?: readonly string[] }
  if (admins.length > 0)
    throw new UsageError(
      `${stackName} already has an admin, so a setup link would do nothing. Deploy without --setup-link. If no admin can log in: docs/runbook.md, Someone lost their second factor`,
    )
}
