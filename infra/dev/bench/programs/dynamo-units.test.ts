import { describe, expect, it } from 'vitest'
import { indexUnits, itemSize, readUnits, writeUnits } from './dynamo-units.ts'

const item = (bytes: number) => ({ pk: { S: 'x'.repeat(bytes - 2) } })

describe('the size of an item', () => {
  it('is the sum of the sizes of its names and values', () => {
    expect(itemSize({ pk: { S: 'äb' } })).toBe(2 + 3)
    expect(itemSize({ n: { N: '1234' } })).toBe(1 + 3)
    expect(itemSize({ n: { N: '-12.5' } })).toBe(1 + 3)
    expect(itemSize({ b: { B: Buffer.from('four').toString('base64') } })).toBe(1 + 4)
    expect(itemSize({ t: { BOOL: true }, z: { NULL: true } })).toBe(4)
    expect(itemSize({ l: { L: [{ S: 'ab' }] } })).toBe(1 + 3 + 1 + 2)
    expect(itemSize({ m: { M: { k: { S: 'ab' } } } })).toBe(1 + 3 + 1 + 1 + 2)
  })
})

describe('DynamoDB units', () => {
  it('are rounded up to 4 KB for a read, and halved for an eventually consistent read', () => {
    expect([readUnits(0, true), readUnits(4096, true), readUnits(4097, true)]).toEqual([1, 1, 2])
    expect([readUnits(1, false), readUnits(8193, false)]).toEqual([0.5, 1.5])
  })

  it('are rounded up to 1 KB for a write, and the larger of the old and the new item counts', () => {
    expect(writeUnits(null, null)).toBe(1)
    expect(writeUnits(null, item(1024))).toBe(1)
    expect(writeUnits(item(3000), item(10))).toBe(3)
  })

  it('are used by a sparse index only if the item is in the index', () => {
    const index = { pk: 'open', sk: 'at', holds: ['more'] }
    const inside = { ...item(10), open: { S: 'open' }, at: { N: '1' } }
    expect(indexUnits(index, null, item(10))).toBe(0)
    expect(indexUnits(index, null, inside)).toBe(1)
    expect(indexUnits(index, inside, inside)).toBe(0)
    expect(indexUnits(index, inside, { ...inside, other: { S: 'x'.repeat(1100) } })).toBe(0)
    expect(indexUnits(index, inside, { ...inside, more: { S: 'x'.repeat(1100) } })).toBe(2)
    expect(indexUnits(index, inside, { ...inside, at: { N: '2' } })).toBe(2)
    expect(indexUnits(index, inside, item(10))).toBe(1)
  })
})
