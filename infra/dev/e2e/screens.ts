/** A screen with its name, its path, and a heading that is visible when the screen has loaded. */
export type Screen = { readonly name: string; readonly path: string; readonly heading: string }

export const publicScreens: readonly Screen[] = [
  { name: 'login', path: '/auth/login', heading: 'Log in' },
  { name: 'register', path: '/auth/register', heading: 'Create account' },
  { name: 'reset-password', path: '/auth/reset-password', heading: 'Reset your password' },
  { name: 'change-password', path: '/auth/change-password#token=unknown', heading: 'Invalid reset link' },
  { name: 'verify email', path: '/auth/verify-email#token=unknown', heading: 'Confirm your email address?' },
  { name: 'pause', path: '/auth/pause#token=unknown', heading: 'Pause your trading?' },
  { name: 'not-found', path: '/no/such/page', heading: 'Page not found' },
]

/** All screens that an admin sees. */
export const dashboardScreens: readonly Screen[] = [
  { name: 'overview', path: '/dashboard/overview', heading: 'Overview' },
  { name: 'positions', path: '/dashboard/positions', heading: 'Positions' },
  { name: 'orders', path: '/dashboard/orders', heading: 'Orders' },
  // With this parameter, the page also shows the lower half of the journal.
  { name: 'journal', path: '/dashboard/journal?by=strategy', heading: 'Journal' },
  { name: 'what-if', path: '/dashboard/what-if', heading: 'What if' },
  { name: 'strategies', path: '/dashboard/strategies', heading: 'Strategies' },
  { name: 'instruments', path: '/dashboard/instruments', heading: 'Instruments' },
  { name: 'instrument', path: '/dashboard/instruments/NASDAQ%3AAAPL', heading: 'NASDAQ:AAPL' },
  { name: 'add-instruments', path: '/dashboard/instruments/add', heading: 'Add instruments' },
  { name: 'logs', path: '/dashboard/logs', heading: 'Logs' },
  { name: 'compare-alerts', path: '/dashboard/logs/compare', heading: 'Compare with TradingView' },
  { name: 'notifications', path: '/dashboard/notifications', heading: 'Notifications' },
  { name: 'account', path: '/dashboard/account', heading: 'Account' },
  { name: 'settings', path: '/dashboard/settings', heading: 'Settings' },
  { name: 'help', path: '/dashboard/help', heading: 'Help' },
  { name: 'users', path: '/dashboard/admin/users', heading: 'Users' },
  { name: 'app-settings', path: '/dashboard/admin/app-settings', heading: 'App settings' },
  { name: 'system', path: '/dashboard/admin/system', heading: 'System' },
]

export const dashboardScreen = (name: Screen['name']): Screen => {
  const screen = dashboardScreens.find((each) => each.name === name)
  if (!screen) throw new Error(`No screen is called ${name}`)
  return screen
}
