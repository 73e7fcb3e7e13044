/** Number of days for which emailed links that pause trading or confirm an address are valid. */
export const emailedLinkDays = 7
