import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { isIPv4, isIPv6 } from 'node:net'

/** The caller's address, from CloudFront's header (`address:port`). The API itself sees only CloudFront's address. */
export const viewerAddress = (event: APIGatewayProxyEventV2): string =>
  event.headers['cloudfront-viewer-address']?.replace(/:\d+$/, '') ?? event.requestContext.http.sourceIp

/**
 * The network for which attempts are counted: an IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber usually has a whole /64 network.
 */
export const addressBlock = (address: string): string => {
  if (!isIPv6(address) || address.includes('%')) return address
  const groups = ipv6Groups(address)
  const [high = 0, low = 0] = groups.slice(6)
  const isMappedIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMappedIpv4) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The network of an address, such as 203.0.113.0/24. A session stores only this network. */
export const networkOf = (address: string): string => {
  const block = addressBlock(address)
  return isIPv4(block) ? block.replace(/\d+$/, '0/24') : block
}

/**
 * Returns all eight groups of an IPv6 address in any spelling. It reads the host of a URL, which has a normalised form.
 */
const ipv6Groups = (address: string): number[] => {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)))
  const [first, last] = [numbers(head), numbers(tail)]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}
