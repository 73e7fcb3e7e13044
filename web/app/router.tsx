import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { logsSearch, tableSearch, tokenSearch } from './search.ts'

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
const register = createRoute({
  getParentRoute: () => root,
  path: '/auth/register',
  component: lazyRouteComponent(() => import('../pages/register.tsx'), 'RegisterPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset-password',
  component: lazyRouteComponent(() => import('../pages/reset-password.tsx'), 'ResetPasswordPage'),
})
const changePassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/change-password',
  validateSearch: tokenSearch,
  component: lazyRouteComponent(() => import('../pages/change-password.tsx'), 'ChangePasswordPage'),
})

const dashboard = createRoute({
  getParentRoute: () => root,
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
})
const positions = createRoute({
  getParentRoute: () => dashboard,
  path: '/positions',
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import('../pages/positions.tsx'), 'PositionsPage'),
})
const orders = createRoute({
  getParentRoute: () => dashboard,
  path: '/orders',
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import('../pages/orders.tsx'), 'OrdersPage'),
})
const instruments = createRoute({
  getParentRoute: () => dashboard,
  path: '/instruments',
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import('../pages/instruments.tsx'), 'InstrumentsPage'),
})
const logs = createRoute({
  getParentRoute: () => dashboard,
  path: '/logs',
  validateSearch: logsSearch,
  component: lazyRouteComponent(() => import('../pages/logs.tsx'), 'LogsPage'),
})
const settings = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings.tsx'), 'SettingsPage'),
})
const help = createRoute({
  getParentRoute: () => dashboard,
  path: '/help',
  component: lazyRouteComponent(() => import('../pages/help.tsx'), 'HelpPage'),
})
const users = createRoute({
  getParentRoute: () => dashboard,
  path: '/admin/users',
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import('../pages/users.tsx'), 'UsersPage'),
})
const appSettings = createRoute({
  getParentRoute: () => dashboard,
  path: '/admin/app-settings',
  component: lazyRouteComponent(() => import('../pages/app-settings.tsx'), 'AppSettingsPage'),
})

const routeTree = root.addChildren([
  home,
  login,
  register,
  resetPassword,
  changePassword,
  dashboard.addChildren([
    dashboardHome,
    overview,
    positions,
    orders,
    instruments,
    logs,
    settings,
    help,
    users,
    appSettings,
  ]),
])

export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  // A table's next page begins at its top, too; Back finds it where it was.
  scrollToTopSelectors: ['main [role=region]'],
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
