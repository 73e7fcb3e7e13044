/** A subscription's endpoint is an address from the user, so only the browsers' own push services are allowed. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

export const isPushService = ({ protocol, hostname, port, username }: URL): boolean =>
  protocol === 'https:' &&
  port === '' &&
  username === '' &&
  services.some((each) => (each.startsWith('.') ? hostname.endsWith(each) : hostname === each))
