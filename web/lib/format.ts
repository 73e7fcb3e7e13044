const timestamp = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

/** "21 Nov 2026, 9:30 AM" */
export const formatTimestamp = (iso: string) =>
  timestamp.format(new Date(iso)).replace(/\b(am|pm)\b/, (half) => half.toUpperCase())

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
/** "09:30:00" */
export const formatClock = (iso: string) => clock.format(new Date(iso))

const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
/** "£1,234.50" */
export const formatMoney = (pounds: number) => money.format(pounds)

const twoDecimals = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** "1,234.50" */
export const formatTwoDecimals = (value: number) => twoDecimals.format(value)

const plainNumber = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 8 })
/** "22,841.5": a level or a size with the decimals it has */
export const formatNumber = (value: number) => plainNumber.format(value)

/** The same, where a level may not be set or known. */
export const formatLevel = (level: number | null | undefined) => (level == null ? '–' : formatNumber(level))

const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** "7 Sep 2026", of a calendar day such as 2026-09-07 */
export const formatDate = (day: string) => date.format(new Date(`${day}T00:00:00Z`))

const time = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hour12: true })
/** "9:30 AM", of epoch milliseconds */
export const formatTime = (at: number) => time.format(at).replace(/\b(am|pm)\b/, (half) => half.toUpperCase())
