/** The sidebar, as data. */
export const navigation = [{ to: '/dashboard/logs', label: 'Logs', search: { page: 1 } }] as const
