import { dynamo } from '../../../functions/aws/table.ts'

/** Runs an action while each write to a table is sent twice, as the SDK does if it loses the first answer. */
export const sendingTwice = async <T>(act: () => Promise<T>): Promise<T> => {
  const name = 'sendsTwice'
  dynamo().middlewareStack.add(
    (next, { commandName = '' }) =>
      async (given) => {
        const first = await next(given)
        return /^(Put|Update|Delete)/.test(commandName) ? next(given) : first
      },
    { step: 'build', priority: 'low', name },
  )
  try {
    return await act()
  } finally {
    dynamo().middlewareStack.remove(name)
  }
}
