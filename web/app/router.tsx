import Activity from '~icons/activity'
import Bell from '~icons/bell'
import BookOpenText from '~icons/book-open-text'
import ChartLine from '~icons/chart-line'
import CircleHelp from '~icons/circle-help'
import Clock from '~icons/clock'
import FileText from '~icons/file-text'
import FlaskConical from '~icons/flask-conical'
import Gauge from '~icons/gauge'
import ListOrdered from '~icons/list-ordered'
import RouteIcon from '~icons/route'
import Settings2 from '~icons/settings-2'
import Users from '~icons/users'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { Icon } from '../components/icon.tsx'
import { ErrorPage } from './error-page.tsx'
import {
  journalSearch,
  logsSearch,
  positionsSearch,
  settingsSearch,
  tableSearch,
  tokenSearch,
  whatIfSearch,
} from './search.ts'
import type { MenuEntry } from './sidebar.tsx'

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('../pages/not-found.tsx'), 'NotFoundPage'),
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/auth/login' })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/auth/login',
  component: lazyRouteComponent(() => import('../pages/login.tsx'), 'LoginPage'),
})
const withQueries = createRoute({
  getParentRoute: () => root,
  id: 'with-queries',
  component: lazyRouteComponent(() => import('./with-queries.tsx'), 'WithQueries'),
})
const register = createRoute({
  getParentRoute: () => withQueries,
  path: '/auth/register',
  component: lazyRouteComponent(() => import('../pages/register.tsx'), 'RegisterPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => withQueries,
  path: '/auth/reset-password',
  component: lazyRouteComponent(() => import('../pages/reset-password.tsx'), 'ResetPasswordPage'),
})
const changePassword = createRoute({
  getParentRoute: () => withQueries,
  path: '/auth/change-password',
  validateSearch: tokenSearch,
  component: lazyRouteComponent(() => import('../pages/change-password.tsx'), 'ChangePasswordPage'),
})

const verifyEmail = createRoute({
  getParentRoute: () => withQueries,
  path: '/auth/verify-email',
  component: lazyRouteComponent(() => import('../pages/verify-email.tsx'), 'VerifyEmailPage'),
})
const pause = createRoute({
  getParentRoute: () => withQueries,
  path: '/auth/pause',
  component: lazyRouteComponent(() => import('../pages/pause.tsx'), 'PausePage'),
})

const dashboard = createRoute({
  getParentRoute: () => withQueries,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./layout.tsx'), 'DashboardLayout'),
})
const dashboardHome = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/overview' })
  },
})

