import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** For a part of a page that holds links, which ask for a router. */
export const WithRouter = ({ children }: { readonly children: ReactNode }) => (
  <RouterContextProvider router={createRouter({ routeTree: createRootRoute() }) as never}>
    {children}
  </RouterContextProvider>
)
