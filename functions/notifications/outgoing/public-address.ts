import { BlockList, isIP } from 'node:net'

/** Networks that a user's address must not point to. https://www.iana.org/assignments/iana-ipv4-special-registry */
const privateNetworks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // This network contains AWS's metadata service.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // This range contains multicast, reserved and broadcast addresses.
  ['224.0.0.0', 3],
] as const

/** Addresses to which no connection is made. The check uses the address to which a host name resolves. */
export const privateAddresses = new BlockList()
for (const [network, prefix] of privateNetworks) privateAddresses.addSubnet(network, prefix, 'ipv4')
// Blocks all of IPv6 except ::ffff:0:0/96, which is checked as IPv4. A Lambda cannot reach anything over IPv6 in any
// case.
privateAddresses.addRange('::', '::fffe:ffff:ffff', 'ipv6')
privateAddresses.addRange('::1:0:0:0', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ipv6')

/** Matches names that resolve within a machine or a network, whatever DNS says. */
const localName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)\.?$/

/**
 * Checks an address before any request. A name that passes may still resolve to a private address, which is checked at
 * the connection.
 * @param url parsed by the WHATWG rules, so that `0x7f.1` and `2130706433` are already 127.0.0.1
 * @returns the problem as a text that follows “It”; null if there is none
 */
export const problemWithAddress = ({ protocol, port, username, password, hostname }: URL): string | null => {
  if (protocol !== 'https:') return 'must begin with https://'
  if (port !== '') return 'must use port 443'
  if (username !== '' || password !== '') return 'must not contain a username or password'
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'must use a host name, not an IP address'
  if (!hostname.includes('.') || localName.test(hostname)) return 'must be reachable from the internet'
  return null
}

export const parseAddress = (address: string): URL | null => {
  try {
    return new URL(address)
  } catch {
    return null
  }
}
