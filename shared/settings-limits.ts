/** Apart from settings.ts, so that the settings screen knows them without the schemas. */

/** Bounds of the number fields: the form's hint, the check and the help page say the same number. */
export const settingsLimits = {
  instrumentTradeCooldownPeriodInHours: { min: 0, max: 120 },
  maximumOrderAgeInMinutes: { min: 1, max: 1440, placeholder: 10 },
  maximumOpenPositions: { min: 0, max: 100 },
  maximumOpenPositionsAndPendingOrders: { min: 0, max: 100 },
  maximumAlertAgeInSeconds: { min: 1, max: 86_400, placeholder: 60 },
} as const

/** Stands for a live password or API key in an answer; sent back, it means unchanged. */
export const secretMask = '••••••••'
