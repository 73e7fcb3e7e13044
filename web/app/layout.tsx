import { useQueries, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { Button } from '../components/button.tsx'
import { Logo } from '../components/logo.tsx'
import { ModeBadge } from '../components/mode-badge.tsx'
import { Loading } from '../components/states.tsx'
import { appSettingsQuery, meQuery, settingsQuery } from '../features/session/queries.ts'
import { call } from '../lib/api.ts'
import { adminNavigation, navigation } from './navigation.ts'

/** Lets nobody in before it is known who they are and what they have set. */
export const DashboardLayout = () => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [me, settings, appSettings] = useQueries({ queries: [meQuery, settingsQuery, appSettingsQuery] })
  const failed = me.isError || settings.isError || appSettings.isError

  useEffect(() => {
    if (!failed) return
    toast.error('Authentication failed. Please sign in again.')
    void navigate({ to: '/auth/login' })
  }, [failed, navigate])

  if (failed || !me.data || !settings.data || !appSettings.data) return <Loading />
  const { firstName, lastName, role } = me.data
  const logout = async () => {
    await call('logout', {}).catch(() => undefined)
    queries.clear()
    await navigate({ to: '/auth/login' })
  }
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[16.5rem_1fr]">
      <aside className="flex flex-wrap items-center gap-4 border-line bg-panel p-4 max-md:border-b md:min-h-dvh md:flex-col md:items-stretch md:border-r">
        <div className="flex items-center justify-between gap-3">
          <Logo />
          <ModeBadge mode={settings.data.mode} />
        </div>
        <nav aria-label="Main" className="md:mt-4">
          <ul className="flex gap-1 md:flex-col">
            {[...navigation, ...(role === 'ADMIN' ? adminNavigation : [])].map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="block rounded-md px-3 py-2 text-sm font-medium text-muted hover:bg-ground aria-[current=page]:bg-ground aria-[current=page]:text-ink"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-3 md:mt-auto md:ml-0">
          <span
            aria-hidden
            className="grid size-9 shrink-0 place-items-center rounded-full bg-ground text-sm font-semibold"
          >
            {firstName[0]}
            {lastName[0]}
          </span>
          <div className="text-sm leading-tight max-sm:sr-only">
            <p className="font-medium">
              {firstName} {lastName}
            </p>
            <p className="text-muted">{role === 'ADMIN' ? 'Admin' : 'User'}</p>
          </div>
          <Button kind="quiet" className="shrink-0 px-3" onClick={() => void logout()}>
            Log out
          </Button>
        </div>
      </aside>
      <main className="mx-auto w-full max-w-5xl p-4 md:p-8">
        {settings.data.tradingPause && (
          <p role="status" className="mb-6 rounded-md border border-warn/40 p-3 text-sm text-warn">
            Trading is paused: {settings.data.tradingPause.reason}
          </p>
        )}
        <Outlet />
      </main>
    </div>
  )
}
