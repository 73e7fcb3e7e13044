import { describe, expect, it } from 'vitest'
import { bookUnderTest, ftse } from '../testing/book-under-test.ts'

describe('a close', () => {
  it('gets a confirm with a new deal reference and the deal ID of the position', () => {
    const { open, close, bets } = bookUnderTest()
    const { dealId } = open({ dealReference: 'mine' })
    const confirm = close(dealId)
    expect(confirm).toMatchObject({
      dealId,
      status: 'CLOSED',
      affected: [{ dealId, status: 'FULLY_CLOSED' }],
      level: 8801.5,
      profit: -0.5,
    })
    expect(confirm.dealReference).toMatch(/^PAPER[A-Z0-9]{10}$/)
    expect(bets.positions).toEqual([])
    expect(bets.activity[0]).toMatchObject({
      channel: 'PUBLIC_WEB_API',
      actions: [{ actionType: 'POSITION_CLOSED', affectedDealId: dealId }],
    })
    expect(bets.activity[0]?.dealId).not.toBe(dealId)
  })

  it('leaves the rest of the position open if its size is smaller', () => {
    const { open, close, bets } = bookUnderTest()
    const { dealId } = open({ size: 1 })
    expect(close(dealId, { size: 0.3 })).toMatchObject({ status: 'PARTIALLY_CLOSED', size: 0.3 })
    expect(bets.positions).toMatchObject([{ dealId, size: 0.7 }])
  })

  it('is only partly filled if partialFill is below 1', () => {
    const { open, close, bets, book } = bookUnderTest()
    const { dealId } = open({ size: 1 })
    book.settings.partialFill = 0.5
    expect(close(dealId, { size: 1 })).toMatchObject({ status: 'PARTIALLY_CLOSED', size: 0.5 })
    expect(bets.positions).toMatchObject([{ size: 0.5 }])
  })

  it('closes the oldest position of sufficient size if it names an epic instead of a deal', () => {
    const { open, bets, close, clock } = bookUnderTest()
    open({ size: 0.5 })
    const large = open({ size: 2 })
    clock.pass(1_000)
    const fields = { dealId: null, epic: ftse, expiry: 'DFB', size: 1 }
    expect(close('', fields)).toMatchObject({ dealId: large.dealId, status: 'PARTIALLY_CLOSED' })
    expect(bets.positions.map(({ size }) => size)).toEqual([0.5, 1])
    expect(() => close('', { ...fields, expiry: 'MAR-26' })).toThrow('notional.details.null.error')
  })

  it.each([
    ['in the position’s own direction', { direction: 'BUY' }],
    ['larger than the position', { size: 0.6 }],
  ])('is rejected if it is %s, with a configurable reason', (_, fields) => {
    const { open, close, book, bets } = bookUnderTest()
    const { dealId } = open()
    expect(close(dealId, fields).reason).toBe('POSITION_ALREADY_EXISTS_IN_OPPOSITE_DIRECTION')
    book.settings.wrongCloseReason = 'UNKNOWN'
    expect(close(dealId, fields).reason).toBe('UNKNOWN')
    expect(bets.positions).toHaveLength(1)
  })

  it('is refused without a confirm if the position is already closed', () => {
    const { open, close } = bookUnderTest()
    const { dealId } = open()
    close(dealId)
    expect(() => close(dealId)).toThrow('error.service.marketdata.position.notional.details.null.error')
  })

  it('is refused without a confirm while the position is too new', () => {
    const { open, close, book, clock } = bookUnderTest()
    book.settings.youngDealMs = 3_000
    const { dealId } = open()
    expect(() => close(dealId)).toThrow('error.service.marketdata.position.notional.details.null.error')
    clock.pass(3_000)
    expect(close(dealId)).toMatchObject({ reason: 'SUCCESS', status: 'CLOSED' })
  })
})
