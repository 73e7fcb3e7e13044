import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LoadFailure } from './load-failure.tsx'

it('the notice of a load failure appears if a part of the page cannot be loaded, and offers to reload the page', () => {
  render(<LoadFailure />)
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => void window.dispatchEvent(new Event('vite:preloadError')))
  expect(screen.getByRole('alert')).toHaveTextContent('couldn’t be loaded')
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeVisible()
})
