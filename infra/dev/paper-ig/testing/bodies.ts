/** A body for POST /positions/otc. */
export const openingOf = (fields: Readonly<Record<string, unknown>> = {}) => ({
  epic: 'IX.D.FTSE.DAILY.IP',
  expiry: 'DFB',
  direction: 'BUY',
  size: 0.5,
  orderType: 'MARKET',
  currencyCode: 'GBP',
  forceOpen: true,
  guaranteedStop: false,
  ...fields,
})

/** A body for POST /workingorders/otc. */
export const workingOf = (fields: Readonly<Record<string, unknown>> = {}) => {
  const { orderType: _, ...opening } = openingOf()
  return { ...opening, type: 'LIMIT', level: 8_700, timeInForce: 'GOOD_TILL_CANCELLED', ...fields }
}
