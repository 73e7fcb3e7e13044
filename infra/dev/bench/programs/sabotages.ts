import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo, tableName } from '../../../../functions/aws/table.ts'
import type { Sabotage } from './bench-product.ts'

/** Plausible mistakes in the product. With each mistake, at least one measured figure must fail its check. */
export const sabotages: Readonly<Record<string, Sabotage>> = {
  'extra-broker-call': (ports) => ({
    ...ports,
    broker: {
      ...ports.broker,
      place: async (login, order, dealReference, fence) => {
        await ports.broker.readMarket(login, order.epic)
        return ports.broker.place(login, order, dealReference, fence)
      },
    },
  }),
  'count-query': (ports) => ({
    ...ports,
    store: {
      ...ports.store,
      log: async (entries) => {
        await ports.store.log(entries)
        await dynamo().send(
          new QueryCommand({
            TableName: tableName('logs'),
            KeyConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: { ':pk': `${entries[0]?.userId}#log#ALL` },
            Select: 'COUNT',
          }),
        )
      },
    },
  }),
}
