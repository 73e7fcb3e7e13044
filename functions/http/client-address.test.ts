import { expect, test } from 'vitest'
import { addressBlock } from './client-address.ts'

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:0:0:9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
  ['2001:db8::2', '2001:db8:0:0::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['nonsense', 'nonsense'],
])('attempts from %s count for %s', (address, block) => {
  expect(addressBlock(address)).toBe(block)
})
