import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../testing/render.tsx'

it.each(['/nowhere', '/auth/nowhere', '/api'])(
  'the address %s shows “Page not found” with a button that leads to login',
  async (address) => {
    const page = open(address)
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.user.click(screen.getByRole('button', { name: 'Go to login' }))
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
  },
)

it('the root address opens the login page for a user who is not logged in', async () => {
  const page = open('/')
  await waitFor(() => expect(page.path()).toBe('/auth/login'))
})
