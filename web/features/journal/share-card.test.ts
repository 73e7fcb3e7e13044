import { expect, it } from 'vitest'
import { aJournal } from '../../../infra/dev/testing/example-journal.ts'
import { cardOf } from './share-card.ts'

it('the share card shows the results of a period without any amount of money', () => {
  const card = cardOf(aJournal(), { from: '2026-11-16', to: undefined })
  expect(card).toEqual([
    'From 16 Nov 2026',
    '150 trades · 52.0% won · +0.2 R a trade',
    'Profit factor: 1.18',
    'Unattributed: 150 trades · 52.0% won · +0.2 R',
    'Signalpost',
  ])
  expect(card.join('')).not.toMatch(/[£$€]/)
})
