/** Days for which links that pause trading or confirm an address are valid. */
export const emailedLinkDays = 7
