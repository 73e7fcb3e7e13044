import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo, tableName } from '../../../../functions/aws/table.ts'
import type { Sabotage } from './bench-product.ts'

/** Plausible mistakes in the product. With each mistake, at least one measured figure must fail its check. */
export const sabotages = {
  'extra-broker-call': {
    ports: (ports) => ({
      ...ports,
      broker: {
        ...ports.broker,
        place: async (login, order, dealReference, { notAfter }) => {
          await ports.broker.readMarket(login, order.epic)
          return ports.broker.place(login, order, dealReference, { notAfter })
        },
      },
    }),
  },
  'count-query': {
    ports: (ports) => ({
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
  },
  'order-retry': {
    fetch: (fetchOnce) => async (input, init) => {
      try {
        return await fetchOnce(input, init)
      } catch {
        return fetchOnce(input, init)
      }
    },
  },
} as const satisfies Record<string, Sabotage>
