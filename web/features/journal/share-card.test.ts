import { expect, it } from 'vitest'
import { aJournal } from '../../../infra/dev/testing/example-journal.ts'
import { cardOf } from './share-card.ts'

it('tells how a period went, and no amount of money', () => {
  const card = cardOf(aJournal(), { from: '2026-11-16', to: undefined })
  expect(card).toEqual({
    title: 'From 16 Nov 2026',
    figures: [
      ['150', 'trades'],
      ['52.0%', 'won'],
      ['+0.2 R', 'a trade'],
      ['1.18', 'profit factor'],
    ],
    strategies: [{ name: 'Unattributed', words: '150 trades · 52.0% won · +0.2 R' }],
  })
  expect(JSON.stringify(card)).not.toMatch(/[£$€]/)
})
