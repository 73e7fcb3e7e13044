import { queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../shared/contract/index.ts'
import { call } from '../../lib/api.ts'
import { toastCouldNot } from '../../lib/failures.ts'
import { itsMessage, useChange } from '../../lib/use-change.ts'

/** The polling interval in milliseconds. It is short, so that a test notification's result appears soon. */
const pollEveryMs = 5_000

export const notificationsQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: () => call('getNotices', {}),
  refetchInterval: pollEveryMs,
})

const rereads = [notificationsQuery.queryKey]

export const useSaveNotifications = () =>
  useChange((request: RequestOf<'saveNotices'>) => call('saveNotices', request), {
    done: itsMessage,
    onError: toastCouldNot('save your notification settings'),
    rereads,
  })

export const useConnectChannel = (onDone: (secret: string | null) => void) =>
  useChange((request: RequestOf<'connectChannel'>) => call('connectChannel', request), {
    done: 'Channel connected',
    onDone: ({ secret }) => onDone(secret),
    onError: toastCouldNot('connect the channel'),
    rereads,
  })

export const useRemoveChannel = () =>
  useChange((id: string) => call('removeChannel', { id }), {
    done: itsMessage,
    onError: toastCouldNot('disconnect the channel'),
    rereads,
  })

export const useTestChannel = () =>
  useChange((id: string) => call('testChannel', { id }), {
    done: itsMessage,
    onError: toastCouldNot('send a test'),
    rereads,
  })

export const useRotateSecret = (onDone: (secret: string) => void) =>
  useChange(() => call('rotateSigningSecret', {}), {
    onDone: ({ secret }) => onDone(secret),
    onError: toastCouldNot('rotate the signing secret'),
    rereads,
  })

export const useLinkTelegram = () =>
  useChange(() => call('linkTelegram', {}), { onError: toastCouldNot('get a code'), rereads })

export const useConfirmTelegram = () =>
  useChange(() => call('confirmTelegram', {}), {
    done: itsMessage,
    onError: toastCouldNot('connect the chat'),
    rereads,
  })
