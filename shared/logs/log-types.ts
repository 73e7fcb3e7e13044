/** This file is separate from the schemas so that the first screen and the Lambdas need not load the schemas. */
export const logTypes = ['UNSPECIFIED', 'AUTHENTICATION', 'ALERT', 'TRADE', 'ORDER', 'ERROR'] as const
export const logTypeLabels: Readonly<Record<(typeof logTypes)[number], string>> = {
  UNSPECIFIED: 'GENERAL',
  AUTHENTICATION: 'AUTHENTICATION',
  ALERT: 'ALERT',
  TRADE: 'TRADE',
  ORDER: 'ORDER',
  ERROR: 'ERROR',
}

/** `ALL` is only a filter and not the type of any entry. */
export const logFilters = ['ALL', ...logTypes] as const
