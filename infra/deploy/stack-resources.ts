import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { type DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb'
import { UsageError } from '../command-line.ts'

/** Lists the names of all tables in the account and region of the client. */
export const listTableNames = async (client: DynamoDBClient): Promise<string[]> => {
  const names: string[] = []
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) names.push(...TableNames)
  return names
}

/**
 * Reads the AWS names of a stack's resources.
 * @throws UsageError if the region has no such stack
 */
export const stackResources = async (stackName: string, region: string) => {
  const found: { readonly id: string; readonly name: string; readonly type: string }[] = []
  const pages = paginateListStackResources(
    { client: new CloudFormationClient({ region }) },
    { StackName: stackName },
  )
  try {
    for await (const { StackResourceSummaries = [] } of pages)
      for (const { LogicalResourceId, PhysicalResourceId, ResourceType } of StackResourceSummaries)
        found.push({ id: LogicalResourceId ?? '', name: PhysicalResourceId ?? '', type: ResourceType ?? '' })
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist'))
      throw new UsageError(`${region} has no stack ${stackName}`)
    throw error
  }
  return {
    ofType: (type: string) => found.filter((each) => each.type === type).map(({ name }) => name),
    /**
     * @param start the beginning of the logical ID
     * @throws UsageError if there is no such resource
     */
    named: (type: string, start: string) => {
      const resource = found.find((each) => each.type === type && each.id.startsWith(start))
      if (!resource) throw new UsageError(`${stackName} has no ${type} ${start}`)
      return resource.name
    },
  }
}
