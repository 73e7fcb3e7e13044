/**
 * Where each endpoint lies. Apart from contract.ts, so that the dashboard calls without the schemas: they come with the
 * first form.
 */

export const apiBasePath = '/api/v1'

export const endpoints = {
  receiveAlert: { method: 'POST', path: '/trading-view-webhook' },
  login: { method: 'POST', path: '/auth/login' },
  register: { method: 'POST', path: '/auth/register' },
  requestPasswordReset: { method: 'POST', path: '/auth/reset-password' },
  validatePasswordResetToken: { method: 'POST', path: '/auth/validate-password-reset-token' },
  changePassword: { method: 'PATCH', path: '/users/me/change-password' },
  refreshSession: { method: 'POST', path: '/auth/token' },
  logout: { method: 'POST', path: '/auth/logout' },
  getMe: { method: 'GET', path: '/auth/me' },
  getSettings: { method: 'GET', path: '/users/me/settings' },
  updateSettings: { method: 'PATCH', path: '/users/me/settings' },
  newWebhookSecret: { method: 'GET', path: '/users/me/settings/new-webhook-secret' },
  setTradingPause: { method: 'PUT', path: '/users/me/trading-pause' },
  getAppSettings: { method: 'GET', path: '/admin/settings' },
  updateAppSettings: { method: 'PATCH', path: '/admin/settings' },
  listUsers: { method: 'GET', path: '/users' },
  updateUser: { method: 'PATCH', path: '/users/{id}' },
  deleteUser: { method: 'DELETE', path: '/users/{id}' },
  listInstruments: { method: 'GET', path: '/instruments' },
  searchInstruments: { method: 'GET', path: '/instruments/search' },
  uploadInstruments: { method: 'POST', path: '/instruments/upload-csv' },
  exportInstruments: { method: 'GET', path: '/instruments/export-csv' },
  updateInstrument: { method: 'PATCH', path: '/instruments/{id}' },
  fetchDividendDates: { method: 'POST', path: '/instruments/fetch-dividend-dates' },
  listLogs: { method: 'GET', path: '/logs' },
  downloadLogs: { method: 'GET', path: '/logs/download' },
  deleteLogs: { method: 'DELETE', path: '/logs' },
  deleteUserLogs: { method: 'DELETE', path: '/logs/{userId}' },
  downloadUserLogs: { method: 'GET', path: '/logs/{userId}/download' },
  listOrders: { method: 'GET', path: '/orders' },
  deleteOrder: { method: 'DELETE', path: '/orders/{dealId}' },
  listPositions: { method: 'GET', path: '/positions' },
  closePosition: { method: 'DELETE', path: '/positions/{dealId}' },
  getStats: { method: 'GET', path: '/stats' },
  tryAlert: { method: 'POST', path: '/alerts/try' },
} as const

/** The names of the `{parameters}` in an endpoint's path. */
export const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
