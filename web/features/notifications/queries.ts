import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../../shared/contract/index.ts'
import { call } from '../../lib/api.ts'
import { toastCouldNot } from '../../lib/failures.ts'
import { toast } from '../../lib/toast.ts'

/** Milliseconds: while someone looks, a test's way shows as it goes. */
const pollEveryMs = 5_000

export const notificationsQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: () => call('getNotices', {}),
  refetchInterval: pollEveryMs,
})

const useNotificationsMutation = <Request, Answer>(
  send: (request: Request) => Promise<Answer>,
  what: string,
  onDone?: (answer: Answer) => void,
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: toastCouldNot(what),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  })
}

const say = ({ message }: { readonly message: string }) => {
  toast.success(message)
}

export const useSaveNotifications = () =>
  useNotificationsMutation(
    (request: RequestOf<'saveNotices'>) => call('saveNotices', request),
    'save your notification settings',
    say,
  )

export const useConnectChannel = (onDone: (secret: string | null) => void) =>
  useNotificationsMutation(
    (request: RequestOf<'connectChannel'>) => call('connectChannel', request),
    'connect the channel',
    ({ secret }) => {
      toast.success('Channel connected')
      onDone(secret)
    },
  )

export const useRemoveChannel = () =>
  useNotificationsMutation((id: string) => call('removeChannel', { id }), 'disconnect the channel', say)

export const useTestChannel = () =>
  useNotificationsMutation((id: string) => call('testChannel', { id }), 'send a test', say)

export const useRotateSecret = (onDone: (secret: string) => void) =>
  useNotificationsMutation(
    () => call('rotateSigningSecret', {}),
    'rotate the signing secret',
    ({ secret }) => onDone(secret),
  )

export const useLinkTelegram = () => useNotificationsMutation(() => call('linkTelegram', {}), 'get a code')

export const useConfirmTelegram = () =>
  useNotificationsMutation(() => call('confirmTelegram', {}), 'connect the chat', say)
