import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import * as z from 'zod/mini'

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

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./layout.tsx'), 'DashboardLayout'),
})

const dashboardHome = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/logs', search: { page: 1 } })
  },
})

/** A page number in the address; anything else is page 1. */
const PageSearch = z.object({ page: z.catch(z._default(z.coerce.number().check(z.int(), z.gte(1)), 1), 1) })

const logs = createRoute({
  getParentRoute: () => dashboard,
  path: '/logs',
  validateSearch: PageSearch,
  component: lazyRouteComponent(() => import('../pages/logs.tsx'), 'LogsPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([home, login, dashboard.addChildren([dashboardHome, logs])]),
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
