import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { toast } from '../../lib/toast.ts'
import type { RequestOf } from '../../../shared/contract/index.ts'
import type { User } from '../../../shared/accounts/user.schema.ts'
import { isSearch, type ListPlace, pageRequest } from '../../lib/list-place.ts'
import { call, download } from '../../lib/api.ts'
import { toastCouldNot } from '../../lib/failures.ts'
import { useChange } from '../../lib/use-change.ts'
import { meQuery } from '../../lib/session-queries.ts'

const usersKey = ['users'] as const

export const usersQuery = (place: ListPlace) => {
  const request = { ...pageRequest(place), q: isSearch(place) ? place.q.trim() : undefined }
  return queryOptions({
    queryKey: [...usersKey, request],
    queryFn: () => call('listUsers', request),
    placeholderData: keepPreviousData,
  })
}

/**
 * Makes an admin's change to a user. It also reads the admin's own account again, because that account may be the one
 * that changed.
 */
const useUsersChange = <Request>(
  change: (request: Request) => Promise<unknown>,
  words: { readonly act: string; readonly done: string },
  onDone: (request: Request) => void,
) =>
  useChange(change, {
    done: words.done,
    onError: toastCouldNot(words.act),
    onEnd: onDone,
    rereads: [meQuery.queryKey, usersKey],
  })

type OnDone = (userId: string) => void

/**
 * @param onDone called with the user's ID after the attempt, whether or not it succeeded; by then the admin may have
 * selected another user
 */
export const useUpdateUser = (onDone: OnDone) =>
  useUsersChange(
    (request: RequestOf<'updateUser'>) => call('updateUser', request),
    { act: 'update user', done: 'User updated successfully' },
    ({ id }) => onDone(id),
  )

export const useDeleteUser = (onDone: OnDone) =>
  useUsersChange(
    (id: string) => call('deleteUser', { id }),
    { act: 'delete user', done: 'User deleted successfully' },
    onDone,
  )

export const useSignOutUser = () =>
  useUsersChange(
    (id: string) => call('endUserSessions', { id }),
    { act: 'log user out', done: 'User logged out everywhere' },
    () => undefined,
  )

export const useRemoveFactors = (onDone: OnDone) =>
  useUsersChange(
    (id: string) => call('removeUserFactors', { id }),
    { act: 'remove second factors', done: 'Second factors removed successfully' },
    onDone,
  )

export const useDeleteUserLogs = (onDone: OnDone) =>
  useChange((userId: string) => call('deleteUserLogs', { userId }), {
    done: 'User logs deleted successfully',
    onError: toastCouldNot('delete user logs'),
    onEnd: onDone,
    rereads: [['logs']],
  })

/** Returns the current time in a format that file names allow: "2026-11-21T09-30-00". */
const timeForFileName = () => new Date().toISOString().slice(0, 19).replaceAll(':', '-')

export const useDownloadUserLogs = () =>
  useMutation({
    mutationFn: ({ id }: User) => {
      const toastId = `logs of ${id}`
      toast.loading('Downloading logs…', { id: toastId })
      return download(
        'downloadUserLogs',
        // Without `type`, the server returns all types.
        { userId: id } as RequestOf<'downloadUserLogs'>,
        `logs_for_${id}_${timeForFileName()}.log`,
        (share) => toast.loading(`Downloading logs... ${Math.round(share * 100)}%`, { id: toastId }),
      ).finally(() => toast.dismiss(toastId))
    },
    onSuccess: () => toast.success('User logs downloaded successfully'),
    onError: toastCouldNot('download user logs'),
  })
