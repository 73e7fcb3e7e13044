import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import type { PolledRead } from '../../shared/contract/index.ts'
import type { RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import { call, loadClient } from './api.ts'

/** Milliseconds within which a read that is almost due joins one that is due now. */
const soon = 2_500

/** Reads that our own tables answer at once, so they are combined from the first time on. */
const quick: readonly PolledRead[] = ['getMe', 'getSettings', 'getAppSettings', 'listAlerts', 'listLogs']

/**
 * Makes a read of a polling query. Reads that a screen makes at the same moment are combined into one call. A read that
 * waits for the broker is made alone the first time.
 */
export const poll =
  <Name extends PolledRead>(name: Name, request: RequestOf<Name>) =>
  ({ client, queryKey }: QueryFunctionContext): Promise<ResponseOf<Name>> =>
    client.getQueryData(queryKey) === undefined && !quick.includes(name)
      ? call(name, request)
      : together(client, name, request)

type PollRequests = Parameters<Awaited<ReturnType<typeof loadClient>>['readTogether']>[0]

let gathering:
  | { readonly reads: PollRequests[number][]; readonly answers: Promise<(() => unknown)[]> }
  | undefined

const together = async <Name extends PolledRead>(
  queries: QueryClient,
  name: Name,
  request: RequestOf<Name>,
): Promise<ResponseOf<Name>> => {
  const isFirst = gathering === undefined
  const { reads, answers } = (gathering ??= gather())
  const place = reads.push({ name, request }) - 1
  if (isFirst) bringAlong(queries)
  const answerOf = (await answers)[place]
  return answerOf?.() as ResponseOf<Name>
}

const gather = () => {
  const reads: PollRequests[number][] = []
  const answers = new Promise<void>((resolve) => setTimeout(resolve, 0)).then(async () => {
    gathering = undefined
    return (await loadClient()).readTogether(reads)
  })
  return { reads, answers }
}

/** Starts all polls of a screen that are due soon, so that from then on they are due at the same time. */
const bringAlong = (queries: QueryClient) => {
  const due = queries.getQueryCache().findAll({
    type: 'active',
    fetchStatus: 'idle',
    predicate: ({ state, observers }) =>
      state.dataUpdatedAt > 0 &&
      observers.some(
        ({ options: { refetchInterval } }) =>
          typeof refetchInterval === 'number' && state.dataUpdatedAt + refetchInterval < Date.now() + soon,
      ),
  })
  for (const query of due) void query.fetch().catch(() => undefined)
}
