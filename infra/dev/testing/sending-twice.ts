import { dynamo } from '../../../functions/aws/table.ts'

/** Does something while each write to a table is sent twice, as by the SDK if the first answer is lost. */
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
