import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { forgetFigures, isKeptCopy, keepFigures, restoreFigures } from '../../lib/kept-figures.ts'
import { accountOf, keyOf } from '../../lib/use-broker.ts'
import { toast } from '../../lib/toast.ts'
import { rememberPlace } from '../../lib/way-back.ts'
import { appSettingsQuery, isSignedOut, meQuery, settingsQuery } from '../../lib/session-queries.ts'

/**
 * How often the settings are read, in milliseconds. The safety brake may pause trading at any time, and every screen
 * must show the pause.
 */
const settingsRefresh = 30_000

const isUnreachable = (error: unknown) => error instanceof ApiError && error.status === 0

const gateKeys: readonly unknown[] = [meQuery, settingsQuery, appSettingsQuery].map(
  ({ queryKey: [key] }) => key,
)
const isBehindGate = ({ queryKey: [key] }: Query) => !gateKeys.includes(key)

/**
 * Clears the cached data if the user or the account changes. Otherwise the screen would show another account's data
 * under the new account's name.
 */
const useResetOnAccountChange = (whose: string | undefined) => {
  const queries = useQueryClient()
  const known = useRef(whose)
  useEffect(() => {
    if (whose === undefined) return
    if (known.current !== undefined && known.current !== whose)
      void queries.resetQueries({ predicate: isBehindGate })
    known.current = whose
  }, [whose, queries])
}

/**
 * Lets a user in as soon as their identity and settings are known. If a later read fails, the user stays logged in with
 * cached data unless the error says that the session has ended.
 * @returns null until the user may enter
 */
export const useGate = () => {
  const navigate = useNavigate()
  const router = useRouter()
  const queries = useQueryClient()
  useState(() => navigator.onLine || restoreFigures(queries))
  const answers = [
    useQuery(meQuery),
    useQuery({ ...settingsQuery, refetchInterval: settingsRefresh }),
    useQuery(appSettingsQuery),
  ] as const
  const failed = answers.some(({ isLoadingError, error }) => isLoadingError || isSignedOut(error))
  const mayRestore =
    !answers.some(({ error }) => isSignedOut(error)) && answers.some(({ error }) => isUnreachable(error))

  useEffect(() => {
    if (!failed) return
    if (mayRestore && restoreFigures(queries)) return
    forgetFigures()
    toast.error('Authentication failed. Please sign in again.', { id: 'signed-out' })
    rememberPlace(router.state.location.href)
    void navigate({ to: '/auth/login' })
  }, [failed, mayRestore, navigate, queries, router])

  const [{ data: me }, { data: settings }, { data: appSettings }] = answers
  useResetOnAccountChange(me && settings && `${me.id} ${keyOf(accountOf(settings))}`)
  const isKnown = !failed && me !== undefined && settings !== undefined && appSettings !== undefined
  const myId = isKnown && !isKeptCopy(settings) ? me.id : undefined
  useEffect(() => (myId === undefined ? undefined : keepFigures(queries, { id: myId })), [myId, queries])
  return isKnown ? { me, settings } : null
}
