import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Renders a part of a page inside a router, because its links need one. */
export const WithRouter = ({ children }: { readonly children: ReactNode }) => (
  <RouterContextProvider router={createRouter({ routeTree: createRootRoute() }) as never}>
    {children}
  </RouterContextProvider>
)
