import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createQueryClient } from '../app/query-client.ts'
import { hold } from '../testing/server.ts'
import { BrokerScreen } from './broker-screen.tsx'

it('a broker screen treats unknown settings as incomplete and does not show its content', async () => {
  hold('getSettings')
  const Screen = () => (
    <BrokerScreen title="Positions" description="View your open positions">
      {() => 'the list'}
    </BrokerScreen>
  )
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('IG settings incomplete')).toBeVisible()
  expect(screen.getByText(/complete your settings/)).toBeVisible()
  expect(screen.queryByText('the list')).toBeNull()
})