/** A page for logged-in users. Its code is loaded on the first visit. */
const screen = <Path extends string, Module extends Record<string, unknown>, Name extends keyof Module>(
  path: Path,
  load: () => Promise<Module>,
  name: Name,
) => ({ getParentRoute: () => dashboard, path, component: lazyRouteComponent(load, name) })
const inMenu = (group: MenuEntry['group'], icon: Icon, label: string, description: string) => ({
  staticData: { menu: { group, icon, label, description } },
})
/** The dashboard’s pages, in the order of the sidebar. */
const pages = [
  createRoute({
    ...screen('/overview', () => import('../pages/overview.tsx'), 'OverviewPage'),
    ...inMenu('Trade', Gauge, 'Overview', 'App statistics and general info'),
  }),
  createRoute({
    ...screen('/positions', () => import('../pages/positions.tsx'), 'PositionsPage'),
    validateSearch: positionsSearch,
    ...inMenu('Trade', ChartLine, 'Positions', 'Manage open positions'),
  }),
  createRoute({
    ...screen('/orders', () => import('../pages/orders.tsx'), 'OrdersPage'),
    validateSearch: tableSearch,
    ...inMenu('Trade', Clock, 'Orders', 'Manage pending/working orders'),
  }),
  createRoute({
    ...screen('/strategies', () => import('../pages/strategies.tsx'), 'StrategiesPage'),
    ...inMenu('Trade', RouteIcon, 'Strategies', 'Positions and rules by strategy'),
  }),
  createRoute({
    ...screen('/journal', () => import('../pages/journal.tsx'), 'JournalPage'),
    validateSearch: journalSearch,
    ...inMenu('Trade', BookOpenText, 'Journal', 'Results checked against IG'),
  }),
  createRoute({
    ...screen('/journal/$tradeId', () => import('../pages/trade.tsx'), 'TradePage'),
    validateSearch: journalSearch,
  }),
  createRoute(screen('/alerts/$alertId', () => import('../pages/alert.tsx'), 'AlertPage')),
  createRoute({
    ...screen('/what-if', () => import('../pages/what-if.tsx'), 'WhatIfPage'),
    validateSearch: whatIfSearch,
    ...inMenu('Trade', FlaskConical, 'What if', 'Other rules, your own alerts'),
  }),
  createRoute({
    ...screen('/instruments', () => import('../pages/instruments.tsx'), 'InstrumentsPage'),
    validateSearch: tableSearch,
    ...inMenu('Trade', ListOrdered, 'Instruments', 'Your instruments and ticker data'),
  }),
  createRoute(screen('/instruments/add', () => import('../pages/add-instruments.tsx'), 'AddInstrumentsPage')),
  createRoute({
    ...screen('/instruments/$market', () => import('../pages/instrument.tsx'), 'InstrumentPage'),
    validateSearch: settingsSearch,
  }),
  createRoute({
    ...screen('/logs', () => import('../pages/logs.tsx'), 'LogsPage'),
    validateSearch: logsSearch,
    ...inMenu('Trade', FileText, 'Logs', 'Trading logs and history'),
  }),
  createRoute(screen('/logs/compare', () => import('../pages/compare-alerts.tsx'), 'CompareAlertsPage')),
  createRoute({
    ...screen('/notifications', () => import('../pages/notifications.tsx'), 'NotificationsPage'),
    ...inMenu('Set up', Bell, 'Notifications', 'What we send you, and where'),
  }),
  createRoute({
    ...screen('/settings', () => import('../pages/settings.tsx'), 'SettingsPage'),
    validateSearch: settingsSearch,
    ...inMenu('Set up', Settings2, 'Settings', 'Mode, credentials and rules'),
  }),
  createRoute({
    ...screen('/help', () => import('../pages/help.tsx'), 'HelpPage'),
    ...inMenu('Set up', CircleHelp, 'Help', 'Set up your alerts'),
  }),
  createRoute(screen('/account', () => import('../pages/account.tsx'), 'AccountPage')),
  createRoute({
    ...screen('/admin/users', () => import('../pages/users.tsx'), 'UsersPage'),
    validateSearch: tableSearch,
    ...inMenu('Admin', Users, 'Users', 'Manage user accounts'),
  }),
  createRoute({
    ...screen('/admin/app-settings', () => import('../pages/app-settings.tsx'), 'AppSettingsPage'),
    ...inMenu('Admin', Settings2, 'App settings', 'Registration and admins'),
  }),
  createRoute({
    ...screen('/admin/system', () => import('../pages/system.tsx'), 'SystemPage'),
    ...inMenu('Admin', Activity, 'System', 'Health and alarms'),
  }),
]

const routeTree = root.addChildren([
  home,
  login,
  withQueries.addChildren([
    register,
    resetPassword,
    changePassword,
    pause,
    verifyEmail,
    dashboard.addChildren([dashboardHome, ...pages]),
  ]),
])

export const router = createRouter({
  routeTree,
  // A setting that a link leads to scrolls itself into view.
  scrollRestoration: ({ location }) => !('focus' in location.search),
  defaultErrorComponent: ErrorPage,
  // The next page of a table also starts at the top, and Back restores the previous scroll position.
  scrollToTopSelectors: ['main [role=region]'],
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
