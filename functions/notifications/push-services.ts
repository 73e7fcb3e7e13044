/**
 * The push services of the browsers. Only these are allowed, because the endpoint of a subscription comes from the
 * user.
 */
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
