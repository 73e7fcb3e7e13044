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

/** Sets the answers that the loading gate needs to open the dashboard. */
export const signIn = ({ user, settings, appSettings }: SignedIn = {}) => {
  answer('getMe', anUser(user))
  answer('getSettings', someSettings(settings))
  answer('getAppSettings', someAppSettings(appSettings))
  answer('getBrokerAccount', someBrokerAccount())
  answer('getNotices', someNotifications())
  answer('getSecurity', someSecurity())
  answer('listTokens', { tokens: [] })
}

/** Sets answers for a broker account with nothing open, no instruments and an empty log. */
export const answerEmpty = () => {
  answer('getStats', someStats({ openPositionsCount: 0, openOrdersCount: 0 }))
  answer('listPositions', pageOf([]))
  answer('listOrders', pageOf([]))
  answer('listInstruments', pageOf([]))
  answer('listLogs', pageOf([]))
}

/**
 * Opens an address in the product's router with an empty cache, as `main.tsx` does. Failed reads are retried as in the
 * product, but at once.
 * @returns a user at the keyboard, and functions that read the router's state
 */
export const open = (address: string) => {
  // No timer of the page ends between two keys, or between press and release, however slow the machine is. After a
  // click the page runs first, because a dialog that has just opened does not accept another.
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
    /** Path and query, as in the address bar. */
    address: () => router.state.location.href,
    path: () => router.state.location.pathname,
  }
}
