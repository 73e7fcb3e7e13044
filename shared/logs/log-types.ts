/** Apart from log.ts, so that the first screen knows them without the schemas. */
export const logTypes = ['UNSPECIFIED', 'AUTHENTICATION', 'ALERT', 'TRADE', 'ORDER', 'ERROR'] as const
