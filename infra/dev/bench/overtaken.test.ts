import { describe, expect, it } from 'vitest'
import { countOvertaken } from './overtaken.ts'

const alert = (account: string, sent: number, answered: number, decided: number) => ({
  account,
  sent,
  answered,
  decided,
})

describe('an alert that overtook another', () => {
  it('was decided before one that had been accepted before it was sent', () => {
    expect(countOvertaken([alert('a', 0, 10, 100), alert('a', 10, 20, 90)])).toBe(1)
    expect(countOvertaken([alert('a', 0, 10, 90), alert('a', 10, 20, 90)])).toBe(0)
  })

  it('is not one that was in flight together with the other, or another account’s', () => {
    expect(countOvertaken([alert('a', 0, 10, 100), alert('a', 9, 20, 90)])).toBe(0)
    expect(countOvertaken([alert('a', 0, 10, 100), alert('b', 10, 20, 90)])).toBe(0)
  })

  it('need not be the next one', () => {
    expect(
      countOvertaken([
        alert('a', 0, 1, 50),
        alert('a', 2, 3, 60),
        alert('a', 4, 5, 40),
        alert('a', 6, 7, 70),
      ]),
    ).toBe(1)
  })
})
