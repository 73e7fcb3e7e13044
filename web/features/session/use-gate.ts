import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toast } from '../../lib/toast.ts'
import { appSettingsQuery, isSignedOut, meQuery, settingsQuery } from './queries.ts'

/** The safety brake may pause trading at any time, and every screen says so; hence settings are read again. */
const settingsRefresh = 30_000

/**
 * Lets nobody in before it is known who they are and what they have set. A read that fails later, with the answer of
 * before still at hand, puts nobody out, unless it says that the session has ended.
 * @returns null while that is not known
 */
export const useGate = () => {
  const navigate = useNavigate()
  const answers = useQueries({
    queries: [meQuery, { ...settingsQuery, refetchInterval: settingsRefresh }, appSettingsQuery],
  })
  const failed = answers.some(({ isLoadingError, error }) => isLoadingError || isSignedOut(error))

  useEffect(() => {
    if (!failed) return
    toast.error('Authentication failed. Please sign in again.', { id: 'signed-out' })
    void navigate({ to: '/auth/login' })
  }, [failed, navigate])

  const [{ data: me }, { data: settings }, { data: appSettings }] = answers
  return !failed && me && settings && appSettings ? { me, settings } : null
}
