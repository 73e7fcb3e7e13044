/** The letter after `g` that opens a page, by the page's address. */
export const goKeys: Readonly<Record<string, string>> = {
  '/dashboard/overview': 'o',
  '/dashboard/positions': 'p',
  '/dashboard/orders': 'r',
  '/dashboard/strategies': 't',
  '/dashboard/journal': 'j',
  '/dashboard/what-if': 'w',
  '/dashboard/instruments': 'i',
  '/dashboard/logs': 'l',
  '/dashboard/notifications': 'n',
  '/dashboard/settings': 's',
  '/dashboard/help': 'h',
}
