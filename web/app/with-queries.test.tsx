import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerEmpty, signIn } from '../testing/render.tsx'
import { requestsTo } from '../testing/server.ts'
import { router as appRouter } from './router.tsx'

it('a user’s data is gone once the login page has been shown', async () => {
  signIn()
  answerEmpty()
  const router = createRouter({
    routeTree: appRouter.routeTree,
    history: createMemoryHistory({ initialEntries: ['/dashboard/settings'] }),
  })
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  expect(requestsTo('getMe')).toHaveLength(1)
  await act(() => router.navigate({ to: '/auth/login' }))
  await screen.findByRole('heading', { name: 'Log in' })
  await act(() => router.navigate({ to: '/dashboard/settings' }))
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  expect(requestsTo('getMe')).toHaveLength(2)
})
