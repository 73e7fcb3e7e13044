import { BlockList, isIP } from 'node:net'

/**
 * Networks that no address of a user's may lead to.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const privateNetworks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // AWS's metadata lie here.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 3],
] as const

/** Asked at connect time, of the address that the name was resolved to. */
export const privateAddresses = new BlockList()
for (const [network, prefix] of privateNetworks) privateAddresses.addSubnet(network, prefix, 'ipv4')
// Of IPv6 all but ::ffff:0:0/96, which is IPv4 and judged as that: nothing is reached over it from here.
privateAddresses.addRange('::', '::fffe:ffff:ffff', 'ipv6')
privateAddresses.addRange('::1:0:0:0', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ipv6')

/** Names that resolve within a machine or a network, whatever DNS says. */
const localName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)\.?$/

/**
 * What is wrong with an address before it is asked for, as it follows “It”; null: nothing. A name may still lead to a private address: that
 * shows when it is resolved.
 * @param url parsed by WHATWG's rules, so that `0x7f.1` and `2130706433` are 127.0.0.1 already
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
