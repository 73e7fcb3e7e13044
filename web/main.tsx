import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './app/query-client.ts'
import { router } from './app/router.tsx'
import { LoadFailure } from './components/load-failure.tsx'
import { ToasterSlot } from './lib/toaster-slot.tsx'
import './styles.css'

const queries = createQueryClient()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <ToasterSlot />
      <LoadFailure />
    </QueryClientProvider>
  </StrictMode>,
)
