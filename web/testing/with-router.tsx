import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Gives a part of a page the router that its links need. */
export const WithRouter = ({ children }: { readonly children: ReactNode }) => (
  <RouterContextProvider router={createRouter({ routeTree: createRootRoute() }) as never}>
    {children}
  </RouterContextProvider>
)
