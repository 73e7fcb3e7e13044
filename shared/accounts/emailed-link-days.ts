/** Days for which the links apply that pause trading or confirm an address. */
export const emailedLinkDays = 7
