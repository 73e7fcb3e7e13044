import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LoadFailure } from './load-failure.tsx'

it('is silent until a part of the page does not come, then says what to do', () => {
  render(<LoadFailure />)
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => void window.dispatchEvent(new Event('vite:preloadError')))
  expect(screen.getByRole('alert')).toHaveTextContent('couldn’t be loaded')
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeVisible()
})
