import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import type { PolledRead } from '../../shared/contract/index.ts'
import type { RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import { call, loadClient } from './api.ts'

/** A poll that is due within this many milliseconds is sent together with a poll that is due now. */
const soon = 2_500

/**
 * The reads that the server answers quickly, from its own tables. Even the first call of such a read can be combined
 * with others.
 */
const quick: readonly PolledRead[] = ['getMe', 'getSettings', 'getAppSettings', 'listAlerts', 'listLogs']

/**
 * Returns the function that reads a polling query. Reads that start at the same moment are combined into one call. The
 * first call of a read that needs IG is sent separately, because it may be slow.
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

/** Starts every poll on the screen that is due soon. From then on, these polls are due at the same time. */
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
