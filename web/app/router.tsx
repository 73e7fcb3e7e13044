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
import { Crashed } from './crashed.tsx'
import {
  journalSearch,
  logsSearch,
  positionsSearch,
  settingsSearch,
  tableSearch,
  tokenSearch,
  whatIfSearch,
} from './search.ts'

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
const overview = createRoute({
  getParentRoute: () => dashboard,
  path: '/overview',
  component: lazyRouteComponent(() => import('../pages/overview.tsx'), 'OverviewPage'),
  staticData: {
    menu: { group: 'Trade', icon: Gauge, label: 'Overview', description: 'App statistics and general info' },
  },
})
const positions = createRoute({
  getParentRoute: () => dashboard,
  path: '/positions',
  validateSearch: positionsSearch,
  component: lazyRouteComponent(() => import('../pages/positions.tsx'), 'PositionsPage'),
  staticData: {
    menu: { group: 'Trade', icon: ChartLine, label: 'Positions', description: 'Manage open positions' },
  },
})
const orders = createRoute({
  getParentRoute: () => dashboard,
  path: '/orders',
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import('../pages/orders.tsx'), 'OrdersPage'),
  staticData: {
    menu: { group: 'Trade', icon: Clock, label: 'Orders', description: 'Manage pending/working orders' },
  },
})
const strategies = createRoute({
  getParentRoute: () => dashboard,
  path: '/strategies',
  component: lazyRouteComponent(() => import('../pages/strategies.tsx'), 'StrategiesPage'),
  staticData: {
    menu: {
      group: 'Trade',
      icon: RouteIcon,
      label: 'Strategies',
      description: 'Positions and rules by strategy',
    },
  },
})
const journal = createRoute({
  getParentRoute: () => dashboard,
  path: '/journal',
  validateSearch: journalSearch,
  component: lazyRouteComponent(() => import('../pages/journal.tsx'), 'JournalPage'),
  staticData: {
    menu: { group: 'Trade', icon: BookOpenText, label: 'Journal', description: 'Results checked against IG' },
  },
})
const trade = createRoute({
  getParentRoute: () => dashboard,
  path: '/journal/$tradeId',
  validateSearch: journalSearch,
  component: lazyRouteComponent(() => import('../pages/trade.tsx'), 'TradePage'),
})
const alert = createRoute({
  getParentRoute: () => dashboard,
  path: '/alerts/$alertId',
  component: lazyRouteComponent(() => import('../pages/alert.tsx'), 'AlertPage'),
})
const whatIf = createRoute({
  getParentRoute: () => dashboard,
  path: '/what-if',
  validateSearch: whatIfSearch,
  component: lazyRouteComponent(() => import('../pages/what-if.tsx'), 'WhatIfPage'),
  staticData: {
    menu: {
      group: 'Trade',
      icon: FlaskConical,
      label: 'What if',
      description: 'Other rules, your own alerts',
    },
  },
})
const notifications = createRoute({
  getParentRoute: () => dashboard,
  path: '/notifications',
  component: lazyRouteComponent(() => import('../pages/notifications.tsx'), 'NotificationsPage'),
  staticData: {
    menu: { group: 'Set up', icon: Bell, label: 'Notifications', description: 'What we send you, and where' },
  },
})
const instruments = createRoute({
  getParentRoute: () => dashboard,
  path: '/instruments',
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import('../pages/instruments.tsx'), 'InstrumentsPage'),
  staticData: {
    menu: {
      group: 'Trade',
      icon: ListOrdered,
      label: 'Instruments',
      description: 'Your instruments and ticker data',
    },
  },
})
const instrument = createRoute({
  getParentRoute: () => dashboard,
  path: '/instruments/$market',
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import('../pages/instrument.tsx'), 'InstrumentPage'),
})
const addInstruments = createRoute({
  getParentRoute: () => dashboard,
  path: '/instruments/add',
  component: lazyRouteComponent(() => import('../pages/add-instruments.tsx'), 'AddInstrumentsPage'),
})
const logs = createRoute({
  getParentRoute: () => dashboard,
  path: '/logs',
  validateSearch: logsSearch,
  component: lazyRouteComponent(() => import('../pages/logs.tsx'), 'LogsPage'),
  staticData: {
    menu: { group: 'Trade', icon: FileText, label: 'Logs', description: 'Trading logs and history' },
  },
})
const settings = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings',
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import('../pages/settings.tsx'), 'SettingsPage'),
  staticData: {
    menu: { group: 'Set up', icon: Settings2, label: 'Settings', description: 'Mode, credentials and rules' },
  },
})
const help = createRoute({
  getParentRoute: () => dashboard,
  path: '/help',
  component: lazyRouteComponent(() => import('../pages/help.tsx'), 'HelpPage'),
  staticData: {
    menu: { group: 'Set up', icon: CircleHelp, label: 'Help', description: 'Set up your alerts' },
  },
})
const account = createRoute({
  getParentRoute: () => dashboard,
  path: '/account',
  component: lazyRouteComponent(() => import('../pages/account.tsx'), 'AccountPage'),
})
const users = createRoute({
  getParentRoute: () => dashboard,
  path: '/admin/users',
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import('../pages/users.tsx'), 'UsersPage'),
  staticData: {
    menu: { group: 'Admin', icon: Users, label: 'Users', description: 'Manage user accounts' },
  },
})
const appSettings = createRoute({
  getParentRoute: () => dashboard,
  path: '/admin/app-settings',
  component: lazyRouteComponent(() => import('../pages/app-settings.tsx'), 'AppSettingsPage'),
  staticData: {
    menu: {
      group: 'Admin',
      icon: Settings2,
      label: 'App settings',
      description: 'Registration and admins',
    },
  },
})

const system = createRoute({
  getParentRoute: () => dashboard,
  path: '/admin/system',
  component: lazyRouteComponent(() => import('../pages/system.tsx'), 'SystemPage'),
  staticData: {
    menu: {
      group: 'Admin',
      icon: Activity,
      label: 'System',
      description: 'Health and alarms',
    },
  },
})

const routeTree = root.addChildren([
  home,
  login,
  withQueries.addChildren([
    register,
    resetPassword,
    changePassword,
    pause,
    verifyEmail,
    dashboard.addChildren([
      dashboardHome,
      overview,
      positions,
      orders,
      strategies,
      journal,
      trade,
      alert,
      whatIf,
      instruments,
      addInstruments,
      instrument,
      logs,
      notifications,
      settings,
      help,
      account,
      users,
      appSettings,
      system,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultErrorComponent: Crashed,
  // A table's next page begins at its top, too; Back finds it where it was.
  scrollToTopSelectors: ['main [role=region]'],
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
