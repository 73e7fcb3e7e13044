/** Apart from log.ts, so that the first screen and the Lambdas know them without the schemas. */
export const logTypes = ['UNSPECIFIED', 'AUTHENTICATION', 'ALERT', 'TRADE', 'ORDER', 'ERROR'] as const
/** ALL is only a filter. */
export const logFilters = ['ALL', ...logTypes] as const
