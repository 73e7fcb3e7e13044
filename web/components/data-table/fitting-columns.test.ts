import { expect, it } from 'vitest'
import { columnsOf } from './columns.ts'
import { columnId, fittingColumns, ifChosen } from './fitting-columns.ts'

const { accessor, columns } = columnsOf<{ market: string; size: number; stop: number; epic: string }>()
const all = columns([
  accessor('market', { header: 'Market', meta: { width: 100 } }),
  accessor('epic', { header: 'Epic', meta: { width: 100, rank: 3 } }),
  accessor('size', { header: 'Size', meta: { width: 80, rank: 1 } }),
  accessor('stop', { header: 'Stop', meta: { width: 120, rank: 2 } }),
])

it.each([
  ['before it is measured, all', 0, {}, 'market epic size stop'],
  ['all that fit', 400, {}, 'market epic size stop'],
  ['the most important that fit, in their places', 399, {}, 'market size stop'],
  ['no narrow one before a more important one', 285, {}, 'market size'],
  ['what always stays, however narrow', 50, {}, 'market'],
  ['what was chosen, whatever the room', 200, { epic: true }, 'market epic'],
  ['not what was hidden, which makes room', 300, { size: false }, 'market stop'],
  ['what always stays, although it was hidden', 400, { market: false }, 'market epic size stop'],
] as const)('fittingColumns returns the right columns: %s', (_, room, choices, ids) => {
  expect(fittingColumns(all, choices, room).map(columnId).join(' ')).toBe(ids)
})

it('fittingColumns returns a column that repeats another column only if the user has chosen it', () => {
  const [market, epic] = all
  const repeated = columns([accessor('stop', { header: 'Stop', meta: { width: 80, rank: ifChosen } })])
  const shown = (choices: object) =>
    fittingColumns([market!, epic!, ...repeated], choices as never, 900).map(columnId)
  expect(shown({})).toEqual(['market', 'epic'])
  expect(shown({ stop: true })).toEqual(['market', 'epic', 'stop'])
})
