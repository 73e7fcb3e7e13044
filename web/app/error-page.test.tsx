import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answerEmpty, open, signIn } from '../testing/render.tsx'

vi.mock('../pages/orders.tsx', () => ({
  OrdersPage: () => {
    throw new Error('orders without a drawing')
  },
}))

it('a screen that can’t be drawn shows the error and a reload button, and the buttons around the screen stay visible', async () => {
  // React logs errors that were thrown.
  vi.spyOn(console, 'error').mockReturnValue()
  signIn()
  answerEmpty()
  open('/dashboard/orders')
  expect(await screen.findByRole('heading', { name: 'This page couldn’t be shown' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('orders without a drawing')
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Pause trading' })).toBeVisible()
})
