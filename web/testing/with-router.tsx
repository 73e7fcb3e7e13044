import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Wraps a part of a page in the router that its links need. */
export const WithRouter = ({ children }: { readonly children: ReactNode }) => (
  <RouterContextProvider router={createRouter({ routeTree: createRootRoute() }) as never}>
    {children}
  </RouterContextProvider>
)
