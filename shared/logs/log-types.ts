/** Apart from log.ts, so that the first screen and the Lambdas know them without the schemas. */
export const logTypes = ['UNSPECIFIED', 'AUTHENTICATION', 'ALERT', 'TRADE', 'ORDER', 'ERROR'] as const
/** The name of each type as users read it. */
export const logTypeLabels: Readonly<Record<(typeof logTypes)[number], string>> = {
  UNSPECIFIED: 'GENERAL',
  AUTHENTICATION: 'AUTHENTICATION',
  ALERT: 'ALERT',
  TRADE: 'TRADE',
  ORDER: 'ORDER',
  ERROR: 'ERROR',
}

/** ALL is only a filter. */
export const logFilters = ['ALL', ...logTypes] as const
