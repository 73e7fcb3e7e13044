import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createQueryClient } from '../app/query-client.ts'
import { router as appRouter } from '../app/router.tsx'
import { ToasterSlot } from '../lib/toaster-slot.tsx'
import type { UserSettings } from '../../shared/settings/settings.schema.ts'
import type { AppSettings, User } from '../../shared/accounts/user.schema.ts'
import {
  anUser,
  pageOf,
  someAppSettings,
  someSettings,
  someBrokerAccount,
  someNotifications,
  someSecurity,
  someStats,
} from './examples.ts'
import { answer } from './server.ts'

type SignedIn = {
  readonly user?: Partial<User>
  readonly settings?: Partial<UserSettings>
  readonly appSettings?: Partial<AppSettings>
}

/** Sets the answers that the dashboard needs to open. */
export const signIn = ({ user, settings, appSettings }: SignedIn = {}) => {
  answer('getMe', anUser(user))
  answer('getSettings', someSettings(settings))
  answer('getAppSettings', someAppSettings(appSettings))
  answer('getBrokerAccount', someBrokerAccount())
  answer('getNotices', someNotifications())
  answer('getSecurity', someSecurity())
  answer('listTokens', { tokens: [] })
}

/** Sets the answers for an account without positions, orders, instruments or log entries. */
export const answerEmpty = () => {
  answer('getStats', someStats({ openPositionsCount: 0, openOrdersCount: 0 }))
  answer('listPositions', pageOf([]))
  answer('listOrders', pageOf([]))
  answer('listInstruments', pageOf([]))
  answer('listLogs', pageOf([]))
}

/**
 * Opens an address in the app's own router, with an empty cache. Failed reads are retried as often as in the app, but
 * without a delay.
 * @returns a simulated user, and functions that read the router's state
 */
export const open = (address: string) => {
  // Typing runs without delays, so that no timer of the page ends between two keys on a slow machine. Clicks have a
  // delay, because a dialog that has just opened does not accept the next click at once.
  const { type, keyboard, pointer } = userEvent.setup({ delay: null })
  const user = { ...userEvent.setup(), type, keyboard, pointer }
  const queries = createQueryClient()
  const { queries: reading, ...others } = queries.getDefaultOptions()
  queries.setDefaultOptions({ ...others, queries: { ...reading, retryDelay: 0 } })
  const router = createRouter({
    routeTree: appRouter.routeTree,
    defaultErrorComponent: appRouter.options.defaultErrorComponent,
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const view = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <ToasterSlot />
    </QueryClientProvider>,
  )
  return {
    user,
    queries,
    view,
    go: (to: string) => router.navigate({ href: to }),
    back: () => router.history.back(),
    /** Returns the path and query, as in the address bar. */
    address: () => router.state.location.href,
    path: () => router.state.location.pathname,
  }
}
