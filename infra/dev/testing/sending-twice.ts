import { dynamo } from '../../../functions/aws/table.ts'

/** Runs an action and sends each of its table writes twice, as the AWS SDK does if the first answer is lost. */
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
