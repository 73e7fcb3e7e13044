import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerEmpty, open, signIn } from '../testing/render.tsx'
import { refuse } from '../testing/server.ts'

it('reports an order that is not filled yet, and no error', async () => {
  answerEmpty()
  signIn()
  refuse('getTrade', 'NOT_FOUND', 'The order isn’t filled yet, or it ended without being filled')
  open('/dashboard/journal/ALERT1')
  expect(
    await screen.findByText('The order isn’t filled yet, or it ended without being filled'),
  ).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText('Error loading the trade')).toBeNull()
})
