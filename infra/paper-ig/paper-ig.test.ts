import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openingOf } from './testing/bodies.ts'
import { PaperUnderTest } from './testing/paper-under-test.ts'

let paper: PaperUnderTest
beforeAll(async () => {
  paper = await PaperUnderTest.start()
})
afterAll(() => paper.stop())
beforeEach(async () => {
  paper.clock.pass(1_000)
  await paper.control('reset', {})
  await paper.signIn()
})

const open = () => paper.call('/positions/otc', { method: 'POST', version: 2, body: openingOf() })
const positions = async () =>
  ((await paper.call('/positions', { version: 2 })).body as { positions: unknown[] }).positions

describe('reset', () => {
  it('takes deals and settings back and keeps sessions', async () => {
    await open()
    await paper.control('settings', { confirmDelayMs: 5_000 })
    expect(await positions()).toHaveLength(1)
    await paper.control('reset', {})
    expect(await positions()).toEqual([])
    expect((await paper.control('settings')).body).toMatchObject({ confirmDelayMs: 30 })
  })
})

describe('a fault', () => {
  it('drops the reply of an order that is carried out', async () => {
    await paper.control('faults', { method: 'POST', path: '/positions/otc', respond: 'drop' })
    await expect(open()).rejects.toThrow('fetch failed')
    expect(await positions()).toHaveLength(1)
  })

  it.each([
    ['dropped', 'drop'],
    ['let hang', { delayMs: 20 }],
  ])('with apply: false carries nothing out when %s', async (_, respond) => {
    await paper.control('faults', { method: 'POST', path: '/positions/otc', apply: false, respond })
    await expect(open()).rejects.toThrow('fetch failed')
    expect(await positions()).toEqual([])
  })

  it('answers late what it carries out', async () => {
    await paper.control('faults', { method: 'POST', path: '/positions/otc', respond: { delayMs: 20 } })
    expect(await open()).toMatchObject({ status: 200 })
    expect(await positions()).toHaveLength(1)
  })
})
